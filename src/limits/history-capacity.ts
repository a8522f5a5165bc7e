/** A longer history would tell no more of what comes next. */
const MAX_POINTS = 32;

/** A shorter one is not worth its place. */
const MIN_POINTS = 8;

/** A time and an amount. */
const POINT_BYTES = 16;

/** How many points each of so many histories may have, that all of them together keep within a limit: 32, 16, 8 or none. */
export function historyCapacity(histories: number, limitBytes: number): number {
  let capacity = MAX_POINTS;
  while (capacity >= MIN_POINTS && histories * capacity * POINT_BYTES > limitBytes) capacity /= 2;
  return capacity < MIN_POINTS ? 0 : capacity;
}
