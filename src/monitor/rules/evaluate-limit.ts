import { FORECAST_FRESH_MS, type LimitUsage } from '../../core/limits/limit-usage.js';
import { raisedStatuses, type RaisedStatus } from '../../core/fleet/thresholds-option.js';
import { describeDuration } from '../../format/describe-duration.js';
import { wholePercents } from '../../format/describe-use.js';
import type { CheckedRuleOf } from './checked-rule.js';
import { BETWEEN, CLEAR, UNKNOWN, type Evaluation } from './evaluation.js';

export type LimitBasedRule = CheckedRuleOf<'limit' | 'forecast'>;

/**
 * Evaluates a rule about one limit. Usage does not come from the service, so the rule works on during an outage of the
 * service, with the last known limit. Without a use, for example at the beginning of a quota's period, the alert stays.
 */
export function evaluateLimit(rule: LimitBasedRule, usage: LimitUsage, now: number): Evaluation {
  if (usage.ratio === undefined) return usage.status === 'unlimited' ? CLEAR : UNKNOWN;
  return rule.kind === 'limit' ? evaluateUse(rule, usage) : evaluateForecast(rule, usage, now);
}

type Measured = LimitUsage & { readonly ratio: number };

function evaluateUse(rule: CheckedRuleOf<'limit'>, usage: Measured): Evaluation {
  const { status, ratio = Infinity, clearRatio = Infinity } = rule;
  const isFiring = status === undefined ? usage.ratio >= ratio : rankOf(usage.status) >= rankOf(status);
  if (isFiring)
    return {
      verdict: 'fire',
      ...valueOf(usage),
      summary: `${usage.name}: ${percentOf(usage.ratio)} of the limit is used.`,
    };
  // The fleet holds a status until the use is below its clear threshold.
  return usage.ratio >= clearRatio ? BETWEEN : CLEAR;
}

function rankOf(status: string): number {
  return raisedStatuses.indexOf(status as RaisedStatus);
}

function evaluateForecast(rule: CheckedRuleOf<'forecast'>, usage: Measured, now: number): Evaluation {
  const { withinMs, clearWithinMs } = rule;
  const { name, ratio, exhaustsAt, observedAt } = usage;
  // At the limit there is no forecast any more. The alert stays until the use falls.
  if (exhaustsAt === undefined) return ratio >= 1 ? BETWEEN : CLEAR;
  // Without new readings, the use may have fallen since.
  if (now - (observedAt ?? now) > FORECAST_FRESH_MS) return UNKNOWN;
  const leftMs = exhaustsAt - now;
  if (leftMs > withinMs)
    return { verdict: leftMs > clearWithinMs ? 'clear' : 'between', nextAt: exhaustsAt - withinMs };
  const when = leftMs >= 1000 ? `in ${describeDuration(leftMs)}` : 'now';
  return {
    verdict: 'fire',
    ...valueOf({ ratio }),
    summary: `${name}: the limit is forecast to be reached ${when}, ${percentOf(ratio)} is used.`,
  };
}

/** The ratio of any use to a limit of 0 is `Infinity`, which JSON cannot express. */
function valueOf({ ratio }: Pick<Measured, 'ratio'>): { readonly value?: number } {
  return Number.isFinite(ratio) ? { value: ratio } : {};
}

/** Rounded down, so that only a full limit shows `100 %`. */
function percentOf(ratio: number): string {
  return Number.isFinite(ratio) ? `${wholePercents(ratio * 10) / 10} %` : 'more than all';
}
