import { limitNamed, type LimitDescription, type LimitUnit } from './catalogue.js';
import { ExactSum } from './exact-sum.js';
import type { Measure } from './measure-limit.js';

/** What all limits of one unit add up to: levels, rates and quotas of all resources. */
export interface LimitTotal {
  readonly unit: LimitUnit;
  /** Sum of the limits that are known. */
  readonly limit: number;
  /** How many these are. */
  readonly limitCount: number;
  /** Sum of what is known to be used. */
  readonly used: number;
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

interface Row {
  readonly limit: Sum;
  readonly used: Sum;
}

/** A sum of amounts some of which are not known. */
class Sum {
  readonly sum = new ExactSum();
  count = 0;

  change(from: unknown, to: unknown): void {
    if (from === to) return;
    this.sum.change(typeof from === 'number' ? from : 0, typeof to === 'number' ? to : 0);
    this.count += Number(typeof to === 'number') - Number(typeof from === 'number');
  }
}

export function createLimitTotals(): LimitTotals {
  const rows = new Map<LimitUnit, Row>(
    Object.values(limitNamed).map(({ unit }) => [unit, { limit: new Sum(), used: new Sum() }]),
  );
  return {
    change({ unit, kind }, from, to) {
      // The sizes of single things, and lengths of time, add up to nothing.
      if (kind === 'ceiling' || kind === 'timeout') return;
      const row = rows.get(unit);
      row?.limit.change(from?.limit, to?.limit);
      row?.used.change(from?.used, to?.used);
    },
    totals: () =>
      [...rows]
        .filter(([, { limit, used }]) => limit.count + used.count > 0)
        .map(([unit, { limit, used }]) => ({
          unit,
          limit: limit.sum.value,
          limitCount: limit.count,
          used: used.sum.value,
          usedCount: used.count,
        })),
  };
}
