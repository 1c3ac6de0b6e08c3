// The first page: choosing among the experiments, and the pool that plays when the
// reader wants it. Without this script all experiments are listed and the pool is a
// drawing.

import { makeChoice } from "./choose.js";
import { makeLive } from "./live.js";

makeChoice();
makeLive();
