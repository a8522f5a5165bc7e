import type { RateLimit } from '../../src/core/polling/token-bucket.js';
import type { SharingStatus } from '../../src/index.js';

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

export interface ReplicaReport {
  readonly sharing: SharingStatus | undefined;
  /** The version that the fleet shows, by id. */
  readonly versions: Readonly<Record<string, number>>;
  readonly tracked: readonly string[];
  /** The ids whose entry is not fresh. */
  readonly stale: readonly string[];
  /** Each change of a record to an older version. */
  readonly backwards: readonly string[];
}

/** How often each id is polled. */
export const INTERVAL_MS = 2000;

/** The headers that inform the service about the sender of a request. */
export const HEADERS = { member: 'x-member', state: 'x-state' } as const;

/** The field of a record with its version, which the service increases. */
export const VERSION_FIELD = 'last_plan_upgrade_time';
