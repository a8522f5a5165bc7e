import { duration, plusMinus, ratio } from './amounts.js';
import { printTable } from './print-table.js';
import { median, medianRatio, spread } from './statistics.js';

/** The measurements of one candidate. */
export interface Measured {
  readonly name: string;
  /** One value per sample, in order. The samples of all candidates alternate. */
  readonly values: readonly number[];
  /** At most this many times the baseline; printed beside the ratio. Nothing fails because of it. */
  readonly target?: number | undefined;
  /** A remark. */
  readonly remark?: string | undefined;
}

/**
 * Prints a table: median, ratio to the first of them, spread of the samples.
 *
 * @param format says a value. @default it is milliseconds
 */
export function report(
  title: string,
  measured: readonly Measured[],
  format: (value: number) => string = duration,
): void {
  const baseline = measured[0]?.values ?? [];
  const rows = measured.map(({ name, values, target, remark = '' }) => {
    const times = medianRatio(values, baseline);
    return [
      name,
      format(median(values)),
      ratio(times),
      target === undefined ? '' : `≤ ${ratio(target)}${times > target ? ' missed' : ''}`,
      plusMinus(spread(values)),
      remark,
    ];
  });
  printTable(title, [['', 'median', 'ratio', 'target', 'spread', ''], ...rows]);
}
