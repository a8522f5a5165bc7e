import { issueUnless } from '../../core/shared/refuse-issues.js';
import { limitNamed, limitEntries } from '../../core/limits/catalogue.js';
import type { FleetIssue } from '../../core/shared/fleet-error.js';
import { hasForecast } from './evaluate-limit.js';
import type { ForecastRule, LimitRule, Rule, StateRule, TransitionRule } from './rule.js';

/** Lists the members of a rule that contradict each other. Each member by itself is valid. */
export function inspectRule(rule: Rule): readonly FleetIssue[] {
  switch (rule.kind) {
    case 'state':
      return inspectState(rule);
    case 'transition':
      return inspectTransition(rule);
    case 'limit':
      return [...inspectFields(rule), ...inspectLimit(rule)];
    case 'forecast':
      return [...inspectFields(rule), ...inspectForecast(rule)];
    default:
      return [];
  }
}

function inspectState({ in: firing, notIn, clearIn = [] }: StateRule): FleetIssue[] {
  const isOne = (firing === undefined) !== (notIn === undefined);
  if (!isOne) return [{ path: firing === undefined ? 'in' : 'notIn', message: 'expected exactly one of in and notIn' }];
  return clearIn.flatMap((state, place) =>
    issueUnless(
      firing ? !firing.includes(state) : notIn?.includes(state) === true,
      `clearIn.${place}`,
      'expected a state in which the alert does not fire',
    ),
  );
}

function inspectTransition({ field, values }: TransitionRule): FleetIssue[] {
  return issueUnless(
    field !== 'state' || values !== undefined,
    'values',
    'expected values, they are required for state',
  );
}

function inspectLimit({ status, ratio, clearRatio }: LimitRule): FleetIssue[] {
  if ((status === undefined) === (ratio === undefined))
    return [{ path: status === undefined ? 'ratio' : 'status', message: 'expected exactly one of status and ratio' }];
  if (clearRatio === undefined) return [];
  if (ratio === undefined)
    return [{ path: 'clearRatio', message: 'expected no value: with status, the thresholds of the fleet decide' }];
  return issueUnless(clearRatio <= ratio, 'clearRatio', `expected at most ${ratio}, the ratio`);
}

function inspectForecast({ fields = [], withinMs, clearWithinMs = withinMs }: ForecastRule): FleetIssue[] {
  return [
    ...issueUnless(clearWithinMs >= withinMs, 'clearWithinMs', `expected at least ${withinMs}, which is withinMs`),
    ...fields.flatMap((field, place) =>
      issueUnless(
        hasForecast(limitNamed[field]),
        `fields.${place}`,
        'expected a limit of the kind level or quota: other limits have no forecast',
      ),
    ),
  ];
}

/** A limit of the other kind of resource would never match. */
function inspectFields({ resource, fields = [] }: LimitRule | ForecastRule): FleetIssue[] {
  if (resource === undefined) return [];
  return fields.flatMap((field, place) =>
    issueUnless(
      limitEntries[resource].some(([name]) => name === field),
      `fields.${place}`,
      `expected a limit of the resource ${resource}`,
    ),
  );
}
