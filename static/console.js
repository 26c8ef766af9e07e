// @ts-check
// The console: shows where the table stands and sends the crew's commands.
import { paintCamera, startCamera } from "./camera.js";
import { send as sendTo } from "./commands.js";
import { element, input, show, text } from "./dom.js";
import { asCard } from "./keypad.js";
import { follow } from "./live.js";
import { checkMending, forgetMissing, insertAfter, startMending } from "./mend.js";
import { closePanel, listen, onOpen, openPanel, reason } from "./panels.js";
import { startPayout } from "./payout.js";
import { onPress } from "./press.js";
import { enableReaders, paintReaders, startReaders } from "./readers.js";
import { enableSuits, paintReads, startReads } from "./reads.js";
import { checkSession, credentials } from "./sign_in.js";
import { countersWords, disk, prizeWords, readerWords, screensWords, waitingWords, waitsWords } from "./words.js";

const ANSWER_MS = 5_000; // no answer by then is none
const ASK_AGAIN_MS = 1_500;
const LOOK_MS = 1_000; // ages grow by themselves

const table = document.body.dataset.table ?? "";
const cardField = input("card");

/** What is shown, and so what a command is decided on. @type {Snapshot | null} */
let now = null;
/** The newest snapshot; shown once the crew's part of it is here. @type {Snapshot | null} */
let newest = null;
/** What the crew was told last. @type {ForTheCrew | null} */
let crew = null;
let isLive = false;
let refused = ""; // what the server said when it last refused our socket

