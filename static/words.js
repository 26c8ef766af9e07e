// @ts-check
// What the crew is told of the machine, in words.

/** @type {(state: string, told: ForTheCrew | null) => string} */
export function readerWords(state, told) {
  if (!told) return state;
  const { url, detail, last_seen_s, age_s, retry_s } = told.reader;
  if (!url) return "none: type cards in";
  const named = told.reader.state === "retrying" && retry_s !== null ? `retry in ${retry_s} s` : told.reader.state;
  const seen = last_seen_s === null ? "nothing seen in this shoe" : `last seen ${age(last_seen_s)} ago`;
  return `${named}: ${detail.replace(/\.$/, "") || url}; ${age_s === null ? seen : `last frame ${age(age_s)} ago`}`;
}

/** What the reader met, for the people who look after the cables; nothing where it met nothing. @param {ForTheCrew} told */
export function countersWords({ reader: { url, counters } }) {
  const counted = Object.entries(counters ?? {});
  if (!url || !counted.some(([, count]) => count > 0)) return "";
  return counted.map(([name, count]) => `${count} ${name}`).join(", ");
}

/** What was seen since a hold. @type {(waiting: number, told: ForTheCrew | null) => string} */
export function waitingWords(waiting, told) {
  if (!waiting) return "";
  const first = told?.coups[0];
  const cards = first?.number === null ? first.cards.map(({ card, seat }) => `${card ?? "?"} ${seat}`.trim()) : [];
  if (cards.length && waiting > cards.length) cards.push(`and ${waiting - cards.length} other reports`);
  return `${waiting} more seen since, kept until the release${cards.length ? `: ${cards.join(", ")}` : ""}.`;
}

/** @param {ForTheCrew["screens"]} screens */
export function screensWords(screens) {
  if (!screens.length) return "none open";
  const lag = screens.filter(({ coups_behind }) => coups_behind > 0).map(behind);
  return [`${screens.length} open`, ...lag].join("; ");
}

/** @param {ForTheCrew["screens"][number]} screen */
function behind({ console: isConsole, number, coups_behind, age_s }) {
  const what = `${isConsole ? "Console" : "Display"} ${number}`;
  return `${what} is ${coups_behind} ${coups_behind === 1 ? "coup" : "coups"} behind, last painted ${age(age_s)} ago`;
}

/** @param {ForTheCrew} told */
export function disk(told) {
  return `${told.trouble ? "cannot be written" : "written"}, entry ${told.seq}; ${told.disk}`;
}

/** The alarm of a coup that waits too long to be revealed; it never reveals. @param {ForTheCrew} told */
export function waitsWords({ reveal: { waits_s, alarm_s } }) {
  if (waits_s === null || waits_s < alarm_s) return "";
  return `The coup is complete and has waited ${age(waits_s)} to be revealed.`;
}

/** @param {number} seconds */
function age(seconds) {
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
}

/** A prize in words: `two cards 12:1`; one that gives the stake back says so. @param {Offer["prizes"][number]} prize */
export const prizeWords = ({ prize, pays }) =>
  `${prize.replaceAll("_", " ")} ${pays === "0:1" ? "stake back" : pays}`.trim();

/** A bet's prizes in words; where all are paid alike, once. @param {Offer["prizes"]} prizes */
export function paysWords(prizes) {
  const alike = new Set(prizes.map(({ pays }) => pays)).size === 1;
  return alike ? (prizes[0]?.pays ?? "") : prizes.map(prizeWords).join(", ");
}
