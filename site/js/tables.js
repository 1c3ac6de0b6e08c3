// Rows of tables for the page's program. It hands over a whole table as JSON:
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
