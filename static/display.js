// @ts-check
// The display: a function of the snapshot. It can do nothing but look.
import { paint, tell } from "./board.js";
import { follow } from "./live.js";
import { sound } from "./sound.js";

const RESTING_MS = 20 * 60_000; // without an open shoe: longer than any shuffle

// Where the settings ask for a token, it stands in this page's address.
const token = new URLSearchParams(location.search).get("token");

const heard = sound(document.body);

/** @type {ReturnType<typeof setTimeout> | undefined} */
let rest;

// A screen that was turned has another layout, with other columns.
if (document.body.dataset.layout === "auto") {
  matchMedia("(orientation: portrait)").addEventListener("change", () => location.reload());
}

follow(document.body.dataset.table ?? "", {
  paint(now) {
    clearTimeout(rest);
    paint(now);
    heard(now);
    if (now.phase === "closed") rest = setTimeout(() => paint(now, { isResting: true }), RESTING_MS);
  },
  tell: (link, seconds, refusal, key) => tell(link, seconds, key),
  credentials: () => ({ token }),
});
