/** A lane may be skipped this often, 15 s at the default rate: a burst ends before that, a flood does not. */
const MAX_SKIPPED = 150;

/** A lane that was skipped too often is served one time of this many. */
const SHARE = 4;

/** Decides which of a few lanes is served next: the first lane by priority, without starving the others. */
export class StarvationGuard {
  /** For each lane, how many times it is behind its share. */
  readonly #deficits: number[];

  constructor(lanes: number) {
    this.#deficits = Array.from({ length: lanes }, () => 0);
  }

  /**
   * The first lane with items; -1 if no lane has any. A later lane that was skipped for long is served one time of four
   * instead, until it is empty.
   */
  next(hasItems: (lane: number) => boolean): number {
    const deficits = this.#deficits;
    let first = -1;
    let next = -1;
    for (const [lane, before] of deficits.entries()) {
      if (!hasItems(lane)) {
        // A lane that is empty during a flood keeps its deficit: new items may follow at once.
        if (first === -1) deficits[lane] = 0;
      } else if (first === -1) first = next = lane;
      else {
        const deficit = (deficits[lane] = before + 1);
        if (deficit > MAX_SKIPPED && (next === first || deficit > (deficits[next] as number))) next = lane;
      }
    }
    if (next !== -1) deficits[next] = Math.max(0, (deficits[next] as number) - SHARE);
    return next;
  }

  reset(): void {
    this.#deficits.fill(0);
  }
}
