// The state of the pool page in its link: #v=1&policies=clock83,2q&buffers=256&...
//
// What the stage is told ("settings") is a line each, as core/stage reads them; it
// is also who says what is legal. The rest is the page's own: at, show, buffer,
// speed, tour.

export const STAGE = ["policies", "buffers", "stream", "pages", "writes", "clients", "seed", "round", "checkpoint", "hand"];

const MOST_AT = 100_000_000; // some minutes of playing
const WHOLE = /^\d{1,12}$/;

// read returns the state that a fragment asks for: settings by name, and numbers of
// the page. Whatever it does not understand it names in unknown.
export function read(fragment) {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const state = { settings: {}, unknown: [] };
  for (const [name, value] of given) {
    if (STAGE.includes(name)) state.settings[name] = value.slice(0, 8000);
    else if (name === "v") {
      if (value !== "1") state.unknown.push(`v=${value.slice(0, 20)}`);
    } else if (["at", "show", "buffer", "speed", "tour"].includes(name) && WHOLE.test(value)) {
      state[name] = Number(value);
    } else state.unknown.push(name.slice(0, 20));
  }
  if (state.at > MOST_AT) state.at = MOST_AT;
  return state;
}

// write returns the fragment for settings that differ from the defaults and numbers
// of the page that are set.
export function write(settings, defaults, numbers) {
  const parts = ["v=1"];
  for (const name of STAGE) {
    const value = settings[name];
    if (value !== undefined && value !== "" && String(value) !== defaults[name]) parts.push(`${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`);
  }
  for (const [name, value] of Object.entries(numbers)) {
    if (value !== undefined && value !== null) parts.push(`${name}=${value}`);
  }
  return `#${parts.join("&")}`;
}

// lines is what the stage is told.
export function lines(settings) {
  return STAGE.filter((name) => settings[name] !== undefined && settings[name] !== "")
    .map((name) => `${name}=${String(settings[name]).replaceAll("\n", " ")}`).join("\n");
}
