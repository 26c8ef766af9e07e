// @ts-check
// A shoe's board: step through its coups, or play them. The server draws each one.
const PACE_MS = 700;

const board = element("board");
const last = Number(board.dataset.last);
const source = new URL(board.dataset.source ?? "", location.href);
const play = element("play");
let coup = Number(board.dataset.coup);
let asked = 0;
/** @type {number | undefined} */
let playing;

/** @type {Record<string, () => number>} */
const STEPS = {
  first: () => 0,
  back: () => Math.max(0, coup - 1),
  forward: () => Math.min(last, coup + 1),
  last: () => last,
};
/** @type {Record<string, string>} */
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };

for (const [id, step] of Object.entries(STEPS)) {
  element(id).addEventListener("click", (event) => {
    event.preventDefault();
    stop();
    void show(step());
  });
}
for (const link of document.querySelectorAll("a[data-coup]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    stop();
    void show(Number(/** @type {HTMLElement} */ (link).dataset.coup));
    board.scrollIntoView({ block: "nearest" });
  });
}
play.addEventListener("click", () => (playing === undefined ? start() : stop()));
document.addEventListener("keydown", (event) => {
  const step = STEPS[KEYS[event.key] ?? ""];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.target !== document.body) return;
  event.preventDefault();
  stop();
  void show(step());
});

/** @param {number} to */
async function show(to) {
  coup = to;
  const mine = (asked += 1);
  source.searchParams.set("coup", String(to));
  const answer = await fetch(source);
  if (!answer.ok) {
    location.reload(); // signed out, or the shoe has changed: the page says so
    return;
  }
  const drawn = await answer.text();
  if (mine !== asked) return; // a newer one was asked for meanwhile
  const picture = new DOMParser().parseFromString(drawn, "image/svg+xml").documentElement;
  board.replaceChildren(document.importNode(picture, true));
  board.dataset.coup = String(to);
  element("place").textContent = `Coup ${to} of ${last}`;
  for (const row of document.querySelectorAll("tr[aria-current]")) row.removeAttribute("aria-current");
  document.getElementById(`c${to}`)?.setAttribute("aria-current", "true");
  const here = new URL(location.href);
  here.searchParams.set("coup", String(to));
  window.history.replaceState(null, "", here);
  element("roads-coup").textContent = String(to);
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a.after-coup"))) {
    const there = new URL(link.href);
    there.searchParams.set("coup", String(to));
    link.href = there.href;
  }
}

function start() {
  play.textContent = "⏸ Pause";
  if (coup === last) void show(0);
  playing = window.setInterval(() => {
    if (coup >= last) stop();
    else void show(coup + 1);
  }, PACE_MS);
}

function stop() {
  window.clearInterval(playing);
  playing = undefined;
  play.textContent = "▶ Play";
}

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}
