import { limitEntries, limitNamed } from '../../core/limits/catalogue.js';
import { defaultClear } from '../../core/limits/thresholds.js';
import type { LimitField } from '../../core/records/limit-fields.js';
import type { MemberProblem } from './check-members.js';
import type { CheckedRule } from './checked-rule.js';
import type { ForecastRule, LimitRule, Rule, StateRule } from './rule.js';

/** Lists the members of a rule that contradict each other. Each member by itself is valid. */
export function inspectRule(rule: Rule): readonly MemberProblem[] {
  switch (rule.kind) {
    case 'state':
      return inspectState(rule);
    case 'transition':
      return rule.field === 'state' && rule.values === undefined
        ? [[['values'], 'values, required if the field is state']]
        : [];
    case 'limit':
      return [...inspectFields(rule), ...inspectLimit(rule)];
    case 'forecast':
      return [...inspectFields(rule), ...inspectForecast(rule)];
    default:
      return [];
  }
}

function inspectState({ in: firing, notIn, clearIn = [] }: StateRule): readonly MemberProblem[] {
  if ((firing === undefined) === (notIn === undefined))
    return [[[firing === undefined ? 'in' : 'notIn'], 'exactly one of in and notIn']];
  const fires = (state: string): boolean =>
    firing ? firing.includes(state) : !(notIn as readonly string[]).includes(state);
  return problemsOf('clearIn', clearIn, fires, 'a state in which the alert does not fire');
}

function inspectLimit({ status, ratio, clearRatio }: LimitRule): readonly MemberProblem[] {
  if ((status === undefined) === (ratio === undefined))
    return [[[status === undefined ? 'ratio' : 'status'], 'exactly one of status and ratio']];
  if (clearRatio === undefined) return [];
  if (ratio === undefined) return [[['clearRatio'], 'no value: with status, the thresholds of the fleet decide']];
  return clearRatio <= ratio ? [] : [[['clearRatio'], `at most ${ratio}, the ratio`]];
}

function inspectForecast({ fields = [], withinMs, clearWithinMs }: ForecastRule): readonly MemberProblem[] {
  const expected = 'a limit of the kind level or quota: other limits have no forecast';
  const lacksForecast = (field: LimitField): boolean => !['level', 'quota'].includes(limitNamed[field].kind);
  const problems = problemsOf('fields', fields, lacksForecast, expected);
  return clearWithinMs === undefined || clearWithinMs >= withinMs
    ? problems
    : [[['clearWithinMs'], 'at least the time in which it fires'], ...problems];
}

/** A limit of the other kind of resource would never match. */
function inspectFields({ resource, fields = [] }: LimitRule | ForecastRule): readonly MemberProblem[] {
  if (resource === undefined) return [];
  const isForeign = (field: string): boolean => !limitEntries[resource].some(([own]) => own === field);
  return problemsOf('fields', fields, isForeign, `a limit of the resource ${resource}`);
}

function problemsOf<T>(
  member: string,
  list: readonly T[],
  isWrong: (entry: T) => boolean,
  expected: string,
): MemberProblem[] {
  return list.flatMap((entry, at) => (isWrong(entry) ? [[[member, at], expected] as const] : []));
}

const CLEAR_WITHIN_FACTOR = 1.25;

/** Adds the defaults to a valid rule without `undefined` members. */
export function withDefaults(rule: Rule): CheckedRule {
  const defaults = { severity: 'warning', forMs: 0, clearForMs: 0, ...defaultsOf(rule) };
  return Object.freeze({ ...defaults, ...rule }) as CheckedRule;
}

function defaultsOf(rule: Rule): object {
  switch (rule.kind) {
    case 'transition':
      return { field: 'modifying_state' };
    case 'limit':
      return rule.ratio === undefined ? {} : { clearRatio: defaultClear(rule.ratio) };
    case 'forecast':
      return { clearWithinMs: CLEAR_WITHIN_FACTOR * rule.withinMs };
    case 'polling':
      return { in: ['stopped', 'held'] };
    default:
      return {};
  }
}
