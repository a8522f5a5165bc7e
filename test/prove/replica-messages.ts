import type { RateLimit } from '../../src/core/polling/token-bucket.js';

export interface ReplicaTask {
  readonly name: string;
  readonly baseUrl: string;
  readonly redisUrl: string;
  readonly ids: readonly string[];
  readonly rate: RateLimit;
  /** How far the wall clock of the process is ahead, milliseconds. */
  readonly clockAheadMs: number;
}

export type ReplicaCommand = 'report' | 'leave';

/** How often each id is polled. */
export const INTERVAL_MS = 2000;

/** The headers that inform the service about the sender of a request. */
export const HEADERS = { member: 'x-member', state: 'x-state' } as const;

/** The field of a record with its version, which the service increases. */
export const VERSION_FIELD = 'last_plan_upgrade_time';
