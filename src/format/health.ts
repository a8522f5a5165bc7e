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

/** A condition, and the field of the limit or the word of the service that it is about. */
export interface Health {
  readonly kind: HealthKind;
  /** The field of the limit for `near`, `beyond` and `filling`, the state for `inactive` and `changing`. */
  readonly about?: string;
}

export interface HealthFacts {
  /** The status of the entry. */
  readonly status: string;
  readonly hasRecord: boolean;
  readonly error?: FleetError | undefined;
  /** Empty where the resource has no state. */
  readonly state: string;
  /** Empty at rest. */
  readonly change: string;
  /** The limit that needs attention most. */
  readonly worst: Pick<LimitUsage, 'field' | 'status'> | undefined;
  /** The field of the limit that is full within an hour. */
  readonly filling?: string | undefined;
}

const HOUR_MS = 3_600_000;

/** The limit that is full first, if that is within an hour. */
export function selectFilling<L extends Pick<LimitUsage, 'exhaustsAt'>>(
  limits: readonly L[],
  now: number,
): L | undefined {
  const timeOf = ({ exhaustsAt = Infinity }: L): number => exhaustsAt;
  const [first] = limits.toSorted((a, b) => timeOf(a) - timeOf(b));
  return first !== undefined && timeOf(first) <= now + HOUR_MS ? first : undefined;
}

/** The codes of the failures without an answer of the service. */
export const SILENT_CODES: readonly string[] = ['unavailable', 'timeout'];

/** These errors concern all resources, so the page shows them once, in its status line. */
const SHARED_CODES: readonly string[] = ['rate-limited', 'aborted', 'disposed'];

/** Selects the most urgent condition. */
export function selectHealth({ hasRecord, worst, filling, ...facts }: HealthFacts): Health {
  const ofEntry = entryHealth(facts);
  if (ofEntry !== undefined || !hasRecord) return ofEntry ?? { kind: 'loading' };
  const ofLimit = worst && limitHealth(worst);
  if (ofLimit !== undefined) return ofLimit;
  if (filling !== undefined) return { kind: 'filling', about: filling };
  return stateHealths(facts)[0] ?? { kind: 'healthy' };
}

/** The problem of the entry itself, if there is one. */
export function entryHealth({ status, error }: Pick<HealthFacts, 'status' | 'error'>): Health | undefined {
  if (status === 'missing') return { kind: 'missing' };
  if (error === undefined || SHARED_CODES.includes(error.code)) return undefined;
  return { kind: SILENT_CODES.includes(error.code) ? 'silent' : 'refused' };
}

/** Says in a word why no answer for a resource is expected soon; empty while an answer is expected. */
export function problemWord(entry: Pick<HealthFacts, 'status' | 'error'>): string {
  const kind = entryHealth(entry)?.kind ?? '';
  if (kind === 'silent') return 'no answer';
  // The service did answer, so it refused nothing.
  return kind === 'refused' && entry.error?.code === 'bad-response' ? 'failed' : kind;
}

/** The condition of a limit whose use is too large. */
export function limitHealth({ field, status }: Pick<LimitUsage, 'field' | 'status'>): Health | undefined {
  if (status === 'exceeded') return { kind: 'beyond', about: field };
  return status === 'critical' || status === 'warning' ? { kind: 'near', about: field } : undefined;
}

/** A pending change, and a state other than active. */
export function stateHealths({ state, change }: Pick<HealthFacts, 'state' | 'change'>): readonly Health[] {
  return [
    ...(change === '' ? [] : [{ kind: 'changing', about: change } as const]),
    ...(state === '' || state === 'active' ? [] : [{ kind: 'inactive', about: state } as const]),
  ];
}
