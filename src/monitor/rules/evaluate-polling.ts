import type { PollingStatus } from '../../core/polling/polling-status.js';
import { printable } from '../../format/printable.js';
import type { CheckedRuleOf } from './checked-rule.js';
import { CLEAR, type Evaluation } from './evaluation.js';

/** The reason of a pause is the program's text. */
const MAX_REASON = 200;

export function evaluatePolling(
  rule: CheckedRuleOf<'polling'>,
  { state, reason }: Pick<PollingStatus, 'state' | 'reason'>,
): Evaluation {
  if (!rule.in.some((condition) => condition === state)) return CLEAR;
  const why = reason === undefined ? '' : ` ${printable(reason.message.slice(0, MAX_REASON))}`;
  return { verdict: 'fire', summary: `Polling is ${state}.${why}` };
}
