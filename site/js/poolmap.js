// One pool as a map on a canvas: a cell a buffer, or a group of buffers, in buffer
// order. Only cells that changed are painted, into an image of the canvas's own
// pixels, and only the rows that changed are put on it; the clock hand, the last
// access and the selected cell lie on a second canvas above.

const LEVEL = 7;
const EMPTY = 8;
const DIRTY = 16;
const PINNED = 32;
const MARKED = 64;

const MOST_CELL = 34; // pixels of the style sheet

// figures are the places in the numbers of a frame; core/stage.Figures has them all.
export const FIGURES = [
  "accesses", "hits", "misses", "extends", "fromFreelist", "fromHand", "fromRing", "fromList", "passed", "taken",
  "backendWrites", "roundWrites", "checkpointWrites", "rounds", "checkpoints", "empty", "dirty", "pinned",
  "level0", "level1", "level2", "level3", "level4", "level5",
  "next", "round", "last", "lastHit", "todo", "done", "checkpointing", "t1", "t2", "b1", "b2", "target",
];

export const figures = (numbers) => Object.fromEntries(FIGURES.map((name, i) => [name, numbers[i]]));

// rgb reads a color of the style sheet as the 32 bits of a pixel.
function rgb(style, name) {
  const hex = style.getPropertyValue(name).trim();
  const n = Number.parseInt(hex.slice(1), 16);
  return (255 << 24 | (n & 255) << 16 | (n & 0xff00) | n >> 16) >>> 0;
}

// blend mixes two pixels, share of the first.
function blend(a, b, share) {
  let mixed = 0xff000000;
  for (const shift of [0, 8, 16]) {
    mixed += Math.round((a >> shift & 255) * share + (b >> shift & 255) * (1 - share)) * 2 ** shift;
  }
  return mixed >>> 0;
}

// palette is the colors of the theme in force.
export function palette() {
  const style = getComputedStyle(document.documentElement);
  const paper = rgb(style, "--paper");
  const levels = [0, 1, 2, 3, 4, 5, 5, 5].map((level) => rgb(style, `--level${level}`));
  return {
    paper, text: rgb(style, "--text"), dirty: rgb(style, "--backend"), marked: rgb(style, "--checkpointer"),
    empty: rgb(style, "--raised"), levels, dim: levels.map((color) => blend(color, paper, 0.3)),
    shown: levels.map((color) => blend(rgb(style, "--shown"), color, 0.65)),
    css: (name) => style.getPropertyValue(name).trim(),
  };
}

export class PoolMap {
  constructor(place) {
    this.place = place;
    this.canvas = place.querySelector("canvas.cells");
    this.over = place.querySelector("canvas.over");
    this.context = this.canvas.getContext("2d", { alpha: false });
    this.above = this.over.getContext("2d");
    this.cells = undefined;
    this.show = -1;
    this.selected = -1;
  }

  // fit chooses the largest cells for which the map is not too high.
  fit(count) {
    const dpr = Math.min(devicePixelRatio || 1, 3);
    const width = Math.floor(this.place.clientWidth * dpr);
    // In one sight for a pool to learn with, higher where cells would get too small.
    const high = (count > 20000 ? 1000 : count > 1024 ? 620 : 330) * dpr;
    let cell = Math.floor(MOST_CELL * dpr);
    while (cell > 1 && Math.ceil(count / Math.floor(width / cell)) * cell > high) cell--;
    // Rows of a round number of buffers, where that costs little.
    const most = Math.floor(width / cell);
    const columns = Math.min(count, most < 32 ? most : Math.floor(most / 16) * 16);
    if (this.count === count && this.cell === cell && this.columns === columns && this.dpr === dpr) return;
    Object.assign(this, { count, cell, columns, dpr, rows: Math.ceil(count / columns) });
    for (const canvas of [this.canvas, this.over]) {
      canvas.width = columns * cell;
      canvas.height = this.rows * cell;
      canvas.style.width = `${canvas.width / dpr}px`;
      canvas.style.height = `${canvas.height / dpr}px`;
    }
    this.image = this.context.createImageData(columns * cell, this.rows * cell);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.before = undefined;
    this.gap = cell >= 18 ? 2 : cell >= 5 ? 1 : 0;
  }

  // look is what else decides about the colors: the theme, and the relation shown.
  look(colors, show) {
    this.colors = colors;
    this.show = show;
    this.before = undefined;
  }

