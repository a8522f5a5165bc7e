/** Decides which of a few lanes goes next. */
export interface StarvationGuard {
  /**
   * Gives the lane whose turn it is, of those that have something; -1 where none has. The first of them goes first,
   * yet none starves: one that got less than a fourth of the turns for long gets a fourth, until it has nothing left.
   */
  next(hasSome: (lane: number, nowMs: number) => boolean, nowMs: number): number;
  /** Forgets who was passed over. */
  reset(): void;
}

/** So many turns are 15 s at the usual rate of the gate: a burst is over by then, and what goes on is a flood. */
const PATIENCE = 150;

/** With one turn in so many nobody starves. */
const SHARE = 4;

/** Makes the turns of so many lanes, of which none was passed over yet. */
export function createStarvationGuard(lanes: number): StarvationGuard {
  // For each lane, by how many turns it was left behind its share.
  const claims = new Int32Array(lanes);
  const claimOf = (lane: number): number => claims[lane] as number;

  return {
    next(hasSome, nowMs) {
      let first = -1;
      let next = -1;
      for (let lane = 0; lane < lanes; lane++) {
        if (!hasSome(lane, nowMs)) {
          // While better ones have something it was not caught up for good.
          if (first === -1) claims[lane] = 0;
        } else if (first === -1) first = next = lane;
        else {
          const claim = (claims[lane] = claimOf(lane) + 1);
          if (claim > PATIENCE && (next === first || claim > claimOf(next))) next = lane;
        }
      }
      if (next !== -1) claims[next] = Math.max(0, claimOf(next) - SHARE);
      return next;
    },
    reset() {
      for (let lane = 0; lane < lanes; lane++) claims[lane] = 0;
    },
  };
}
