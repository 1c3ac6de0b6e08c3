// Choosing among the cards of the home page: by words, and by what the lists offer.
// A card shows if it has all of them. What is chosen stands in the address, so that
// Back and a link bring it back.

const list = (card, name) => (card.dataset[name] ?? "").split("|");

export function makeChoice() {
  const form = document.getElementById("choose");
  if (!form) return;
  const cards = [...document.querySelectorAll(".card")];
  const text = document.getElementById("choose-text");
  const selects = [...form.querySelectorAll("[data-choice]")];
  const all = document.getElementById("choose-all");
  const told = document.getElementById("chosen");
  const haystack = new Map(cards.map((card) => [card, `${card.textContent} ${card.dataset.words}`.toLowerCase()]));

  const choose = () => {
    const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let hits = 0;
    for (const card of cards) {
      card.hidden = !(words.every((word) => haystack.get(card).includes(word)) &&
        selects.every((s) => !s.value || list(card, s.dataset.choice).includes(s.value)));
      if (!card.hidden) hits++;
    }
    const chosen = words.length > 0 || selects.some((s) => s.value);
    const of = chosen ? ` of ${cards.length}` : "";
    const say = hits ? `${hits}${of} experiment${(chosen ? cards.length : hits) === 1 ? "" : "s"}` : "No experiment has all of this";
    if (told.textContent !== say) told.textContent = say;
    all.hidden = !chosen;
  };

  // The address has only what is chosen: ?text=checkpoint&era=sweep.
  const remember = () => {
    const query = new URLSearchParams();
    if (text.value.trim()) query.set("text", text.value.trim());
    for (const s of selects) if (s.value) query.set(s.dataset.choice, s.value);
    const tail = query.size ? `?${query}` : "";
    history.replaceState(null, "", location.pathname + tail + location.hash);
  };
  const recall = () => {
    const query = new URLSearchParams(location.search);
    text.value = (query.get("text") ?? "").slice(0, 200);
    for (const s of selects) {
      s.value = query.get(s.dataset.choice) ?? "";
      if (s.selectedIndex < 0) s.value = "";
    }
  };

  const changed = () => {
    choose();
    remember();
  };
  form.addEventListener("input", changed);
  form.addEventListener("reset", () => setTimeout(() => {
    changed();
    text.focus();
  }));
  recall();
  choose();
}
