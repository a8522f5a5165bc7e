const SECONDS = 60;

/** Counts what happened in the last minute, to the second. */
export interface RequestCount {
  add(nowMs: number): void;
  lastMinute(nowMs: number): number;
}

/** Makes a count in which nothing happened yet. */
export function createRequestCount(): RequestCount {
  const counts = new Uint32Array(SECONDS);
  let latest = -Infinity;

  function moveTo(nowMs: number): number {
    const second = Math.floor(nowMs / 1000);
    for (let gone = Math.max(latest + 1, second - SECONDS + 1); gone <= second; gone++) counts[gone % SECONDS] = 0;
    latest = Math.max(latest, second);
    return second % SECONDS;
  }

  return {
    add(nowMs) {
      const at = moveTo(nowMs);
      counts[at] = (counts[at] as number) + 1;
    },
    lastMinute(nowMs) {
      moveTo(nowMs);
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}
