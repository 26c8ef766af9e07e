// @ts-check
// The display: a function of the snapshot. It can do nothing but look.
import { paint, tell } from "./board.js";
import { follow } from "./live.js";

const RESTING_MS = 20 * 60_000; // without an open shoe: longer than any shuffle

/** The server's and our own sentences, which a display says in its languages. @type {[RegExp, import("./language.js").Key][]} */
const REFUSALS = [
  [/could not draw/, "not_drawn"],
  [/^Too many displays/, "too_many_displays"],
  [/no such table/, "no_such_table"],
  [/Displays open only/, "not_let_in"],
];

// Where the settings ask for a token, it stands in this page's address.
const token = new URLSearchParams(location.search).get("token");

/** @type {ReturnType<typeof setTimeout> | undefined} */
let rest;

follow(document.body.dataset.table ?? "", {
  paint(now) {
    clearTimeout(rest);
    paint(now);
    if (now.phase === "closed") rest = setTimeout(() => paint(now, { isResting: true }), RESTING_MS);
  },
  tell(link, seconds, refusal) {
    tell(link, seconds, REFUSALS.find(([said]) => said.test(refusal))?.[1] ?? "");
  },
  credentials: () => ({ token }),
});
