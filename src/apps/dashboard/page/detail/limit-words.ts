import {
  describeAmount,
  describeLimit,
  describeShare,
  isPracticallyUnlimited,
} from '../../../../format/describe-use.js';
import { exactRecord } from '../../../../format/exact-record.js';
import type { Meaning } from '../../../../format/format-value.js';
import { limitFields } from '../../../../format/limit-fields.js';
import { limitCatalogue } from '../../../../core/limits/limit-catalogue.js';
import type { LimitUsage } from '../../../../core/limits/limit-usage.js';
import { showValue } from './shown-field.js';

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