follow(table, { paint: (snapshot) => void refresh(snapshot), tell, credentials });
startMending(table, send);
startReaders(sendAnyhow);
startPayout(table);
startCamera(table);
startReads(table, send);
listen();
setInterval(() => newest && void refresh(newest), LOOK_MS);

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-command]"))) {
  onPress(button, () => void command(button));
}
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-panel-open]"))) {
  onPress(button, () => {
    forgetMissing();
    openPanel(button.dataset.panelOpen ?? "");
  });
}
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-panel-close]"))) {
  onPress(button, closePanel);
}
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-toggle]"))) {
  onPress(button, () => toggle(button));
}
onPress(/** @type {HTMLButtonElement} */ (element("result-send")), () => void sendResult());
onPress(/** @type {HTMLButtonElement} */ (element("limits-send")), () => void sendLimits());
onOpen("result", () => text("result-title", "Result without cards"));
onOpen("limits", prepareLimits);
element("card-form").addEventListener("submit", (event) => {
  event.preventDefault();
  void send("enter_card", { card: asCard(cardField.value) }, `enter ${cardField.value}`).then((isDone) => {
    if (isDone) cardField.value = "";
  });
});
cardField.addEventListener("keydown", (event) => {
  const side = { p: "player", b: "banker" }[event.key.toLowerCase()];
  if (cardField.value || !side || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  forgetMissing();
  openPanel("result");
  const button = document.querySelector(`[data-toggle="outcome:${side}"]`);
  if (button instanceof HTMLButtonElement) toggle(button);
});

/**
 * Shows a snapshot together with what the table would take then, so that the two never disagree.
 *
 * @param {Snapshot} snapshot
 */
async function refresh(snapshot) {
  newest = snapshot;
  const told = await askForTheCrew();
  if (newest !== snapshot || (told && told.seq !== snapshot.seq)) return; // a newer one is coming
  if (!told) setTimeout(() => newest === snapshot && void refresh(snapshot), ASK_AGAIN_MS);
  crew = told ?? crew; // who is signed in no more keeps the buttons: a command asks for the sign-in
  now = told?.full ? { ...snapshot, ...told.full } : snapshot;
  paint(now);
  paintForTheCrew(now, told);
  enable();
  document.body.dataset.seq = String(snapshot.seq);
}

/** @param {Snapshot} snapshot */
function paint(snapshot) {
  const { shoe, coup, last } = snapshot;
  text("phase", snapshot.phase.replace("_", " ") + (snapshot.last_coup ? ", last coup" : "") + (snapshot.free ? ", free" : ""));
  text("shoe", `${shoe.number || "–"} · ${shoe.coups} coups · ${shoe.left} cards left`);
  text("expects", snapshot.unread ? "the face of the card that was not read" : snapshot.expects || "–");
  text("player", hand(coup?.player, coup?.player_total));
  text("banker", hand(coup?.banker, coup?.banker_total));
  text("last", last ? `${last.number}: ${last.outcome}${totals(last)}${hitWords(last)}` : "–");
  text("house", house(snapshot));
  text("hold-why", snapshot.hold ?? "");
  show("hold-box", Boolean(snapshot.hold));
  show("trouble", Boolean(snapshot.trouble));
  show("simulated", snapshot.simulated);
}

/** @type {(snapshot: Snapshot, told: ForTheCrew | null) => void} */
function paintForTheCrew({ reader, trouble, waiting }, told) {
  text("waiting", waitingWords(waiting, told));
  const undo = document.querySelector("[data-command='undo']");
  if (undo instanceof HTMLElement) {
    const words = undo.querySelector("span");
    if (words) words.textContent = told?.undo ? `Undo ${told.undo.what}` : "Undo";
    if (told?.undo?.reopens) undo.dataset.hold = "";
    else delete undo.dataset.hold;
  }
  if (told?.hold) text("hold-why", told.hold.why);
  text("reader", readerWords(reader.state, told));
  text("reader-counters", told ? countersWords(told) : "");
  text("trouble", told?.trouble ?? trouble ?? "");
  text("screens", told ? screensWords(told.screens) : "–");
  text("disk", told ? disk(told) : "–");
  const waits = told ? waitsWords(told) : "";
  text("waits", waits);
  show("waits", Boolean(waits));
  if (!told) return;
  checkMending(told.coups);
  paintReaders(told);
  paintCamera(told);
  paintReads(told);
}

/** @type {(link: Link, seconds: number, refusal: string) => void} */
function tell(link, seconds, refusal) {
  if (refusal && refusal !== refused) void checkSession();
  refused = refusal;
  document.body.dataset.link = link;
  isLive = link === "live" && now !== null;
  text("link", isLive ? "Connected." : `Not connected for ${seconds} s: nothing can be entered.`);
  enable();
}

function enable() {
  const allowed = crew?.allowed ?? [];
  const can = (/** @type {string} */ name) => isLive && allowed.includes(name);
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-command], [data-panel-open], .wide"))) {
    const name = button.dataset.command;
    button.disabled = name ? !can(name) || !hasTarget(button) : !isLive;
  }
  const enter = element("card-form").querySelector("button");
  if (enter) enter.disabled = !can("enter_card");
  enableReaders(can("change_reader"));
  enableSuits(can("correct_card"));
  cardField.disabled = !isLive; // it takes the keys of the panels, too
  if (isLive && document.activeElement === document.body) cardField.focus(); // a card may be typed at once
}

/** The coup that is dealt, or was the last; not what waits for a release. */
const newestCoup = () => crew?.coups.find(({ number }) => number !== null);

/** Whether what a choice of the hold panel is on is there. @param {HTMLButtonElement} button */
function hasTarget({ id }) {
  if (id === "hold-void") return Boolean(newestCoup());
  return id.startsWith("hold-") ? Boolean(crew?.hold?.misplaced) : true;
}

/** @param {HTMLButtonElement} button */
async function command(button) {
  const name = button.dataset.command ?? "";
  if (name === "reveal" && !button.closest(".panel") && crew?.reveal.policy === "per_card") {
    openPanel("reveal");
    return;
  }
  const fields = JSON.parse(button.dataset.fields ?? "{}");
  if (button.id === "hold-void") fields.entry = newestCoup()?.entry;
  else if (button.id.startsWith("hold-")) fields.entry = crew?.hold?.entry;
  const words = button.querySelector("span")?.textContent ?? name;
  const isDone = await send(name, { ...fields, why: reason() }, words);
  if (isDone && button.closest(".panel") && name !== "reveal") closePanel();
}

/** @type {(name: string, fields: Record<string, unknown>, words: string) => Promise<boolean>} */
async function send(name, fields, words) {
  if (!isLive || !now) return false; // nothing is queued while offline
  return sendTo(table, name, now.seq, fields, words);
}

