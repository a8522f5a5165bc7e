import { type LimitUsage, type UsageReading, type UsageSample, limitCatalogue } from '../../../../index.js';
import {
  describeAmount,
  describeLimit,
  describeShare,
  isPracticallyUnlimited,
} from '../../../../format/describe-use.js';
import { exactRecord } from '../../../../format/exact-record.js';
import type { Meaning } from '../../../../format/format-value.js';
import { limitFields } from '../../../../format/field-group.js';
import { showValue } from './select-fields.js';

export interface UsageOrigin {
  /** Unix milliseconds. */
  readonly at: number | undefined;
  readonly source: string | undefined;
}

/** The origin of a limit, and the one that all limits have in common, which is shown once for all of them. */
export function selectOrigins(limits: readonly LimitUsage[], latest: UsageSample | undefined) {
  const readings: Readonly<Record<string, UsageReading | undefined>> = latest ?? {};
  const of = ({ field, observedAt }: LimitUsage): UsageOrigin => ({ at: observedAt, source: readings[field]?.source });
  const [first, ...others] = limits.map(of);
  const isCommon = others.every(({ at, source }) => at === first?.at && source === first?.source);
  return { common: isCommon ? first : undefined, of };
}

/** Whether usage is made up for a demonstration. */
export function isSimulated({ source }: UsageOrigin): boolean {
  return source?.startsWith('simulated') ?? false;
}

const FIELDS = limitFields({ ...limitCatalogue.database, ...limitCatalogue.index });

/** Describes a limit and its usage. @param record the record that has the limit */
export function limitWords(usage: LimitUsage, record: object) {
  const { field, unit, ratio, remaining } = usage;
  const { meaning, explanation } = FIELDS[field] ?? { meaning: 'count', explanation: '' };
  const limit = usage.limit === undefined ? 'unknown' : describeLimit(usage.limit, unit);
  const used = usage.used === undefined ? undefined : describeAmount(usage.used, unit);
  const isBounded = usage.limit !== undefined && !isPracticallyUnlimited(usage.limit);
  const exactLimit = typeof usage.limit === 'number' ? exactly(exactRecord(record)[field], meaning) : limit;
  const exactUsed = usage.used === undefined ? undefined : exactly(usage.used, meaning);
  const exact = [exactUsed, exactLimit].filter((text) => text !== undefined).join(' of ');
  return {
    explanation,
    /** `852 MiB` */
    used,
    /** `1 GiB`, `practically unlimited`, `unknown` */
    limit,
    /** Whether usage can reach the limit, so that the share and the remaining amount are known. */
    isBounded,
    share: isBounded && ratio !== undefined ? describeShare(ratio) : undefined,
    remaining: isBounded && remaining !== undefined ? describeAmount(remaining, unit) : undefined,
    /** The amounts with all digits, if the other texts are rounded or in larger units. */
    exact: used !== exactUsed || limit !== exactLimit ? exact : undefined,
  };
}

/** The amount with all digits. The record has a bigint for an integer beyond 2^53. */
function exactly(amount: unknown, meaning: Meaning): string {
  const { text, exact } = showValue(amount, meaning);
  return exact ?? text;
}
