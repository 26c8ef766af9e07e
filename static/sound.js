// @ts-check
// A chime or a spoken result for each coup as it is settled. Off unless the look asks for it; where
// a browser will not sound, the display goes on without.
import { speaker } from "./language.js";

/** @typedef {Settled["outcome"]} Winner */

/** @type {Winner[]} */
const WINNERS = ["banker", "player", "tie"];

/** @type {Record<Winner, import("./language.js").Key>} */
const WORDS = { banker: "banker_wins", player: "player_wins", tie: "tie" };

/** How an installed voice may name a language, the best first. @type {Record<string, string[]>} */
const VOICES = { "zh-Hant": ["zh-hk", "zh-yue", "yue", "zh-tw"], "zh-Hans": ["zh-cn", "zh", "cmn"] };

/**
 * The sound of one display.
 *
 * @param {HTMLElement} look the page's body: `data-sound` off, chime or voice, `data-volume` in
 *   percent, `data-languages`, and `data-link`, which is `live` while the table is heard
 * @returns {(snapshot: Snapshot) => void} to be called with each snapshot once it is painted; it
 *   never throws. `data-sounded` of the page then says which coup was the last to sound, and how.
 */
export function sound(look) {
  const { sound: kind = "off", volume = "60", languages = "en" } = look.dataset;
  if (kind === "off" || Number(volume) === 0) return () => {};
  const loudness = (Number(volume) / 100) ** 2; // an ear hears half of it as half as loud
  const chime = chimes(loudness);
  const say = kind === "voice" ? voice(languages.split(" "), loudness) : () => false;
  /** @type {Snapshot | null} */
  let before = null;
  let heard = 0; // coups of this shoe: one that is taken back and dealt anew is not heard again
  return (now) => {
    if (before?.shoe.number !== now.shoe.number) heard = 0;
    const isNext = now.shoe.coups === heard + 1;
    const winner = isNext && look.dataset.link === "live" ? justSettled(before, now) : null;
    heard = Math.max(heard, now.shoe.coups);
    before = now;
    if (!winner) return;
    const how = say(winner) ? "voice" : chime(winner) ? "chime" : "";
    document.documentElement.dataset.sounded = `${now.shoe.number}/${now.last?.number} ${winner} ${how}`.trim();
  };
}

/**
 * Who won the coup that is settled by this snapshot and was not by the one before; null where none
 * was: on connecting, after what was missed or put right, on hold, for a void coup and for one that
 * is not on the roads.
 *
 * @type {(before: Snapshot | null, now: Snapshot) => Winner | null}
 */
function justSettled(before, now) {
  const last = now.last;
  if (!before || !last || now.hold || before.boot_id !== now.boot_id || now.seq <= before.seq) return null;
  if (last.number !== now.shoe.coups) return null;
  // A coup put in among older ones moves the last one up: that one was heard when it was settled.
  const isMoved = before.last && (isSame(cards(before.last), cards(last)) || !beganWith(before, now));
  if (isMoved && before.shoe.number === now.shoe.number) return null;
  return WINNERS.find((winner) => winner === last.outcome) ?? null;
}

/** @param {Settled} settled */
function cards({ player, banker }) {
  return player.length ? [player, banker] : null;
}

/** Whether the beads of a snapshot begin with those of one before. @type {(before: Snapshot, now: Snapshot) => boolean} */
function beganWith(before, now) {
  const beads = (/** @type {Snapshot} */ { beads, roads }) =>
    beads.map((bead, n) => [bead.number, bead.player_pair, bead.banker_pair, bead.natural, roads.bead_plate[n]?.mark]);
  const old = beads(before);
  return isSame(old, beads(now).slice(0, old.length));
}

/** @type {(one: unknown, other: unknown) => boolean} */
function isSame(one, other) {
  return one !== null && JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The chimes, loaded at once so that none comes late.
 *
 * @type {(loudness: number) => (winner: Winner) => boolean} the answer: whether it sounds
 */
function chimes(loudness) {
  const context = new AudioContext();
  const gain = new GainNode(context, { gain: loudness });
  gain.connect(context.destination);
  /** @type {Map<string, AudioBuffer>} */
  const loaded = new Map();
  const load = async (/** @type {Winner} */ winner) => {
    const file = await fetch(`/static/sounds/${winner}.wav`);
    loaded.set(winner, await context.decodeAudioData(await file.arrayBuffer()));
  };
  for (const winner of WINNERS) load(winner).catch(() => {}); // that one stays silent
  /** @type {AudioBufferSourceNode | null} */
  let ringing = null;
  return (winner) => {
    const buffer = loaded.get(winner);
    // Started while refused, they would all sound together at the first press.
    if (!buffer || context.state !== "running") {
      context.resume().catch(() => {});
      return false;
    }
    ringing?.stop();
    ringing = new AudioBufferSourceNode(context, { buffer });
    ringing.connect(gain);
    ringing.start();
    return true;
  };
}

/**
 * The result in the display's first language that a voice of this machine speaks.
 *
 * @type {(tags: string[], loudness: number) => (winner: Winner) => boolean} the answer: whether it
 *   is said; no where there is no such voice
 */
function voice(tags, loudness) {
  /** @type {import("./language.js").Speaker | null} */
  let words = null;
  speaker(tags).then((one) => (words = one), () => {});
  return (winner) => {
    const said = words?.say(WORDS[winner]) ?? [];
    for (const { lang, text } of said) {
      const found = installed(lang);
      if (!found) continue;
      const spoken = new SpeechSynthesisUtterance(text);
      Object.assign(spoken, { voice: found, lang: found.lang, volume: loudness });
      speechSynthesis.cancel();
      speechSynthesis.speak(spoken);
      return true;
    }
    return false;
  };
}

/** @param {string} tag */
function installed(tag) {
  const voices = speechSynthesis.getVoices().filter((one) => one.localService);
  const names = VOICES[tag] ?? [tag.toLowerCase()];
  return names.flatMap((name) => voices.filter((one) => one.lang.replace("_", "-").toLowerCase().startsWith(name)))[0];
}
