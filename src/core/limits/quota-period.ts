import type { LimitUnit } from './catalogue.js';

const DAY_MS = 86_400_000;

/**
 * When the period of a quota began in which `at` lies, or a later one will: days and months of UTC. What has no
 * period, such as a total, began always and never begins again.
 *
 * @param at Unix milliseconds
 * @param periodsLater 1 for the period after
 * @returns Unix milliseconds
 */
export function periodStart(unit: LimitUnit, at: number, periodsLater = 0): number {
  if (unit.endsWith('/day')) return (Math.floor(at / DAY_MS) + periodsLater) * DAY_MS;
  if (!unit.endsWith('/month')) return periodsLater > 0 ? Infinity : -Infinity;
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + periodsLater);
}

/** Whether what was counted at a time was counted for a period that is over. Both are Unix milliseconds. */
export function isPeriodOver(unit: LimitUnit, countedAt: number, now: number): boolean {
  return countedAt < periodStart(unit, now);
}
