const SECONDS = 60;

/** Counts the requests of the last 60 s, with a resolution of one second. */
export interface RequestCount {
  add(nowMs: number): void;
  lastMinute(nowMs: number): number;
}

export function createRequestCount(): RequestCount {
  const counts = new Uint32Array(SECONDS);
  let latest = -Infinity;

  function moveTo(nowMs: number): number {
    const second = Math.floor(nowMs / 1000);
    for (let newer = Math.max(latest + 1, second - SECONDS + 1); newer <= second; newer++) counts[newer % SECONDS] = 0;
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
