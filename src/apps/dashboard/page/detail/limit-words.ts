import type { LimitUsage } from '../../../../core/limits/limit-usage.js';
import type { UsageReading, UsageSample } from '../../../../core/limits/usage-sample.js';
import {
  describeAmount,
  describeLimit,
  describeShare,
  isPracticallyUnlimited,
} from '../../../../format/describe-use.js';
import { exactRecord } from '../../../../format/exact-record.js';
import type { Meaning } from '../../../../format/format-value.js';
import { limitFields } from '../../../../format/field-group.js';
import { limitCatalogue } from '../../../../core/limits/limit-catalogue.js';
import { showValue } from './select-fields.js';

/** The limits of a resource, divided by whether their usage is known. */
export interface ArrangedLimits {
  /** Limits with reported usage, shown as bars. */
  readonly used: readonly LimitUsage[];
  /** Limits without reported usage, shown as values. */
  readonly unused: readonly LimitUsage[];
}

/** Divides limits by whether their usage is known, and keeps their order. */
export function arrangeLimits(limits: readonly LimitUsage[]): ArrangedLimits {
  return {
    used: limits.filter(({ used }) => used !== undefined),
    unused: limits.filter(({ used }) => used === undefined),
  };
}

/** The time and the source of reported usage. */
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

/** Selects the origins of the usage of limits. */
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

/** A limit and its usage as text. */
export interface LimitWords {
  readonly explanation: string;
  /** The used amount: `852 MiB`. Absent if no usage is reported. */
  readonly used?: string;
  /** The limit: `1 GiB`, `practically unlimited`, `unknown`. */
  readonly limit: string;
  /** Whether usage can reach the limit, so that the share and the remaining amount are known. */
  readonly isBounded: boolean;
  /** `92 %` */
  readonly share?: string;
  /** `4.7 MiB` */
  readonly remaining?: string;
  /** The amounts with all digits, if the other texts are rounded or in larger units. */
  readonly exact?: string;
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
    ...(used !== undefined && { used }),
    limit,
    isBounded,
    ...(isBounded && ratio !== undefined && { share: describeShare(ratio) }),
    ...(isBounded && remaining !== undefined && { remaining: describeAmount(remaining, unit) }),
    ...((used !== exactUsed || limit !== exactLimit) && { exact }),
  };
}

/** The amount with all digits. The record has a bigint for an integer beyond 2^53. */
function exactly(amount: unknown, meaning: Meaning): string {
  const { text, exact } = showValue(amount, meaning);
  return exact ?? text;
}
