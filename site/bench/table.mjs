// The one table that a benchmark prints. A section has a title, heads of columns and
// rows { name, cells }, a cell being a figure, a text, or nothing; behind a figure stands
// its ratio to the earlier one.

import { ratio, verdict } from "./figures.mjs";

const marks = { worse: "!", better: "+", "": " " };

export function table(sections, calibration, earlier) {
  const lines = [];
  for (const { title, heads, rows } of sections) {
    const name = Math.max(title.length, ...rows.map((row) => row.name.length));
    const texts = rows.map((row) => row.cells.map((cell) => text(cell, calibration, earlier)));
    const widths = heads.map((head, i) => Math.max(head.length, ...texts.map((row) => row[i].length)));
    const line = (first, cells) => [first.padEnd(name), ...cells.map((cell, i) => cell.padStart(widths[i]))].join("  ").trimEnd();
    lines.push("", line(title, heads), ...rows.map((row, i) => line(row.name, texts[i])));
  }
  return lines.slice(1).join("\n");
}

function text(cell, calibration, earlier) {
  if (cell === undefined) return "";
  if (typeof cell === "string") return cell;
  const r = ratio(cell, calibration, earlier);
  return `${number(cell.value)} ${r === undefined ? "   new " : r.toFixed(2).padStart(6) + marks[verdict(cell, r)]}`;
}

// number has three digits at least, and no more than whole ones behind them.
export function number(value) {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

// regressions are the figures that got worse, in words.
export function regressions(sections, calibration, earlier) {
  const list = [];
  for (const { rows } of sections) {
    for (const cell of rows.flatMap((row) => row.cells)) {
      if (cell === undefined || typeof cell === "string") continue;
      const r = ratio(cell, calibration, earlier);
      if (verdict(cell, r) === "worse") list.push(`${cell.id} ${r.toFixed(2)}`);
    }
  }
  return list;
}
