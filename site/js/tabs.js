// Sections as tabs: a list of [data-tabs] shows one of its sections at a time. The
// headings of the sections become the names of the tabs. Without this script, and
// on paper, the sections stand under one another.

function make(list) {
  const panels = [...list.children];
  const bar = document.createElement("div");
  bar.setAttribute("role", "tablist");
  bar.setAttribute("aria-label", list.dataset.tabs);
  const tabs = panels.map((panel, i) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.id = `${list.dataset.tabs.replace(/\W+/g, "-")}-${i}`;
    tab.textContent = panel.querySelector("h2, h3").textContent;
    tab.setAttribute("role", "tab");
    panel.id = `${tab.id}-panel`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    tab.setAttribute("aria-controls", panel.id);
    tab.addEventListener("click", () => show(i));
    return tab;
  });
  const show = (chosen) => {
    tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", i === chosen);
      tab.tabIndex = i === chosen ? 0 : -1;
      panels[i].toggleAttribute("data-shown", i === chosen);
    });
  };
  bar.addEventListener("keydown", (event) => {
    const at = tabs.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const next = (to + tabs.length) % tabs.length;
    show(next);
    tabs[next].focus();
  });
  bar.append(...tabs);
  list.prepend(bar);
  list.dataset.made = "";
  show(0);
}

export function makeTabs() {
  document.querySelectorAll("[data-tabs]").forEach(make);
}
