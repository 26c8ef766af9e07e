// @ts-check
// The display: a function of the snapshot. It can do nothing but look.
import { showHand } from "./cards.js";
import { follow } from "./live.js";
import { askMarks, Road } from "./roads.js";

const table = document.body.dataset.table ?? "";
const roads = [...document.querySelectorAll("[data-road]")].map(
  (place) => new Road(/** @type {HTMLElement} */ (place)),
);
const number = new Intl.NumberFormat("en");

/** @type {Record<Snapshot["phase"], string>} */
const PHASES = {
  closed: "NO SHOE OPEN",
  opened: "NEW SHOE",
  burning: "NEW SHOE",
  ready: "SHOE READY",
  dealing: "",
  over: "SHOE FINISHED",
  on_hold: "ON HOLD",
};

/** @type {Record<string, string>} */
const WINNERS = { banker: "BANKER WINS", player: "PLAYER WINS", tie: "TIE" };

// Where the settings ask for a token, it stands in this page's address.
const token = new URLSearchParams(location.search).get("token");

follow(table, { paint, tell, credentials: () => ({ token }) });

/** @param {Snapshot} now */
function paint(now) {
  text("title", now.title);
  text("house", now.house.title);
  text("limits", limits(now.house.limits));
  text("next-limits", now.next_limits ? `NEXT SHOE ${limits(now.next_limits)}` : "");
  show("limits-changed", now.limits_changed);
  text("shoe", `SHOE ${now.shoe.number || "–"}`);
  text("coup", `COUP ${now.coup?.number ?? now.void ?? (now.last?.number || "–")}`);
  show("simulated", now.simulated);
  show("trouble", Boolean(now.trouble));
  show("last-coup", now.last_coup && now.phase !== "over");

  const isOver = now.phase === "closed" || now.phase === "opened" || now.phase === "burning";
  const hands = now.coup ?? (isOver || now.void ? null : now.last);
  const result = now.coup || isOver || now.void ? null : now.last;
  showHand(element("player-cards"), hands?.player ?? []);
  showHand(element("banker-cards"), hands?.banker ?? []);
  text("player-total", total(hands, hands?.player_total));
  text("banker-total", total(hands, hands?.banker_total));
  text("result", headline(now, result));
  text("hint", hint(now, Boolean(result)));
  element("panel").dataset.outcome = result && !now.hold ? result.outcome : "";
  element("panel").dataset.phase = now.phase;

  for (const road of roads) {
    const marks = now.roads[/** @type {keyof Snapshot["roads"]} */ (road.name)];
    road.paint(
      road.name === "bead_plate" ? marks.map((mark, n) => ({ ...mark, ...now.beads[n] })) : marks,
    );
  }
  element("ask-banker").replaceChildren(askMarks(now.ask.banker));
  element("ask-player").replaceChildren(askMarks(now.ask.player));
  for (const place of document.querySelectorAll("[data-count]")) {
    const name = /** @type {HTMLElement} */ (place).dataset.count ?? "";
    place.textContent = String(name === "coups" ? now.shoe.coups : now.counts[name]);
  }
}

/** @type {(link: Link, seconds: number, refusal: string) => void} */
function tell(link, seconds, refusal) {
  document.body.dataset.link = link;
  text("stale-text", `NOT LIVE · nothing heard from the table for ${seconds} s`);
  text(
    "cover-text",
    link === "connecting"
      ? "Connecting to the table"
      : `${refusal || `The table cannot be reached (${seconds} s).`} This display comes back by itself.`,
  );
}

/** @type {(now: Snapshot, result: Settled | null) => string} */
function headline(now, result) {
  if (now.hold) return PHASES.on_hold;
  if (now.void && !now.coup) return `COUP ${now.void} VOID`;
  return result ? won(result) : PHASES[now.phase];
}

/** @param {Limits} limits */
function limits({ min, max, tie_max, banker_multiple }) {
  const parts = [`MIN ${number.format(min)}`, `MAX ${number.format(max)}`];
  if (tie_max !== null) parts.push(`TIE MAX ${number.format(tie_max)}`);
  if (banker_multiple > 1) parts.push(`BANKER IN ${number.format(banker_multiple)}S`);
  return parts.join(" · ");
}

/** @param {Settled} settled */
function won(settled) {
  const words = [WINNERS[settled.outcome] ?? ""];
  if (settled.natural) words.push("NATURAL");
  return words.join(" · ");
}

/** @type {(now: Snapshot, settled: boolean) => string} */
function hint(now, settled) {
  if (now.hold) return now.hold_reason ?? "";
  if (now.free && now.phase !== "closed") return "COUP WITHOUT BETS";
  if (now.phase === "burning") return `Cards burned: ${now.shoe.burned}`;
  if (now.phase === "over") return PHASES.over;
  const last = settled ? now.last : null;
  const pairs = [last?.player_pair && "PLAYER PAIR", last?.banker_pair && "BANKER PAIR"];
  return pairs.filter(Boolean).join(" · ");
}

/** @type {(hands: Hands | null, total: number | null | undefined) => string} */
function total(hands, value) {
  return hands && value !== null && value !== undefined ? String(value) : "";
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

/** @type {(id: string, isShown: boolean) => void} */
function show(id, isShown) {
  element(id).hidden = !isShown;
}
