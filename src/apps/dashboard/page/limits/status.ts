import type { LimitStatus } from '../../../../index.js';

/** From the one that asks for most attention to the one that asks for least. */
export const statuses: readonly LimitStatus[] = ['exceeded', 'critical', 'warning', 'ok', 'unlimited', 'unknown'];

/** How a status is called on the page. */
export const statusNames: Readonly<Record<LimitStatus, string>> = {
  exceeded: 'Exceeded',
  critical: 'Critical',
  warning: 'Warning',
  ok: 'OK',
  unlimited: 'Unlimited',
  unknown: 'Unknown',
};