/** The same for what is not on the cards: those that came meanwhile are no reason against it. @type {typeof send} */
async function sendAnyhow(name, fields, words) {
  return isLive && sendTo(table, name, null, fields, words);
}

/** @param {HTMLButtonElement} button */
function toggle(button) {
  const [group, value] = (button.dataset.toggle ?? "").split(":");
  const isOn = button.getAttribute("aria-pressed") !== "true";
  if (value) {
    for (const other of document.querySelectorAll(`[data-toggle^="${group}:"]`)) other.setAttribute("aria-pressed", "false");
  }
  button.setAttribute("aria-pressed", String(isOn));
}

async function sendResult() {
  const isOn = (/** @type {string} */ name) => document.querySelector(`[data-toggle="${name}"]`)?.getAttribute("aria-pressed") === "true";
  const outcome = ["player", "banker", "tie"].find((side) => isOn(`outcome:${side}`));
  const cards = input("result-cards").value.trim();
  if (!outcome && !cards) {
    text("answer", "Say who won, or type the cards.");
    return;
  }
  const marks = { natural: isOn("natural"), player_pair: isOn("player_pair"), banker_pair: isOn("banker_pair") };
  const fields = { ...(cards ? { cards } : { outcome, ...marks }), why: reason() };
  const after = insertAfter();
  const isDone = after === null
    ? await send("declare", fields, `enter ${outcome ?? cards}`)
    : await send("insert_coup", { ...fields, after }, `insert ${outcome ?? cards}`);
  if (isDone) {
    forgetMissing();
    closePanel();
  }
}

function prepareLimits() {
  const limits = now?.house.limits;
  if (!limits) return;
  for (const field of /** @type {const} */ (["min", "max", "tie_max", "banker_multiple"])) {
    input(`limits-${field}`).value = String(limits[field] ?? "");
  }
  input("limits-min").focus();
}

async function sendLimits() {
  const value = (/** @type {string} */ field) => {
    const typed = input(`limits-${field}`).value.trim();
    return typed === "" ? null : Number(typed);
  };
  const limits = { min: value("min"), max: value("max"), tie_max: value("tie_max"), banker_multiple: value("banker_multiple") };
  const fields = { limits, from_next_shoe: input("limits-next").checked, why: reason() };
  if (await send("change_limits", fields, "change the limits")) closePanel();
}

/** @type {(cards: (string | null)[] | undefined, total: number | null | undefined) => string} */
function hand(cards, total) {
  if (!cards?.length) return "–";
  const told = cards.map((card) => card ?? "▮").join(" ");
  return total === null || total === undefined ? told : `${told} = ${total}`;
}

/** @param {Settled} last */
function totals({ player_total, banker_total }) {
  return player_total === null ? "" : `, ${player_total} to ${banker_total}`;
}

/** The side bets that a coup pays. @param {{ bets: Hit[] }} last */
const hitWords = ({ bets }) => bets.map(({ title, pays }) => `, ${title} ${pays}`).join("");

/** @param {Snapshot} snapshot */
function house({ house: { title, decks, odds, banker_but, limits, boxes }, next_limits }) {
  const tie = limits.tie_max === null ? "" : `, tie up to ${limits.tie_max}`;
  const multiple = limits.banker_multiple;
  const but = banker_but.map((prize) => ` (${prizeWords(prize)})`).join("");
  return [
    `${title}, ${decks === 1 ? "1 deck" : `${decks} decks`}`,
    `player ${odds.player}, banker ${odds.banker}${but}, tie ${odds.tie}`,
    `${limits.min} to ${limits.max}${tie}${multiple > 1 ? `, banker in ${multiple}s` : ""}`,
    `boxes ${boxes.join(" ")}`,
    ...(next_limits ? [`next shoe ${next_limits.min} to ${next_limits.max}`] : []),
  ].join("; ");
}

/** @type {() => Promise<ForTheCrew | null>} */
async function askForTheCrew() {
  try {
    const response = await fetch(`/api/v1/tables/${table}/crew`, { signal: AbortSignal.timeout(ANSWER_MS) });
    if (response.status === 401) void checkSession();
    return response.ok ? await response.json() : null;
  } catch {
    return null; // the link's own words say that the server is away
  }
}
