// A live experiment of the Clocksweep lab in a page of Docusaurus:
//
//   <Clocksweep experiment="shared-buffers-challenge" set="512MB.shared_buffers=1GB"
//     theme="auto" alt="Throughput of two runs">What the reader is looking at.</Clocksweep>
//
// It is the lab's custom element round a picture, which is a link and all that a reader
// without scripts needs. Put this file into src/components/, and the address of the
// lab and its script into docusaurus.config.js:
//
//   customFields: { clocksweep: "https://lab.example/" },
//   scripts: [{ src: "https://lab.example/embed.js", async: true }],

import useDocusaurusContext from "@docusaurus/useDocusaurusContext";
import React from "react";

const elsewhere = "This experiment in the Clocksweep lab";

// pairs makes of settings, with ; or line ends between them, those of a link.
function pairs(set) {
  return set.split(/[;\n]/).map((part) => part.trim()).filter(Boolean).map((part) => {
    const [, name, value] = /^([^=\s]+)\s*=\s*(.+)$/s.exec(part) ?? [];
    if (!name) throw new Error(`Clocksweep: set="${part}" is not a setting: name = value, with ; or line ends between several`);
    return `${encodeURIComponent(name)}=${encodeURIComponent(value).replace(/%25([0-9A-F]{2})/gi, "%$1")}`; // what is encoded stays so
  }).join("&");
}

export default function Clocksweep({ experiment = "", set = "", theme = "auto", alt = elsewhere, children }) {
  const lab = useDocusaurusContext().siteConfig.customFields?.clocksweep ?? "";
  if (!/^https?:\/\/.*\/$/.test(lab)) throw new Error(`Clocksweep: customFields.clocksweep = "${lab}" is not the address of a lab: https://host/ with a slash at the end`);
  if (!/^[a-z0-9-]+$/.test(experiment)) throw new Error(`Clocksweep: experiment="${experiment}" is not the name of one: small letters, digits and hyphens`);
  if (!["auto", "light", "dark"].includes(theme)) throw new Error(`Clocksweep: theme="${theme}" is not legal: auto, light or dark`);
  const settings = pairs(set);
  const page = `${lab}x/${experiment}/`;
  return (
    <clocksweep-lab experiment={experiment} set={settings} theme={theme}>
      <p><a href={settings ? `${page}#v=1&${settings}` : page}><img src={`${page}picture.svg`} alt={alt} width="640" loading="lazy" /></a></p>
      {children && <div>{children}</div>}
    </clocksweep-lab>
  );
}
