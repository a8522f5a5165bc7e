/** A day with a point a minute. */
export const MAX_POINTS = 1440;

/** A shorter history would be too short for a forecast. */
const MIN_POINTS = 16;

/** A time and an amount. */
const POINT_BYTES = 16;

/** Points closer together add no information. Four doublings make a minute. */
const MIN_STEP_MS = 3750;

/** A full history covers at least this duration. A ledger keeps no older points. */
export const REACH_MS = 86_400_000;

/** How many points each history may have, so that all stay below a memory limit; 0 instead of too few for a forecast. */
export function historyCapacity(histories: number, limitBytes: number): number {
  let capacity = MAX_POINTS;
  while (histories * capacity * POINT_BYTES > limitBytes) capacity = Math.floor(capacity / 2);
  return capacity < MIN_POINTS ? 0 : capacity;
}

/** Merges two histories. Of two points with the same time, the point of `other` counts. */
export function mergePoints(one: readonly number[], other: readonly number[]): readonly number[] {
  if (other.length === 0 || (one.at(-2) ?? -Infinity) < (other[0] as number)) return [...one, ...other];
  const points = new Map<number, number>();
  for (const history of [one, other])
    for (let place = 0; place + 1 < history.length; place += 2)
      points.set(history[place] as number, history[place + 1] as number);
  return [...points].sort(([a], [b]) => a - b).flat();
}

/**
 * Reduces a history to at most `capacity` points, evenly spaced in time: the last reading of each step of time is kept.
 * While there are too many points, the step doubles, until a full history covers a day. Then the oldest points are dropped.
 * The result does not depend on the order of the reports.
 *
 * @param points alternating times (Unix milliseconds) and amounts, oldest first
 * @param since earlier points are dropped
 */
export function thinPoints(points: readonly number[], capacity: number, since = -Infinity): readonly number[] {
  let first = 0;
  while ((points[first] as number) < since) first += 2;
  const stepMs = stepOf(points[first] ?? 0, points.at(-2) ?? 0, capacity);
  const history: number[] = [];
  for (let place = first; place < points.length; place += 2) {
    const [at, used] = [points[place] as number, points[place + 1] as number];
    const isSameStep = Math.floor((history.at(-2) as number) / stepMs) === Math.floor(at / stepMs);
    if (isSameStep) history.length -= 2;
    history.push(at, used);
  }
  return history.slice(Math.max(0, history.length - 2 * capacity));
}

function stepOf(first: number, last: number, capacity: number): number {
  let stepMs = MIN_STEP_MS;
  const stepCount = (): number => Math.floor(last / stepMs) - Math.floor(first / stepMs) + 1;
  while (stepCount() > capacity && capacity * stepMs < REACH_MS) stepMs *= 2;
  return stepMs;
}
