/**
 * Rows over which the count of an object's records is spread, so that concurrent creators seldom wait for the same one.
 */
const SLOTS = 32;
let turn = Math.floor(Math.random() * SLOTS);

/** The slot in which this process counts next: they take turns. */
export function nextSlot(): number {
  turn = (turn + 1) % SLOTS;
  return turn;
}
