import type { LimitStatus } from '../../../../index.js';

/** All statuses, the worst first. */
export const statuses: readonly LimitStatus[] = ['exceeded', 'critical', 'warning', 'ok', 'unlimited', 'unknown'];

/** The names of the statuses on the page. */
export const statusNames: Readonly<Record<LimitStatus, string>> = {
  exceeded: 'Exceeded',
  critical: 'Critical',
  warning: 'Warning',
  ok: 'OK',
  unlimited: 'Unlimited',
  unknown: 'Unknown',
};
