import { limitNamed, type LimitDescription, type LimitUnit } from './catalogue.js';
import { ExactSum } from './exact-sum.js';
import type { Measure } from './measure-limit.js';

/** What all limits of one unit add up to: levels, rates and quotas of all resources. */
export interface LimitTotal {
  readonly unit: LimitUnit;
  /** Sum of the limits that are known; `undefined` where none is. */
  readonly limit: number | undefined;
  /** How many these are. */
  readonly limitCount: number;
  /** Sum of what is known to be used; `undefined` where of no limit that is known. */
  readonly used: number | undefined;
  /** Of how many limits that is known. */
  readonly usedCount: number;
}

/** Totals by unit, kept as things change. */
export interface LimitTotals {
  /** A limit of one measure now has another; of none, if it was or is not there. */
  change(description: LimitDescription, from: Measure | undefined, to: Measure | undefined): void;
  /** Of the units of which anything is known, in the order of the catalogue. */
  totals(): readonly LimitTotal[];
}

/** The sums of one unit. */
class Row {
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
  const byUnit = new Map(Object.values(limitNamed).map(({ unit }) => [unit, new Row(unit)]));
  const rows = [...byUnit.values()];
  let totals: readonly LimitTotal[] | undefined;
  return {
    change({ unit, kind }, from, to) {
      // The sizes of single things, and lengths of time, add up to nothing.
      if (kind === 'ceiling' || kind === 'timeout') return;
      if (byUnit.get(unit)?.change(from, to) === true) totals = undefined;
    },
    totals: () =>
      (totals ??= rows.map(({ total }) => total).filter(({ limitCount, usedCount }) => limitCount + usedCount > 0)),
  };
}
