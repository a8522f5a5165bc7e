/** The limits of deliveries. */
export interface DeliveryLimits {
  /** The most events that wait for one channel. A further event pushes out the oldest. @default 10000 */
  readonly queuedEvents: number;
  /** How many events one channel gets at the same time. @default 4 */
  readonly concurrency: number;
  /** The deadline of an attempt, milliseconds. @default 10000 */
  readonly timeoutMs: number;
  /** An event that is older when an attempt fails is dropped, milliseconds. @default 86400000 */
  readonly maxAgeMs: number;
}

export const DEFAULT_LIMITS: DeliveryLimits = {
  queuedEvents: 10_000,
  concurrency: 4,
  timeoutMs: 10_000,
  maxAgeMs: 24 * 3_600_000,
};
