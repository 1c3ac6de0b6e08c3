// Renders ECharts options to SVG without a browser.
// Standard input: [{"id", "width", "height", "option"}]; standard output: the
// SVG of each, as a JSON list of strings in the same order.
//
// The SVG is written so that it may stand in a page whose security policy
// forbids inline styles, beside others of its kind: styles become attributes
// and the names inside carry the picture's id.

import * as echarts from "echarts";
import { text } from "node:stream/consumers";

// Without a browser ECharts guesses the width of a text, and too small for the
// wider ones of the fonts a reader may have. These are widths in em that hold
// for all of them. (The height of a line is taken from a Chinese character's
// width.)
echarts.setPlatformAPI({
  measureText(string, font) {
    const size = Number(/([\d.]+)px/.exec(font ?? "")?.[1] ?? 12);
    const bold = /bold|[6-9]00/.test(font ?? "") ? 1.1 : 1;
    let width = 0;
    for (const c of string) width += c > "\u2e7f" ? 1 : /[ilj.,:;'|! ]/.test(c) ? 0.34 : /[mwMW%]/.test(c) ? 0.93 : /[A-Z]/.test(c) ? 0.69 : 0.61;
    return { width: width * size * bold };
  },
});

function render({ id, width, height, option }) {
  const chart = echarts.init(null, null, { renderer: "svg", ssr: true, width, height });
  chart.setOption(option);
  const svg = chart.renderToSVGString();
  chart.dispose();
  return tidy(svg, id);
}

function tidy(svg, id) {
  return svg
    .replace(/<style[\s\S]*?<\/style>/g, "")
    .replace(/ class="[^"]*"/g, "")
    .replace(/ ecmeta_\w+="[^"]*"/g, "")
    .replace(/ style="([^"]*)"/g, (_, style) => attributes(style))
    .replace(/\bzr\d+-/g, `${id}-`)
    .replace(/(\d+\.\d{2})\d+/g, "$1")
    .replace(/ d="([^"]*)"/g, (_, path) => ` d="${shorter(path)}"`)
    .replace(/ xmlns:xlink="[^"]*"/, "")
    .replace("<svg ", '<svg font-size="12px" ') // texts of this size carry none of their own
    .replace(/><\/(path|rect|circle|ellipse|image|use)>/g, "/>")
    .replace(/<rect [^>]*fill="none"[^>]*><\/rect>\n?/, "")
    .replace(/>\s+</g, "><");
}

const LONG = 2000; // characters of a path with more points than the eye tells apart

// shorter writes a path of straight lines as steps, which are of one direction where a
// curve has stairs: the same line in half the bytes. Steps are counted in hundredths of
// a pixel, so that nothing adds up; a long path goes from quarter to quarter. A path
// with other commands stays.
function shorter(path) {
  if (!/^(?:[ML]-?[\d.]+ -?[\d.]+|Z)+$/.test(path)) return path;
  const text = (n) => String(n / 100).replace(/^(-?)0\./, "$1.");
  let written = "";
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const step = path.length > LONG ? 25 : 1;
  let run; // steps in one direction that are not written yet: "h" or "v", and how far
  const flush = () => {
    if (run && run.far !== 0) written += run.command + text(run.far);
    run = undefined;
  };
  for (const [, command, a, b] of path.matchAll(/([MLZ])(?:(-?[\d.]+) (-?[\d.]+))?/g)) {
    if (command === "Z") {
      flush();
      written += "Z";
      [x, y] = [startX, startY];
      continue;
    }
    const [toX, toY] = [step * Math.round(a * 100 / step), step * Math.round(b * 100 / step)];
    const [dx, dy] = [toX - x, toY - y];
    if (command === "M") {
      flush();
      written += `M${text(toX)} ${text(toY)}`;
      [startX, startY] = [toX, toY];
    } else if (dx !== 0 && dy !== 0) {
      flush();
      written += `l${text(dx)}${dy < 0 ? "" : " "}${text(dy)}`;
    } else {
      const [direction, far] = dx === 0 ? ["v", dy] : ["h", dx];
      const on = run?.command === direction && Math.sign(run.far) * Math.sign(far) >= 0;
      if (!on) {
        flush();
        run = { command: direction, far: 0 };
      }
      run.far += far;
    }
    [x, y] = [toX, toY];
  }
  flush();
  return written;
}

// attributes turns the declarations of a style attribute into presentation
// attributes. The font family is left to the page.
function attributes(style) {
  return style
    .split(";")
    .map((declaration) => declaration.split(":").map((part) => part.trim()))
    .filter(([name, value]) => value && ["font-size", "font-weight", "font-style"].includes(name))
    .map(([name, value]) => ` ${name}="${value}"`)
    .join("");
}

const pictures = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(pictures.map(render)));
