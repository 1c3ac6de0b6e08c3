// parseOption reads an option as the charts package writes it and fits it to
// the place it is drawn in: no animation, tooltips drawn in the picture itself
// (ECharts' HTML tooltips carry inline styles, which the page's security policy
// forbids).
export function parseOption(json) {
  const option = typeof json === "string" ? JSON.parse(json) : json;
  const base = option.baseOption ?? option;
  base.animation = false;
  for (const tooltip of [base.tooltip].flat()) {
    if (tooltip) Object.assign(tooltip, { renderMode: "richText", confine: true });
  }
  return option;
}