  // draw paints what differs from the frame before, and returns how many cells that
  // were. state holds the cells and behind them their relations.
  draw(state, numbers, group) {
    const count = state.length / 2;
    this.fit(count);
    const { before, columns, cell } = this;
    if (!before) this.pixels.fill(this.colors.paper);
    let first = this.rows, last = -1, painted = 0;
    for (let i = 0; i < count; i++) {
      if (before && before[i] === state[i] && before[count + i] === state[count + i]) continue;
      this.paint(i, state[i], state[count + i]);
      painted++;
      const row = Math.floor(i / columns);
      if (row < first) first = row;
      last = row;
    }
    if (painted > 0) {
      const from = before ? first * cell : 0;
      const to = before ? (last + 1) * cell : this.canvas.height;
      this.context.putImageData(this.image, 0, 0, 0, from, this.canvas.width, to - from);
    }
    this.before = this.last = state;
    this.group = group;
    this.figures = numbers;
    this.mark();
    return painted;
  }

  // redraw paints the last frame again: other colors, another width.
  redraw() {
    if (this.last) this.draw(this.last, this.figures, this.group);
  }

  paint(i, state, rel) {
    const { cell, columns, gap, colors, pixels } = this;
    const width = columns * cell;
    const size = cell - gap;
    const start = Math.floor(i / columns) * cell * width + (i % columns) * cell;
    const levels = this.show < 0 ? colors.levels : rel === this.show ? colors.shown : colors.dim;
    const fill = state & EMPTY ? colors.empty : levels[state & LEVEL];
    for (let y = 0, at = start; y < size; y++, at += width) pixels.fill(fill, at, at + size);
    if (state & DIRTY) {
      const mark = Math.max(1, Math.round(size * 0.4));
      const color = state & MARKED ? colors.marked : colors.dirty;
      // Bottom right; what the checkpoint has to write, bottom left.
      const shift = state & MARKED ? 0 : size - mark;
      for (let y = size - mark, at = start + y * width + shift; y < size; y++, at += width) pixels.fill(color, at, at + mark);
    }
    if (state & PINNED) this.ring(start, size, width, colors.text);
  }

  ring(start, size, width, color) {
    const thick = Math.max(1, Math.round(size / 10));
    for (let y = 0, at = start; y < size; y++, at += width) {
      if (y < thick || y >= size - thick) this.pixels.fill(color, at, at + size);
      else {
        this.pixels.fill(color, at, at + thick);
        this.pixels.fill(color, at + size - thick, at + size);
      }
    }
  }

  // mark draws what moves: hands, last access, selected cell.
  mark() {
    const { above, figures: f, colors, dpr } = this;
    if (!f) return;
    above.clearRect(0, 0, this.over.width, this.over.height);
    const thin = 2 * dpr;
    if (f.round >= 0) this.boundary(f.round, colors.css("--bgwriter"), thin, [3 * dpr, 3 * dpr]);
    if (f.next >= 0) {
      if (this.place.dataset.hand === "true") this.boundary(f.next, colors.css("--text"), thin, []);
      else this.box(f.next, colors.css("--text"), thin, [3 * dpr, 2 * dpr]);
    }
    if (f.last >= 0) this.box(f.last, colors.css("--read"), thin * 1.25, f.lastHit ? [] : [4 * dpr, 2 * dpr]);
    if (this.selected >= 0) this.box(this.selected, colors.css("--accent"), thin * 1.5, []);
  }

  // boundary is a line across the map, between the buffers before b and those from b
  // on.
  boundary(b, color, width, dash) {
    const { above, cell, columns } = this;
    const i = Math.floor(b / this.group);
    const x = (i % columns) * cell, y = Math.floor(i / columns) * cell;
    const edge = this.gap / 2;
    above.strokeStyle = color;
    above.lineWidth = width;
    above.setLineDash(dash);
    above.beginPath();
    const right = this.over.width;
    above.moveTo(0, Math.min(y + cell, this.over.height) - edge);
    above.lineTo(Math.max(x - edge, width / 2), y + cell - edge);
    above.lineTo(Math.max(x - edge, width / 2), Math.max(y - edge, width / 2));
    above.lineTo(right, Math.max(y - edge, width / 2));
    above.stroke();
  }

  box(b, color, width, dash) {
    const { above, cell, columns, dpr } = this;
    const i = Math.floor(b / this.group);
    const out = cell < 8 * dpr ? 3 * dpr : 0;
    above.strokeStyle = color;
    above.lineWidth = width;
    above.setLineDash(dash);
    above.strokeRect((i % columns) * cell - out + width / 4, Math.floor(i / columns) * cell - out + width / 4,
      cell - this.gap + 2 * out - width / 2, cell - this.gap + 2 * out - width / 2);
  }

  // bufferAt is the buffer under a pointer, -1 if there is none.
  bufferAt(event) {
    const box = this.over.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) * this.dpr / this.cell);
    const row = Math.floor((event.clientY - box.top) * this.dpr / this.cell);
    const i = row * this.columns + column;
    return column >= 0 && column < this.columns && row >= 0 && i < this.count ? i * this.group : -1;
  }
}
