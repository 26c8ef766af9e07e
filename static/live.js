// @ts-check
// The page's link to its table: snapshots in, and an honest word on how old they are.
import { io } from "./vendor/socket.io.esm.min.js";

const STALE_MS = 3_000; // without a heartbeat: the board is marked
const OFFLINE_MS = 10_000; // the board is covered: an old one is never shown as live
const LOOK_MS = 250;
const FAILED_RELOAD_MS = 3_000; // a display that could not draw begins anew
const UPDATE_WAIT_MS = 120_000; // so long a coup that is being dealt keeps a server's update waiting
const REFUSED_RETRY_MS = 1_500; // a refused connection is not tried again by the client itself

/** @typedef {import("./language.js").Key} Key */

/**
 * Follow a table for ever.
 *
 * @param {string} table its name
 * @param {object} page
 * @param {(snapshot: Snapshot) => void} page.paint draw what is now true
 * @param {(link: Link, seconds: number, refusal: string, key: Key | "") => void} page.tell how the
 *   link is, since how long nothing was heard, and if we were refused what the server said, as a
 *   sentence for the crew and as the key of one for players
 * @param {() => object} page.credentials what beside the table's name lets us in, asked each time
 */
export function follow(table, { paint, tell, credentials }) {
  /** @type {Snapshot | null} */
  let shown = null;
  let heardAt = performance.now();
  let behind = 0; // heartbeats in a row that spoke of an entry that we were not told of
  let dropped = false;
  let refusal = "";
  let updateSeenAt = 0; // when the server's pages were first found to be others than ours
  /** @type {Key | ""} */
  let key = "";
  let failed = false; // to draw: what stands there must not pass for the table

  const socket = io({
    auth: (/** @type {(data: object) => void} */ send) => send({ table, ...credentials() }),
    transports: ["websocket"],
    reconnectionDelay: 250,
    reconnectionDelayMax: 1_500,
    randomizationFactor: 0.5,
    timeout: 3_000,
  });

  const heard = () => {
    heardAt = performance.now();
    dropped = false;
    refusal = "";
    key = "";
    look();
  };

  const look = () => {
    const age = performance.now() - heardAt;
    const link =
      failed || age > OFFLINE_MS || (!shown && dropped)
        ? "offline"
        : !shown
          ? "connecting"
          : age > STALE_MS || dropped
            ? "stale"
            : "live";
    const why = failed ? "This display could not draw the table." : refusal;
    tell(link, Math.floor(age / 1000), why, failed ? "not_drawn" : key);
  };

  /** Reload for other pages, but not in the middle of a coup. @param {string} assets */
  const followUpdate = (assets) => {
    if (assets === document.documentElement.dataset.assets) return;
    updateSeenAt ||= performance.now();
    const isDealing = shown?.coup && performance.now() - updateSeenAt < UPDATE_WAIT_MS;
    if (!isDealing) location.reload();
  };

  socket.on("snapshot", (/** @type {Snapshot} */ snapshot) => {
    const isOlder = shown && snapshot.boot_id === shown.boot_id && snapshot.seq < shown.seq;
    if (!isOlder) {
      shown = snapshot;
      try {
        paint(snapshot);
      } catch (error) {
        failed = true;
        setTimeout(() => location.reload(), FAILED_RELOAD_MS);
        heard();
        throw error;
      }
      // Two frames on, the browser has put it on the screen.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          document.documentElement.dataset.painted = String(snapshot.seq);
          if (socket.connected) socket.emit("painted", snapshot.seq);
        }),
      );
    }
    behind = 0;
    heard();
  });

  socket.on("heartbeat", (/** @type {Heartbeat} */ beat) => {
    followUpdate(beat.assets);
    behind = shown && beat.seq > shown.seq ? behind + 1 : 0;
    if (behind > 1) socket.disconnect().connect(); // delivery is at most once: ask for all anew
    heard();
  });

  socket.on("disconnect", (/** @type {string} */ reason) => {
    dropped = true;
    look();
    if (reason === "io server disconnect") socket.connect(); // else it never comes back by itself
  });

  socket.on("connect_error", (/** @type {Error & { data?: { key?: Key } }} */ error) => {
    dropped = true;
    refusal = socket.active ? "" : error.message;
    key = socket.active ? "" : (error.data?.key ?? "");
    look();
    if (refusal) setTimeout(() => socket.connect(), REFUSED_RETRY_MS);
  });

  setInterval(look, LOOK_MS);
}
