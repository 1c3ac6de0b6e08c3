// Rows of tables, and the sentences below the lab's fields, for the page's program. It hands over a whole table as JSON:
// every element that Go code touches itself costs it a reference with a
// finalizer, and a table has hundreds.

// fill replaces the rows of a table's section. Rows is a JSON list of lists of
// cells, each { text } and, where they are wanted:
//   head    "row" or "col": a head of that scope
//   class   the cell's class
//   note    what a narrow screen shows below the text (data-note)
export function fill(section, rows) {
  section.replaceChildren(...JSON.parse(rows).map((cells) => {
    const row = document.createElement("tr");
    row.append(...cells.map(cell));
    return row;
  }));
}

function cell({ text, head, class: name, note }) {
  const element = document.createElement(head ? "th" : "td");
  if (head) element.scope = head;
  if (name) element.className = name;
  if (note) element.dataset.note = note;
  // A name_of_a_counter may break after each underscore.
  text.split(/(?<=_)/).forEach((part, i) => element.append(...(i ? [document.createElement("wbr"), part] : [part])));
  return element;
}

// rules puts a sentence below each field of the form, and marks those that have no
// say. The list is JSON: [{ name, text, idle }].
export function rules(list) {
  const spans = new Map([...document.querySelectorAll("#settings [data-rule]")].map((e) => [e.dataset.rule, e]));
  for (const { name, text, idle } of JSON.parse(list)) {
    const span = spans.get(name);
    if (!span) continue;
    if (span.textContent !== text) span.textContent = text;
    span.closest(".field").toggleAttribute("data-idle", idle);
  }
}
