/** With a point each quarter of an hour, a day has 96. */
const MAX_POINTS = 128;

/** A history of fewer points, of which some were just dropped, would tell nothing of the future. */
const MIN_POINTS = 16;

/** A time and an amount. */
const POINT_BYTES = 16;

/**
 * Decides how many points each of so many histories may have, so that all of them together keep within a limit: 128,
 * 64, 32, 16 or none.
 */
export function historyCapacity(histories: number, limitBytes: number): number {
  let capacity = MAX_POINTS;
  while (capacity >= MIN_POINTS && histories * capacity * POINT_BYTES > limitBytes) capacity /= 2;
  return capacity < MIN_POINTS ? 0 : capacity;
}
