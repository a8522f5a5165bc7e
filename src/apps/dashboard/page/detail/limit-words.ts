import { describeShare } from '../../../../format/describe-use.js';
import { exactRecord } from '../../../../format/exact-record.js';
import { formatValue, type Meaning } from '../../../../format/format-value.js';
import { limitFields } from '../../../../format/limit-fields.js';
import { limitNamed } from '../../../../core/limits/catalogue.js';
import type { LimitUsage } from '../../../../core/limits/limit-usage.js';
import { showValue } from './shown-field.js';

/** A limit and its usage as text. */
export interface LimitWords {
  readonly explanation: string;
  /** `59 MiB of 64 MiB`, `64 MiB`, `unlimited`. */
  readonly amount: string;
  /** `92 % used` */
  readonly share?: string;
  /** `4.7 MiB left` */
  readonly remaining?: string;
  /** The amount with all digits, if `amount` is in larger units. */
  readonly exact?: string;
}

const FIELDS = limitFields(limitNamed);

/** Describes a limit and its usage. @param record the record that has the limit */
export function limitWords(usage: LimitUsage, record: object): LimitWords {
  const { field, limit, used, ratio } = usage;
  const { meaning, explanation } = FIELDS[field] ?? { meaning: 'count', explanation: '' };
  const value = exactRecord(record)[field];
  const remaining = remainingOf(usage, value);
  const shown = limit === undefined ? UNKNOWN : showValue(value, meaning);
  const amount = amountOf(limit, shown.text, used === undefined ? undefined : formatValue(used, meaning));
  const exact = amountOf(limit, shown.exact ?? shown.text, used === undefined ? undefined : exactly(used, meaning));
  return {
    explanation,
    amount,
    ...(ratio !== undefined && { share: `${describeShare(ratio)} used` }),
    ...(remaining !== undefined && { remaining: `${formatValue(remaining, meaning)} left` }),
    ...(exact !== amount && { exact }),
  };
}

const UNKNOWN = { text: 'an unknown limit', exact: undefined };

function amountOf(limit: LimitUsage['limit'], limitText: string, usedText: string | undefined): string {
  if (usedText === undefined) return limit === undefined ? 'unknown' : limitText;
  return limit === 'unlimited' ? `${usedText}, unlimited` : `${usedText} of ${limitText}`;
}

function exactly(amount: number, meaning: Meaning): string {
  const { text, exact } = showValue(amount, meaning);
  return exact ?? text;
}

/** Computes the remaining amount of a limit beyond 2^53 exactly, which a number cannot do. */
function remainingOf({ used, remaining }: LimitUsage, limit: unknown): number | bigint | undefined {
  if (remaining === undefined || typeof limit !== 'bigint' || !Number.isSafeInteger(used)) return remaining;
  const left = limit - BigInt(used ?? 0);
  return left > 0n ? left : 0n;
}
