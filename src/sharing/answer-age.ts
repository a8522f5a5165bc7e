import type { Clock } from '../core/shared/clock.js';
import type { Entry } from '../core/store/entry.js';
import type { SharedAnswer } from './messages.js';

/** The last answer for a key that all members know. */
export interface LastAnswer {
  readonly order: number;
  /** The number of the request that first gave the record. */
  readonly version: number | undefined;
  readonly record: unknown;
  /** Whether this member sent the answer. */
  readonly isSent: boolean;
  /** When this member got the record, monotonic, if the number of its request does not tell the order. */
  readonly unorderedMs?: number | undefined;
}

/**
 * @returns the version of the record, which is unique among the records of its key; `undefined` without a version. A
 *   number that a member gave to a request by itself is no version: a request of the group may have the same number.
 */
export const versionOf = (last: LastAnswer | undefined, record: unknown): number | undefined =>
  last?.unorderedMs === undefined && last?.record === record ? last?.version : undefined;

/** The last answer after a failure. A record that came from elsewhere meanwhile, such as a snapshot, has no version. */
export const afterFailure = (
  last: LastAnswer | undefined,
  next: Pick<LastAnswer, 'order' | 'record' | 'isSent'>,
): LastAnswer => ({ ...last, version: last?.record === next.record ? last?.version : undefined, ...next });

/** Ages are measured by two clocks, and a message takes time. */
const TOLERANCE_MS = 1000;

/**
 * Whether an answer of another member is older than the state that this member shows. The numbers of their requests
 * decide; their ages decide if `AnswerFacts.isOrdered` was `false` or the record comes from a store.
 */
export function isOutdated(
  { order, isUnordered, ageMs = 0 }: SharedAnswer,
  last: LastAnswer | undefined,
  { record, confirmedAt = -Infinity }: Entry<unknown>,
  clock: Clock,
): boolean {
  const lastOrder = last?.order ?? 0;
  if (lastOrder > order) return true;
  if (isUnordered === true && confirmedAt > clock.now() - ageMs - TOLERANCE_MS) return true;
  if (lastOrder === order) return false;
  // An answer that is too close to tell is left out: the next answer of the group is newer in any case.
  if (last?.unorderedMs !== undefined) return last.unorderedMs > clock.monotonic() - ageMs - TOLERANCE_MS;
  // The wall clock alone decides only here, because it may be set back.
  return last?.record !== record && confirmedAt > clock.now() - ageMs + TOLERANCE_MS;
}
