// Figures and those of an earlier release. A figure is { id, value, better, on }:
//   better  "less" or "more"
//   on      what its value depends on besides the program: "native", "node" or
//           "chromium" for one that a faster machine makes better; absent for one
//           that is the same on every machine, such as a size
// The calibration, a kernel that has nothing to do with the engine, has been
// measured with each of the three.

// ratio is the value over the earlier one, as if both had been measured on the present
// machine; undefined where there was no such figure.
export function ratio(figure, calibration, earlier) {
  const before = earlier?.figures[figure.id];
  if (!(before > 0)) return undefined;
  if (!figure.on) return figure.value / before;
  const slower = calibration[figure.on] / earlier.calibration[figure.on]; // this machine, by its kernel
  return figure.value / (figure.better === "less" ? before * slower : before / slower);
}

// Below these nothing is told of a difference: two looks at the same program differ by
// as much, and sizes by nothing.
const TIMING = 0.15;
const SAME = 0.01;

// verdict is what a reader should notice of a ratio: "worse", "better" or "".
export function verdict(figure, ratio) {
  if (ratio === undefined) return "";
  const gain = figure.better === "less" ? 1 / ratio : ratio;
  const band = 1 + (figure.on ? TIMING : SAME);
  return gain > band ? "better" : gain < 1 / band ? "worse" : "";
}

// toKeep is the file of an engine's figures.
export function toKeep(engine, machine, calibration, figures) {
  return {
    engine, machine, calibration,
    figures: Object.fromEntries(figures.map(({ id, value }) => [id, Number(value.toPrecision(5))])),
  };
}
