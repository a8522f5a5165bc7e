import type { LimitUsage } from '../core/limits/limit-usage.js';
import type { FleetError } from '../core/shared/fleet-error.js';

/** The names of the kinds in filters, in the order of the first line. */
export const healthNames = {
  healthy: 'Healthy',
  beyond: 'Beyond a limit',
  near: 'Near a limit',
  filling: 'Full within an hour',
  silent: 'Not answering',
  refused: 'Not readable',
  missing: 'Missing',
  inactive: 'Not active',
  changing: 'Changing',
  loading: 'Loading',
} as const;

/**
 * The condition of a database or vector index, the most urgent that applies.
 *
 * - `beyond`, `near`: a limit is exceeded, or its use is at a warning threshold.
 * - `filling`: the forecast of a limit says that it is full within an hour.
 * - `missing`: the service has no such resource.
 * - `silent`: the last request got no answer. `refused`: the service refused it, or the answer is not valid.
 * - `inactive`: a state other than active. `changing`: a change is pending.
 * - `loading`: there is no record yet.
 */
export type HealthKind = keyof typeof healthNames;

export interface Health {
  readonly kind: HealthKind;
  /** The field of the limit for `near`, `beyond` and `filling`, the state for `inactive` and `changing`. */
  readonly about?: string;
}

export interface EntryFacts {
  readonly status: string;
  readonly error?: FleetError | undefined;
}

export const SILENT_CODES: readonly string[] = ['unavailable', 'timeout'];

/** These errors concern all resources, so the page shows them once, in its status line. */
const SHARED_CODES: readonly string[] = ['rate-limited', 'aborted', 'disposed'];

export function entryHealth({ status, error }: EntryFacts): Health | undefined {
  if (status === 'missing') return { kind: 'missing' };
  if (error === undefined || SHARED_CODES.includes(error.code)) return undefined;
  return { kind: SILENT_CODES.includes(error.code) ? 'silent' : 'refused' };
}

/** Says in a word why no answer for a resource is expected soon; empty while an answer is expected. */
export function problemWord(entry: EntryFacts): string {
  const kind = entryHealth(entry)?.kind ?? '';
  if (kind === 'silent') return 'no answer';
  // The service did answer, so it refused nothing.
  return kind === 'refused' && entry.error?.code === 'bad-response' ? 'failed' : kind;
}

export function limitHealth({ field, status }: Pick<LimitUsage, 'field' | 'status'>): Health | undefined {
  if (status === 'exceeded') return { kind: 'beyond', about: field };
  return status === 'critical' || status === 'warning' ? { kind: 'near', about: field } : undefined;
}
