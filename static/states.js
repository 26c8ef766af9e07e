// @ts-check
// What a snapshot means to those who look: one state, its words, and which hands lie on the table.

/**
 * @typedef {import("./language.js").Key} Key
 * @typedef {[key: Key, values?: import("./language.js").Values]} Words
 * @typedef {"waiting" | "shuffling" | "closed" | "opened" | "burning" | "ready" | "dealing" | "result" | "void" | "over" | "hold"} State
 */

/** What is said of each state; a result says who won. @type {Record<Exclude<State, "result">, Key>} */
const TITLES = {
  waiting: "waiting_for_shoe",
  shuffling: "shuffling",
  closed: "closed",
  opened: "new_shoe",
  burning: "burning",
  ready: "ready",
  dealing: "dealing",
  void: "coup_void",
  over: "shoe_finished",
  hold: "on_hold",
};

/** @type {Record<Settled["outcome"], Key>} */
const WINNERS = { banker: "banker_wins", player: "player_wins", tie: "tie" };

/** A reader's states in which the crew types the cards. */
const AWAY = new Set(["searching", "opening", "lost", "retrying"]);

/** @type {(now: Snapshot, isResting: boolean) => State} */
export function stateOf(now, isResting) {
  if (now.hold) return "hold";
  if (now.phase === "closed") return isResting ? "closed" : now.shoe.number ? "shuffling" : "waiting";
  if (now.phase === "opened" || now.phase === "burning") return now.phase;
  if (now.coup) return "dealing";
  if (now.void) return "void";
  if (now.last) return "result";
  return now.phase === "over" ? "over" : "ready";
}

/** Whether the board of a shoe is to be seen: between two shoes no old cards are shown. @param {State} state */
export function isIdle(state) {
  return state === "waiting" || state === "shuffling" || state === "closed";
}

/** The coup that is dealt, else the last one where it is still shown. @type {(now: Snapshot, state: State) => Hands | null} */
export function handsOf(now, state) {
  if (now.coup) return now.coup;
  return state === "result" || (state === "hold" && now.phase !== "closed" && !now.void) ? now.last : null;
}

/** @type {(now: Snapshot, state: State) => Words} */
export function titleOf(now, state) {
  if (state === "result") return [WINNERS[now.last?.outcome ?? "tie"]];
  return [TITLES[state], state === "void" ? { number: now.void ?? 0 } : {}];
}

/** What is said under the title, most important first. @type {(now: Snapshot, state: State) => Words[]} */
export function notesOf(now, state) {
  if (state === "hold") return [[`hold_${now.hold_key ?? "check"}`]];
  const last = state === "result" ? now.last : null;
  /** @type {[boolean | undefined, Words][]} */
  const notes = [
    [last?.natural, ["natural"]],
    [last?.player_pair, ["player_pair"]],
    [last?.banker_pair, ["banker_pair"]],
    [state === "burning", ["cards_burned", { count: now.shoe.burned }]],
    [now.free && !isIdle(state), ["free_coup"]],
    [state === "dealing" && now.withheld, ["face_down"]],
    [now.last_coup && now.phase !== "over" && !isIdle(state), ["last_coup"]],
    [now.phase === "over" && state !== "over", ["shoe_finished"]],
  ];
  return notes.filter(([is]) => is).map(([, words]) => words);
}

/** Whether the reader went away, so that the cards are typed in. @param {Snapshot} now */
export function isByHand(now) {
  return AWAY.has(now.reader.state) && now.shoe.number > 0;
}
