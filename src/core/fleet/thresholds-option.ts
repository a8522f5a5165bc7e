import type { LimitField } from '../records/limit-fields.js';

/** The ratios of use to limit at which each status begins and below which each status ends. */
export interface StatusLevels {
  /** The ratio at which `warning` begins. @default 0.8 */
  readonly warning?: number | undefined;
  /** The ratio at which `critical` begins. @default 0.95 */
  readonly critical?: number | undefined;
  /** The ratio at which `exceeded` begins. @default 1 */
  readonly exceeded?: number | undefined;
  /**
   * The ratio below which each status ends; at most the ratio at which it begins.
   *
   * @default 0.02 below the ratio at which the status begins, but at most a tenth of that ratio below it
   */
  readonly clear?: { readonly [Status in RaisedStatus]?: number | undefined } | undefined;
}

/**
 * The ratios at which the status of a limit changes: more than 0, and `warning <= critical <= exceeded`.
 *
 * @example
 * ```ts
 * const thresholds: Thresholds = {
 *   warning: 0.7,
 *   clear: { warning: 0.6 },
 *   overrides: { db_max_clients: { warning: 0.5, critical: 0.6 } },
 * };
 * ```
 */
export interface Thresholds extends StatusLevels {
  /**
   * Ratios for single limits, by field. A status that an override leaves out uses the ratios for all limits. If an
   * override sets where a status begins but no `clear` ratio, the status ends at the default below the new ratio.
   */
  readonly overrides?: { readonly [Field in LimitField]?: StatusLevels };
}

/** The statuses that have a threshold, in ascending order. */
export const raisedStatuses = ['warning', 'critical', 'exceeded'] as const;

export type RaisedStatus = (typeof raisedStatuses)[number];
