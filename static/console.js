// @ts-check
// The console: shows where the table stands and sends the crew's commands, one at a time.
// A command carries the entry that it was decided on, so a table that moved on refuses it.
import { follow } from "./live.js";

const ANSWER_MS = 5_000; // no answer by then is none
const ASK_AGAIN_MS = 1_500;

const table = document.body.dataset.table ?? "";
const cardField = /** @type {HTMLInputElement} */ (element("card"));
const buttons = [...document.querySelectorAll("button")];

/** What is shown, and so what a command is decided on. @type {Snapshot | null} */
let now = null;
/** The newest snapshot; shown once the crew's part of it is here. @type {Snapshot | null} */
let newest = null;
let isLive = false;
let isAsking = false;

/** The commands that the table would take now, as the server says. @type {string[]} */
let allowed = [];

follow(table, { paint: (snapshot) => void show(snapshot), tell });

element("card-form").addEventListener("submit", (event) => {
  event.preventDefault();
  void command("enter_card", { card: cardField.value });
});
for (const button of buttons) {
  const name = button.dataset.command;
  if (name) button.addEventListener("click", () => void command(name));
}
document.addEventListener("keydown", (event) => {
  const button = document.querySelector(`[aria-keyshortcuts="${event.key}"]`);
  if (!(button instanceof HTMLButtonElement) || event.repeat) return;
  event.preventDefault();
  if (button.disabled) text("answer", "That is not possible now.");
  else button.click();
});

/**
 * Shows a snapshot together with what the table would take then, so that the two never disagree.
 *
 * @param {Snapshot} snapshot
 */
async function show(snapshot) {
  newest = snapshot;
  const told = await askForTheCrew();
  if (newest !== snapshot || (told && told.seq !== snapshot.seq)) return; // a newer one is coming
  if (!told) setTimeout(() => newest === snapshot && void show(snapshot), ASK_AGAIN_MS);
  now = snapshot;
  allowed = told?.allowed ?? [];
  paint(snapshot);
  paintForTheCrew(snapshot, told);
  enable();
}

/** @param {Snapshot} snapshot */
function paint(snapshot) {
  const { shoe, coup, last } = snapshot;
  text("phase", snapshot.phase.replace("_", " ") + (snapshot.last_coup ? ", last coup" : ""));
  text("shoe", `${shoe.number || "–"} · ${shoe.coups} coups · ${shoe.left} cards left`);
  text("expects", snapshot.unread ? "the face of the card that was not read" : snapshot.expects);
  text("player", coup ? `${coup.player.join(" ")} = ${coup.player_total}` : "–");
  text("banker", coup?.banker.length ? `${coup.banker.join(" ")} = ${coup.banker_total}` : "–");
  text("last", last ? `${last.number}: ${last.outcome}, ${last.player_total} to ${last.banker_total}` : "–");
  text("house", house(snapshot.house));
  text("hold-why", snapshot.hold ?? "");
  text("waiting", snapshot.waiting ? `${snapshot.waiting} more seen since, kept until the release.` : "");
  element("hold-box").hidden = !snapshot.hold;
  element("trouble").hidden = !snapshot.trouble;
  element("simulated").hidden = !snapshot.simulated;
}

/** @type {(link: Link, seconds: number) => void} */
function tell(link, seconds) {
  document.body.dataset.link = link;
  isLive = link === "live" && now !== null;
  text("link", isLive ? "Connected." : `Not connected for ${seconds} s: nothing can be entered.`);
  enable();
}

function enable() {
  const can = (/** @type {string} */ name) => isLive && allowed.includes(name);
  for (const button of buttons) button.disabled = !can(button.dataset.command ?? "enter_card");
  cardField.disabled = !can("enter_card");
}

/** @type {(name: string, more?: Record<string, unknown>) => Promise<void>} */
async function command(name, more = {}) {
  if (!isLive || !now) return; // nothing is queued while offline
  if (isAsking) {
    text("answer", "One at a time: the last command is still on its way.");
    return;
  }
  isAsking = true;
  text("answer", "…");
  try {
    const response = await fetch(`/api/v1/tables/${table}/commands`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ command: name, seq: now.seq, ...more }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const answer = await response.json();
    text("answer", response.ok ? "Done." : answer.error);
    if (response.ok && name === "enter_card") cardField.value = "";
  } catch {
    text("answer", "No answer from the server: look at the table's state before you try again.");
  } finally {
    isAsking = false;
    if (!cardField.disabled) cardField.focus();
  }
}

/** @param {Snapshot["house"]} house */
function house({ title, decks, odds, limits, boxes }) {
  const tie = limits.tie_max === null ? "" : `, tie up to ${limits.tie_max}`;
  const multiple = limits.banker_multiple;
  return [
    `${title}, ${decks === 1 ? "1 deck" : `${decks} decks`}`,
    `player ${odds.player}, banker ${odds.banker}, tie ${odds.tie}`,
    `${limits.min} to ${limits.max}${tie}${multiple > 1 ? `, banker in ${multiple}s` : ""}`,
    `boxes ${boxes.join(" ")}`,
  ].join("; ");
}

/** @type {() => Promise<ForTheCrew | null>} */
async function askForTheCrew() {
  try {
    const response = await fetch(`/api/v1/tables/${table}/crew`, {
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return response.ok ? await response.json() : null;
  } catch {
    return null; // the link's own words say that the server is away
  }
}

/**
 * What only the crew is told: what undo will take back, the reader's port, the log's trouble.
 *
 * @type {(snapshot: Snapshot, told: ForTheCrew | null) => void}
 */
function paintForTheCrew({ reader, trouble }, told) {
  text("undo-words", told?.undo ? `Undo ${told.undo}` : "Undo");
  const detail = told?.reader.url ? `: ${told.reader.detail}` : "";
  text("reader", told?.reader.url === "" ? "none: type cards in" : reader.state + detail);
  text("trouble", told?.trouble ?? trouble ?? "");
  text("screens", told ? screens(told) : "–");
}

/** @param {ForTheCrew} told */
function screens({ seq, screens }) {
  const behind = screens.filter((painted) => painted < seq).length;
  return `${screens.length} open` + (behind ? `, ${behind} behind` : "");
}

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** @type {(id: string, value: string) => void} */
function text(id, value) {
  const place = element(id);
  if (place.textContent !== value) place.textContent = value;
}
