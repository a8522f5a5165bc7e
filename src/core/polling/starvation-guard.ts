/** Decides which of a few lanes is served next: the first lane by priority, without starving the others. */
export interface StarvationGuard {
  /**
   * Returns the lane to serve next, among the lanes that have items; -1 if no lane has any. The first such lane is
   * served, unless a later lane has received less than a fourth of the turns for long. That lane then gets a fourth of
   * the turns until it is empty.
   */
  next(hasItems: (lane: number, nowMs: number) => boolean, nowMs: number): number;
  /** Forgets how often each lane was skipped. */
  reset(): void;
}

/** A lane may be skipped this often, 15 s at the default rate: a burst ends before that, a flood does not. */
const MAX_SKIPPED_TURNS = 150;

/** A lane that was skipped too often gets one turn of this many. */
const SHARE = 4;

export function createStarvationGuard(lanes: number): StarvationGuard {
  // For each lane, how many turns it is behind its share.
  const deficits = new Int32Array(lanes);
  const deficitOf = (lane: number): number => deficits[lane] as number;

  return {
    next(hasItems, nowMs) {
      let first = -1;
      let next = -1;
      for (let lane = 0; lane < lanes; lane++) {
        if (!hasItems(lane, nowMs)) {
          // A lane that is empty during a flood keeps its deficit: new items may follow at once.
          if (first === -1) deficits[lane] = 0;
        } else if (first === -1) first = next = lane;
        else {
          const deficit = (deficits[lane] = deficitOf(lane) + 1);
          if (deficit > MAX_SKIPPED_TURNS && (next === first || deficit > deficitOf(next))) next = lane;
        }
      }
      if (next !== -1) deficits[next] = Math.max(0, deficitOf(next) - SHARE);
      return next;
    },
    reset() {
      for (let lane = 0; lane < lanes; lane++) deficits[lane] = 0;
    },
  };
}
