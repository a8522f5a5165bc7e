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

export interface UsageOrigins {
  /** The origin that all limits have in common, shown once for all of them. */
  readonly common: UsageOrigin | undefined;
  readonly of: (limit: LimitUsage) => UsageOrigin;
}

export function selectOrigins(limits: readonly LimitUsage[], latest: UsageSample | undefined): UsageOrigins {
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

export interface LimitWords {
  readonly explanation: string;
  /** The used amount: `852 MiB`. Absent if no usage is reported. */
  readonly used: string | undefined;
  /** The limit: `1 GiB`, `practically unlimited`, `unknown`. */
  readonly limit: string;
  /** Whether usage can reach the limit, so that the share and the remaining amount are known. */
  readonly isBounded: boolean;
  /** `92 %` */
  readonly share: string | undefined;
  /** `4.7 MiB` */
  readonly remaining: string | undefined;
  /** The amounts with all digits, if the other texts are rounded or in larger units. */
  readonly exact: string | undefined;
}

const FIELDS = limitFields({ ...limitCatalogue.database, ...limitCatalogue.index });

/** Describes a limit and its usage. @param record the record that has the limit */
export function limitWords(usage: LimitUsage, record: object): LimitWords {
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
    used,
    limit,
    isBounded,
    share: isBounded && ratio !== undefined ? describeShare(ratio) : undefined,
    remaining: isBounded && remaining !== undefined ? describeAmount(remaining, unit) : undefined,
    exact: used !== exactUsed || limit !== exactLimit ? exact : undefined,
  };
}

/** The amount with all digits. The record has a bigint for an integer beyond 2^53. */
function exactly(amount: unknown, meaning: Meaning): string {
  const { text, exact } = showValue(amount, meaning);
  return exact ?? text;
}
