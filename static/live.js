// @ts-check
// A page's link to its table, or to all of them: what is now true in, and an honest word on how old
// it is.
import { io } from "./vendor/socket.io.esm.min.js";

const STALE_MS = 3_000; // without a heartbeat: the board is marked
const OFFLINE_MS = 10_000; // the board is covered: an old one is never shown as live
const LOOK_MS = 250;
const FAILED_RELOAD_MS = 3_000; // a display that could not draw begins anew
const UPDATE_WAIT_MS = 120_000; // so long a coup that is being dealt keeps a server's update waiting
const REFUSED_RETRY_MS = 1_500; // a refused connection is not tried again by the client itself

/**
 * @typedef {import("./language.js").Key} Key
 * @typedef {import("socket.io-client").Socket} Socket
 * @typedef {(link: Link, seconds: number, refusal: string, key: Key | "") => void} Tell how the link
 *   is, since how long nothing was heard, and if we were refused what the server said, as a sentence
 *   for the crew and as the key of one for players
 */

/**
 * Follow a table for ever.
 *
 * @param {string} table its name
 * @param {object} page
 * @param {(snapshot: Snapshot) => void} page.paint draw what is now true
 * @param {Tell} page.tell
 * @param {() => object} page.credentials what beside the table's name lets us in, asked each time
 */
export function follow(table, { paint, tell, credentials }) {
  /** @type {Snapshot | null} */
  let shown = null;
  let behind = 0; // heartbeats in a row that spoke of an entry that we were not told of

  link({
    message: "snapshot",
    tell,
    auth: () => ({ table, ...credentials() }),
    take(/** @type {Snapshot} */ snapshot, socket) {
      behind = 0;
      if (shown && snapshot.boot_id === shown.boot_id && snapshot.seq < shown.seq) return;
      shown = snapshot;
      paint(snapshot);
      // Two frames on, the browser has put it on the screen.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          document.documentElement.dataset.painted = String(snapshot.seq);
          if (socket.connected) socket.emit("painted", snapshot.seq);
        }),
      );
    },
    isBehind(/** @type {Heartbeat} */ beat) {
      behind = shown && beat.seq > shown.seq ? behind + 1 : 0;
      return behind > 1;
    },
    isBusy: () => Boolean(shown?.coup),
  });
}

/**
 * Follow all tables for ever.
 *
 * @param {object} page
 * @param {(tiles: Map<string, Tile>, changed: Tile[]) => void} page.paint draw what is now true of
 *   all tables, of which some changed
 * @param {Tell} page.tell
 * @param {() => object} page.credentials
 */
export function followFloor({ paint, tell, credentials }) {
  /** @type {Map<string, Tile>} */
  let shown = new Map();
  let boot = "";
  /** @type {Record<string, number>} */
  let due = {}; // the entries that the last heartbeat spoke of: a second on, we were told of them

  link({
    message: "tiles",
    tell,
    auth: () => ({ floor: true, ...credentials() }),
    take(/** @type {Tiles} */ told) {
      if (!told.all && told.boot_id !== boot) return; // all of them are on their way
      const before = told.boot_id === boot ? shown : new Map();
      const changed = told.tiles.filter((tile) => tile.seq >= (before.get(tile.table)?.seq ?? 0));
      const newest = new Map([...before, ...changed.map((tile) => /** @type {const} */ ([tile.table, tile]))]);
      boot = told.boot_id;
      due = {};
      // All tables come in their order, and one that is not among them is gone.
      shown = told.all
        ? new Map(told.tiles.map(({ table }) => [table, /** @type {Tile} */ (newest.get(table))]))
        : newest;
      paint(shown, changed);
    },
    isBehind(/** @type {FloorHeartbeat} */ beat) {
      const isBehind = Object.entries(due).some(([table, seq]) => seq > (shown.get(table)?.seq ?? -1));
      due = isBehind ? {} : beat.seqs;
      return isBehind;
    },
    isBusy: () => false,
  });
}

/**
 * One socket for ever, and how it is.
 *
 * @param {object} page
 * @param {string} page.message what it is sent
 * @param {() => object} page.auth what it says of itself when it connects
 * @param {(told: any, socket: Socket) => void} page.take draw it; a throw covers the page
 * @param {(beat: any) => boolean} page.isBehind whether the heartbeat says that a message was lost
 * @param {() => boolean} page.isBusy whether it is no time to load the page anew
 * @param {Tell} page.tell
 */
function link({ message, auth, take, isBehind, isBusy, tell }) {
  let heardAt = performance.now();
  let isShown = false;
  let dropped = false;
  let refusal = "";
  /** @type {Key | ""} */
  let key = "";
  let updateSeenAt = 0; // when the server's pages were first found to be others than ours
  let failed = false; // to draw: what stands there must not pass for the table

  const socket = io({
    auth: (/** @type {(data: object) => void} */ send) => send(auth()),
    transports: ["websocket"],
    reconnectionDelay: 250,
    reconnectionDelayMax: 1_000, // back within 2 s of the server's return, on a slow machine too
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
      failed || age > OFFLINE_MS || (!isShown && dropped)
        ? "offline"
        : !isShown
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
    if (!isBusy() || performance.now() - updateSeenAt > UPDATE_WAIT_MS) location.reload();
  };

  socket.on(message, (/** @type {any} */ told) => {
    isShown = true;
    try {
      take(told, socket);
    } catch (error) {
      failed = true;
      setTimeout(() => location.reload(), FAILED_RELOAD_MS);
      heard();
      throw error;
    }
    heard();
  });

  socket.on("heartbeat", (/** @type {{ assets: string }} */ beat) => {
    followUpdate(beat.assets);
    if (isBehind(beat)) socket.disconnect().connect(); // delivery is at most once: ask for all anew
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
