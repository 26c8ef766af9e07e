// @ts-check
// The page that calibrates a camera: one step after the other, and in between the live picture.
import { element, input, show, text } from "./dom.js";
import { drawnRegions, showRegions } from "./regions.js";

const table = document.body.dataset.table ?? "";
const address = `/api/v1/tables/${encodeURIComponent(table)}/calibration`;
const csrf = document.querySelector('meta[name="csrf"]')?.getAttribute("content") ?? "";
const LIVE_MS = 300;
/** @type {string[]} */
const cards = JSON.parse(element("cards").textContent ?? "[]");
const SUITS = /** @type {Record<string, string>} */ ({ S: "♠", H: "♥", D: "♦", C: "♣" });

/** How the calibration stands, null while no camera is open. @type {Calibration | null} */
let state = null;
let isBusy = false;
let next = 0; // the card to show

/** Takes a step; the answer is said. @type {(step: string, words: string, fields?: Record<string, unknown>) => Promise<boolean>} */
async function take(step, words, fields = {}) {
  if (isBusy) return false;
  isBusy = true;
  paint();
  text("answer", words);
  let isDone = false;
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrf },
      body: JSON.stringify({ step, ...fields }),
    });
    const told = await answer.json();
    isDone = answer.ok;
    if (isDone) state = told.size ? told : null;
    text("answer", isDone ? "Done." : told.error);
  } catch {
    text("answer", "The server does not answer.");
  }
  isBusy = false;
  paint();
  return isDone;
}

/** @type {() => Record<string, import("./regions.js").Rectangle>} */
function regions() {
  if (!state) return {};
  const [wide, high] = state.size;
  if (state.mode === "shoe") return { window: state.window ?? [0, 0, wide, high] };
  const size = Math.round(wide / 8);
  return Object.fromEntries(
    ["P3", "P2", "P1", "B1", "B2", "B3"].map((place, at) => {
      const corners = state?.places[place];
      if (!corners) return [place, [Math.round((wide * (at + 0.5)) / 6 - size / 2), Math.round(high / 2 - size / 2), size, size]];
      const [x, y] = [0, 1].map((way) => Math.round(Math.min(...corners.map((corner) => corner[way] ?? 0))));
      const [right, bottom] = [0, 1].map((way) => Math.round(Math.max(...corners.map((corner) => corner[way] ?? 0))));
      return [place, [x ?? 0, y ?? 0, (right ?? 0) - (x ?? 0), (bottom ?? 0) - (y ?? 0)]];
    }),
  );
}

function paint() {
  const isOpen = state !== null;
  const has = { regions: isOpen, scene: isOpen, cards: Boolean(state?.empty), save: Boolean(state?.empty) };
  for (const [step, may] of Object.entries(has)) {
    /** @type {HTMLFieldSetElement} */ (element(`step-${step}`)).disabled = !may || isBusy;
  }
  /** @type {HTMLButtonElement} */ (element("close")).disabled = !isOpen;
  document.body.dataset.mode = state?.mode ?? mode();
  show("stage", isOpen);
  show("region-help", isOpen);
  text("picture-words", isOpen ? `${state?.size.join(" by ")} pixels.` : "No camera is open.");
  const locked = Object.entries(state?.exposure ?? {}).map(([name, value]) => `${name} ${value}`);
  text("scene-words", `${state?.empty ? "The empty scene is recorded." : "Not recorded yet."} ${locked.length ? `Locked: ${locked.join(", ")}.` : ""}`);
  const card = cards[next] ?? "";
  text("next-card", card.charAt(0).replace("T", "10") + (SUITS[card.charAt(1)] ?? ""));
  const shown = Object.keys(state?.cards ?? {}).length;
  const pictures = Object.values(state?.cards ?? {}).reduce((sum, count) => sum + count, 0);
  const mine = state?.cards[card] ?? 0;
  text("cards-words", `${shown} of 52 shown, ${pictures} pictures; of this one ${mine || "none"}.`);
  text("accuracy", state?.accuracy ? `${state.accuracy.words}.${state.enough ? "" : " That is too little for a table."}` : "");
}

function mode() {
  return /** @type {HTMLInputElement} */ (document.querySelector('[name="mode"]:checked')).value;
}

function drawRegions() {
  if (state) showRegions(regions(), state.size);
}

async function live() {
  for (;;) {
    await new Promise((done) => setTimeout(done, LIVE_MS));
    if (!state || isBusy || document.hidden) continue;
    await new Promise((done) => {
      const picture = new Image();
      picture.onload = () => done((/** @type {HTMLImageElement} */ (element("live")).src = picture.src));
      picture.onerror = () => done(text("picture-words", "No picture comes: look at the camera."));
      picture.src = `${address}.jpg?${Date.now()}`;
    });
  }
}

/** @type {(id: string, act: () => unknown) => void} */
function onClick(id, act) {
  element(id).addEventListener("click", () => void act());
}

element("open-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  state = null;
  next = 0;
  const opened = await take("open", "Opening the camera ...", { camera: input("source").value.trim(), mode: mode() });
  if (opened) drawRegions();
});
for (const each of document.querySelectorAll('[name="mode"]')) each.addEventListener("change", paint);
onClick("close", () => take("close", "Letting go of it ..."));
onClick("find-places", async () => (await take("find_places", "Looking for six cards ...")) && drawRegions());
onClick("set-regions", () => {
  const drawn = drawnRegions();
  return state?.mode === "table"
    ? take("places", "Keeping the places ...", { places: drawn })
    : take("window", "Keeping the window ...", { window: drawn.window, turn: Number(/** @type {HTMLSelectElement} */ (element("turn")).value) });
});
onClick("lock", () => take("lock", "Locking ..."));
onClick("empty", () => take("empty", "Recording the empty scene: keep everything out of it ..."));
onClick("take", async () => {
  if (await take("card", `Taking ${cards[next]} ...`, { card: cards[next] })) step(1);
});
for (const button of document.querySelectorAll("[data-suit]")) {
  const { suit } = /** @type {HTMLElement} */ (button).dataset;
  button.addEventListener("click", () => void take("suit", "Taking the thirteen cards ...", { suit }));
}
onClick("skip", () => step(1));
onClick("back", () => step(-1));
onClick("drop", () => take("drop_card", "Forgetting it ...", { card: cards[next] }));
onClick("measure", () => take("measure", "Reading each picture by the others ..."));
element("save-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = { name: input("name").value, accept: input("accept").checked, replace: input("replace").checked };
  if (state && !state.accuracy && Object.keys(state.cards).length) {
    if (!(await take("measure", "Reading each picture by the others ..."))) return;
  }
  if (await take("save", "Saving ...", fields)) {
    const may = state?.enough || fields.accept;
    text("saved", may ? `The reader: ${state?.reader}` : `Kept, but not to be used yet: ${state?.accuracy?.words ?? "no cards were shown"}.`);
  }
});

/** @param {number} by */
function step(by) {
  next = (next + by + cards.length) % cards.length;
  paint();
}

paint();
void live();
