// The charts of a page: Apache ECharts with the parts Clocksweep uses, and the
// few verbs the page's program calls. Options come as JSON from the charts
// package; no option carries code.
//
// A chart takes a tenth of a second to draw on a slow machine, so it is drawn
// when it comes into view, or when something needs it: a saved picture, paper.

import { BarChart, HeatmapChart, LineChart } from "echarts/charts";
import {
  AriaComponent,
  AxisPointerComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  MarkPointComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
} from "echarts/components";
import { connect, getInstanceByDom, init, use } from "echarts/core";
import { CanvasRenderer, SVGRenderer } from "echarts/renderers";

use([
  BarChart, HeatmapChart, LineChart,
  AriaComponent, AxisPointerComponent, GridComponent, LegendComponent, MarkAreaComponent, MarkLineComponent,
  MarkPointComponent, TooltipComponent, VisualMapContinuousComponent,
  CanvasRenderer, SVGRenderer,
]);

const axisGroup = "time";
const narrow = 560; // width in pixels up to which a picture has its narrow layout (charts.Narrow)

// fit gives the element the height that the picture is laid out for.
function fit(element) {
  const { height, narrowHeight } = element.dataset;
  element.style.height = `${element.clientWidth <= narrow ? narrowHeight : height}px`;
  getInstanceByDom(element)?.resize();
  point(element);
}

const timed = (element) => element.closest("figure")?.dataset.axis === "time";

// ---- the cursor: one second in all pictures over time ----------------------

let second = -1; // none
const cursors = new Map(); // element -> its line

// cursor puts the line of all pictures over time at a second of the run.
function cursor(at) {
  second = at;
  for (const element of document.querySelectorAll("figure[data-axis=time] .plot[data-live]")) point(element);
}

function point(element) {
  const chart = getInstanceByDom(element);
  if (!chart || !timed(element)) return;
  let line = cursors.get(element);
  if (!line) {
    line = document.createElement("div");
    line.className = "cursor";
    element.append(line);
    cursors.set(element, line);
  }
  let x;
  try {
    x = second < 0 ? NaN : chart.convertToPixel({ xAxisIndex: 0 }, second);
  } catch {
    x = NaN; // it has no option yet
  }
  line.hidden = !Number.isFinite(x);
  if (!line.hidden) line.style.left = `${x}px`;
}

// pick tells the page at which second a picture was clicked.
function pick(element, chart) {
  chart.getZr().on("click", ({ offsetX, offsetY }) => {
    const at = chart.convertFromPixel({ xAxisIndex: 0 }, offsetX);
    if (!Number.isFinite(at) || offsetY < 0) return;
    element.dispatchEvent(new CustomEvent("pick", { bubbles: true, detail: Math.ceil(at) }));
  });
}

const watcher = new ResizeObserver((entries) => {
  for (const { target } of entries) fit(target);
});

const waiting = new Map(); // element -> option, of charts that nobody has seen yet
const inView = new Set();  // those of them to be drawn, first come first drawn
let drawing = false;       // the next task draws

const view = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) inView.add(target);
    else inView.delete(target);
  }
  drawInView();
}, { rootMargin: "20% 0px" });

// drawInView draws the charts in view, one in a task: several come into view at a time.
function drawInView() {
  if (drawing || inView.size === 0) return;
  drawing = true;
  setTimeout(() => {
    drawing = false;
    const [first] = inView;
    inView.delete(first);
    drawInView(); // its task comes after this one, which may throw
    if (first) drawWaiting(first);
  });
}

// draw shows the option in the element, in place of what it held, as soon as
// the element is in view.
function draw(element, json) {
  waiting.set(element, json);
  view.unobserve(element); // so that it tells at once whether the element is in view
  view.observe(element);
}

function drawWaiting(element) {
  const json = waiting.get(element);
  if (json === undefined) return;
  waiting.delete(element);
  inView.delete(element);
  view.unobserve(element);
  drawNow(element, json);
}

// drawNow keeps a chart that is there already and gives it the new option.
function drawNow(element, json) {
  let chart = getInstanceByDom(element);
  if (!chart) {
    element.replaceChildren();
    element.dataset.live = "";
    fit(element);
    chart = init(element, null, { renderer: "canvas" });
    if (timed(element)) {
      chart.group = axisGroup;
      connect(axisGroup);
      pick(element, chart);
    }
    watcher.observe(element);
  } else {
    fit(element); // more runs, or another kind of sweep, take another height
  }
  chart.setOption(JSON.parse(json), { notMerge: true });
  point(element);
}

// The page's program, which listens from earlier on, has called draw by then if
// the colors are others on paper.
addEventListener("beforeprint", () => {
  for (const element of [...waiting.keys()]) drawWaiting(element);
});

// svg returns the chart of an element as an SVG document, or nothing when the
// element holds no chart.
function svg(element) {
  drawWaiting(element);
  const chart = getInstanceByDom(element);
  if (!chart) return undefined;
  const copy = init(null, null, {
    renderer: "svg",
    ssr: true,
    width: element.clientWidth,
    height: element.clientHeight,
  });
  copy.setOption(chart.getOption());
  const text = copy.renderToSVGString();
  copy.dispose();
  return text;
}

globalThis.clocksweepCharts = { draw, svg, cursor };
