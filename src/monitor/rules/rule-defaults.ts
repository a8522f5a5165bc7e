import type { CheckedRule } from './checked-rule.js';
import type { Rule } from './rule.js';

/** The distance of `clearRatio` below `ratio`, as for the thresholds of a fleet. */
const CLEAR_BELOW = 0.02;
const MAX_CLEAR_BELOW_SHARE = 0.1;

const CLEAR_WITHIN_FACTOR = 1.25;

/** Adds the defaults to a rule whose members are valid, and of which none is `undefined`. */
export function withDefaults(rule: Rule): CheckedRule {
  const defaults = { severity: 'warning', forMs: 0, clearForMs: 0, ...defaultsOf(rule) };
  return Object.freeze({ ...defaults, ...rule }) as CheckedRule;
}

function defaultsOf(rule: Rule): object {
  switch (rule.kind) {
    case 'transition':
      return { field: 'modifying_state' };
    case 'limit':
      return rule.ratio === undefined ? {} : { clearRatio: defaultClearRatio(rule.ratio) };
    case 'forecast':
      return { clearWithinMs: CLEAR_WITHIN_FACTOR * rule.withinMs };
    case 'polling':
      return { in: ['stopped', 'held'] };
    default:
      return {};
  }
}

function defaultClearRatio(ratio: number): number {
  return ratio - Math.min(CLEAR_BELOW, MAX_CLEAR_BELOW_SHARE * ratio);
}
