// The charts of a page: Apache ECharts with the parts Clocksweep uses, and the
// few verbs the page's program calls. Options come as JSON from the charts
// package; no option carries code.

import { BarChart, LineChart } from "echarts/charts";
import {
  AriaComponent,
  AxisPointerComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  MarkPointComponent,
  TooltipComponent,
} from "echarts/components";
import { connect, getInstanceByDom, init, use } from "echarts/core";
import { LabelLayout } from "echarts/features";
import { CanvasRenderer, SVGRenderer } from "echarts/renderers";
import { parseOption } from "./option.js";

use([
  BarChart, LineChart,
  AriaComponent, AxisPointerComponent, GridComponent, LegendComponent, MarkAreaComponent, MarkLineComponent,
  MarkPointComponent, TooltipComponent,
  LabelLayout, CanvasRenderer, SVGRenderer,
]);

const axisGroup = "time";
const narrow = 560; // width in pixels up to which a picture has its narrow layout (charts.Narrow)

// fit gives the element the height that the picture is laid out for.
function fit(element) {
  const { height, narrowHeight } = element.dataset;
  element.style.height = `${element.clientWidth <= narrow ? narrowHeight : height}px`;
  getInstanceByDom(element)?.resize();
}

const watcher = new ResizeObserver((entries) => {
  for (const { target } of entries) fit(target);
});

// draw shows the option in the element, in place of what it held. A chart that
// is there already is kept and gets the new option.
function draw(element, json) {
  let chart = getInstanceByDom(element);
  if (!chart) {
    element.replaceChildren();
    element.dataset.live = "";
    fit(element);
    chart = init(element, null, { renderer: "canvas" });
    if (element.closest("figure")?.dataset.axis === "time") {
      chart.group = axisGroup;
      connect(axisGroup);
    }
    watcher.observe(element);
  }
  chart.setOption(parseOption(json), { notMerge: true });
}

function resize() {
  for (const element of document.querySelectorAll(".plot[data-live]")) fit(element);
}

function dispose(element) {
  watcher.unobserve(element);
  getInstanceByDom(element)?.dispose();
  delete element.dataset.live;
}

// svg returns the chart of an element as an SVG document, or nothing when the
// element holds no chart.
function svg(element) {
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

globalThis.clocksweepCharts = { draw, resize, dispose, svg };
