// @ts-check
// A card as it is typed on a dealer's keypad: rank, a point, suit.

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
const SUITS = "?SHDC"; // 0: not known

/** `12.2`, which is QH, in letters; others as they are. @param {string} value */
export function asCard(value) {
  const [, rank, suit] = /^(\d{1,2})[.,]([0-4])$/.exec(value.trim()) ?? [];
  if (!rank || !suit) return value.trim();
  return (RANKS[Number(rank) - 1] ?? rank) + SUITS[Number(suit)];
}
