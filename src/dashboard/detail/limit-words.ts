import { describeShare } from '../../display/describe-use.js';
import { exactRecord } from '../../display/exact-record.js';
import { formatValue, type Meaning } from '../../display/format-value.js';
import { limitFields } from '../../display/limit-fields.js';
import { limitNamed } from '../../limits/catalogue.js';
import type { LimitUsage } from '../../limits/limit-usage.js';
import type { LimitStatus } from '../../limits/measure-limit.js';
import { showValue } from './shown-field.js';

/** A limit and its use in words. */
export interface LimitWords {
  readonly explanation: string;
  /** `59 MiB of 64 MiB`, `64 MiB`, `unlimited`. */
  readonly amount: string;
  /** `92 %` */
  readonly share?: string;
  /** `4.7 MiB left` */
  readonly remaining?: string;
  /** All digits of what `amount` says in larger units. */
  readonly exact?: string;
  readonly status: string;
}

const FIELDS = limitFields(limitNamed);

const STATUS_WORDS: Readonly<Record<LimitStatus, string>> = {
  unknown: 'use not reported',
  unlimited: 'unlimited',
  ok: 'ok',
  warning: 'warning',
  critical: 'critical',
  exceeded: 'exceeded',
};

/** Says a limit in words, with every digit of it. @param record the one that the limit is of */
export function limitWords(usage: LimitUsage, record: object): LimitWords {
  const { field, limit, used, ratio, remaining, status } = usage;
  const { meaning, explanation } = FIELDS[field] ?? { meaning: 'count', explanation: '' };
  const shown = showValue(exactRecord(record)[field], meaning);
  const isKnown = limit !== undefined;
  const exact = [used === undefined ? [] : [exactly(used, meaning)], isKnown ? [shown.exact ?? shown.text] : []].flat();
  const amounts = [used === undefined ? [] : [formatValue(used, meaning)], [isKnown ? shown.text : 'an unknown limit']];
  const amount = limit === 'unlimited' ? unlimited(used, meaning) : amounts.flat().join(' of ');
  const all = exact.join(' of ');
  return {
    explanation,
    amount: used === undefined && !isKnown ? 'unknown' : amount,
    ...(ratio !== undefined && { share: describeShare(ratio) }),
    ...(remaining !== undefined && { remaining: `${formatValue(remaining, meaning)} left` }),
    ...(all !== amount && all !== '' && limit !== 'unlimited' && { exact: all }),
    status: status === 'unknown' && !isKnown ? 'limit not known' : STATUS_WORDS[status],
  };
}

function exactly(amount: number, meaning: Meaning): string {
  const { text, exact } = showValue(amount, meaning);
  return exact ?? text;
}

function unlimited(used: number | undefined, meaning: Meaning): string {
  return used === undefined ? 'unlimited' : `${formatValue(used, meaning)}, unlimited`;
}
