// The page for authors writes the lab's own address into its examples.

import { nameLab } from "./namelab.js";

nameLab(document.getElementById("main"), new URL("../", location.href).href);
