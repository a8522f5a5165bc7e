import { limitNamed, type LimitDescription, type LimitUnit } from './catalogue.js';
import { ExactSum } from './exact-sum.js';
import type { Measure } from './measure-limit.js';

/** The sums of all levels, rates and quotas of one unit, over all resources. */
export interface LimitTotal {
  readonly unit: LimitUnit;
  /** Sum of the known limits; `undefined` if no limit is known. */
  readonly limit: number | undefined;
  /** Number of limits in `limit`. */
  readonly limitCount: number;
  /** Sum of the known uses; `undefined` if no use is known. */
  readonly used: number | undefined;
  /** Number of limits in `used`. */
  readonly usedCount: number;
}

/** Totals by unit, updated incrementally. */
export interface LimitTotals {
  /** Replaces the measure of a limit. `undefined` stands for a limit that was or is not there. */
  change(description: LimitDescription, from: Measure | undefined, to: Measure | undefined): void;
  /** Returns the totals of all units with a known limit or use, in the order of the catalogue. */
  totals(): readonly LimitTotal[];
}

/** The sums of one unit. */
class UnitTotal {
  readonly unit: LimitUnit;
  readonly #limit = new ExactSum();
  readonly #used = new ExactSum();
  #total: LimitTotal | undefined;

  constructor(unit: LimitUnit) {
    this.unit = unit;
  }

  change(from: Measure | undefined, to: Measure | undefined): boolean {
    const isLimitChanged = this.#limit.change(from?.limit, to?.limit);
    const isChanged = this.#used.change(from?.used, to?.used) || isLimitChanged;
    if (isChanged) this.#total = undefined;
    return isChanged;
  }

  get total(): LimitTotal {
    const { unit } = this;
    const [limit, used] = [this.#limit, this.#used];
    return (this.#total ??= {
      unit,
      limit: limit.value,
      limitCount: limit.count,
      used: used.value,
      usedCount: used.count,
    });
  }
}

export function createLimitTotals(): LimitTotals {
  const byUnit = new Map(Object.values(limitNamed).map(({ unit }) => [unit, new UnitTotal(unit)]));
  const unitTotals = [...byUnit.values()];
  let totals: readonly LimitTotal[] | undefined;
  return {
    change({ unit, kind }, from, to) {
      // A sum of item sizes or of durations has no meaning.
      if (kind === 'ceiling' || kind === 'timeout') return;
      if (byUnit.get(unit)?.change(from, to) === true) totals = undefined;
    },
    totals: () =>
      (totals ??= unitTotals
        .map(({ total }) => total)
        .filter(({ limitCount, usedCount }) => limitCount + usedCount > 0)),
  };
}
