import { describe, expect, it } from 'vitest';
import { activate, covers } from '../../../src/monitor/rules/active-rules.js';
import { fingerprintOf, type CheckedRule } from '../../../src/monitor/rules/checked-rule.js';
import { parseRules } from '../../../src/monitor/rules/rule-schema.js';
import type { Rule } from '../../../src/monitor/rules/rule.js';
import { errorOf } from '../../support/failure-of.js';

/** The issues of a refusal, as `path: message`. */
function issuesOf(rules: unknown): readonly string[] {
  const { code, issues = [] } = errorOf(() => parseRules(rules as never));
  expect(code).toBe('invalid-request');
  return issues.map(({ path, message }) => `${path}: ${message}`);
}

const state = { name: 'suspended', kind: 'state', in: ['suspended'] };
const limit = { name: 'x', kind: 'limit', ratio: 0.5 };
const forecast = { name: 'x', kind: 'forecast', withinMs: 5 };
const aName = 'expected 1 to 100 letters, digits, `-` and `_`';
const aDuration = 'expected milliseconds, 0 or more';

describe('parseRules', () => {
  it.each([
    [state, { in: ['suspended'] }],
    [{ name: 'x', kind: 'transition', longerThanMs: 1 }, { field: 'modifying_state' }],
    [{ ...limit, ratio: 0.75 }, { clearRatio: 0.73 }],
    [{ ...limit, ratio: 0.1 }, { clearRatio: 0.09 }],
    [
      { name: 'x', kind: 'limit', status: 'critical' },
      { status: 'critical', clearRatio: undefined },
    ],
    [forecast, { clearWithinMs: 6.25 }],
    [{ ...forecast, fields: ['db_memory_threshold', 'max_daily_queries'], clearWithinMs: 5 }, { clearWithinMs: 5 }],
    [{ ...limit, clearRatio: 0.5 }, { clearRatio: 0.5 }],
    [{ ...limit, resource: 'index' }, { resource: 'index' }],
    [{ name: 'x', kind: 'state', notIn: ['active', 'pending'], clearIn: ['active'] }, { clearIn: ['active'] }],
    [{ name: 'x', kind: 'transition', field: 'state', values: ['deleting'], longerThanMs: 1 }, { field: 'state' }],
    [{ name: 'x', kind: 'missing', ids: ['a', 'a'] }, { ids: ['a'] }],
    [{ name: 'x', kind: 'polling' }, { in: ['stopped', 'held'] }],
  ])('adds the defaults to %j', (rule, defaults) => {
    const [read] = parseRules([rule as Rule]);
    expect(read).toMatchObject({ name: rule.name, severity: 'warning', forMs: 0, clearForMs: 0 });
    for (const [name, value] of Object.entries(defaults)) expect(read?.[name as 'name']).toEqual(value);
  });

  it.each<readonly [object, string]>([
    [{ kind: 'drift' }, 'name: missing, expected 1 to 100 letters, digits, `-` and `_`'],
    [{ ...state, name: 'a b' }, `name: ${aName}`],
    [{ ...state, name: 'a'.repeat(101) }, `name: ${aName}`],
    [{ ...state, severity: 'page' }, 'severity: expected "info" | "warning" | "critical"'],
    [{ ...state, forMs: '5m' }, `forMs: ${aDuration}`],
    [{ ...state, forMs: -1 }, `forMs: ${aDuration}`],
    [{ ...state, notIn: ['active'] }, 'notIn: expected exactly one of in and notIn'],
    [{ name: 'x', kind: 'state' }, 'in: expected exactly one of in and notIn'],
    [{ ...state, clearIn: ['active', 'suspended'] }, 'clearIn[1]: expected a state in which the alert does not fire'],
    [
      { name: 'x', kind: 'state', notIn: ['active'], clearIn: ['suspended'] },
      'clearIn[0]: expected a state in which the alert does not fire',
    ],
    [{ ...state, in: [] }, 'in: expected at least one entry'],
    [{ ...state, in: ['a', 5] }, 'in[1]: expected a string of 1 to 100 characters'],
    [{ ...state, channels: 'pager' }, 'channels: expected a list'],
    [{ ...state, ids: ['a', 'b/c'] }, 'ids[1]: expected an id, which must not contain a path separator'],
    [{ name: 'x', kind: 'transition' }, 'longerThanMs: missing, expected milliseconds, more than 0'],
    [
      { name: 'x', kind: 'transition', field: 'state', longerThanMs: 5 },
      'values: expected values, required if the field is state',
    ],
    [{ ...limit, status: 'warning' }, 'status: expected exactly one of status and ratio'],
    [{ name: 'x', kind: 'limit' }, 'ratio: expected exactly one of status and ratio'],
    [{ ...limit, clearRatio: 0.6 }, 'clearRatio: expected at most 0.5, the ratio'],
    [
      { name: 'x', kind: 'limit', status: 'warning', clearRatio: 0.6 },
      'clearRatio: expected no value: with status, the thresholds of the fleet decide',
    ],
    [
      { ...limit, resource: 'index', fields: ['max_vector_count', 'db_max_clients'] },
      'fields[1]: expected a limit of the resource index',
    ],
    [{ ...limit, fields: ['constructor'] }, 'fields[0]: expected a limit field, such as db_max_clients'],
    [
      { ...forecast, fields: ['db_max_commands_per_second'] },
      'fields[0]: expected a limit of the kind level or quota: other limits have no forecast',
    ],
    [{ ...forecast, clearWithinMs: 4 }, 'clearWithinMs: expected at least the time in which it fires'],
    [{ ...state, labels: { 'a-b': 'c' } }, 'labels.a-b: expected a name of letters, digits and "_"'],
    [{ ...state, labels: { severity: 'c' } }, 'labels.severity: expected another name: every alert has this one'],
    [{ ...state, annotations: { a: 5 } }, 'annotations.a: expected a text of at most 1000 characters'],
    [
      { ...state, labels: { team: '{databse}' } },
      'labels.team: expected no placeholder but {rule}, {resource}, {id}, {name} and {field}',
    ],
    [{ ...state, runbook: 'javascript:alert(1)' }, 'runbook: expected a URL of http or https'],
    [{ name: 'x', kind: 'polling', in: ['down'] }, 'in[0]: expected "stopped" | "held" | "paused"'],
  ])('refuses %j', (rule, issue) => {
    expect(issuesOf([rule])).toEqual([`rules[0].${issue}`]);
  });

  it('refuses unknown kinds and members, and lists the known ones', () => {
    expect(issuesOf([{ name: 'x', kind: 'full' }, { name: 'y' }])).toEqual(
      [0, 1].map((at) => expect.stringContaining(`rules[${at}].kind: expected "state" | "transition" | `) as string),
    );
    expect(issuesOf([{ ...state, longerThanMs: 5 }])).toEqual([
      expect.stringContaining('rules[0].longerThanMs: unknown option, expected one of kind, name, '),
    ]);
    expect(issuesOf([{ name: 'x', kind: 'polling', ids: ['a'] }])).toEqual([
      expect.stringContaining('rules[0].ids: unknown option'),
    ]);
  });

  it.each([
    [null, 'rules: expected a list of rules'],
    [Array.from({ length: 1001 }, (_, at) => ({ ...state, name: `${at}` })), 'rules: expected at most 1000 rules'],
    [[null], 'rules[0]: expected an object with the members of a rule'],
    [[state, limit, state], 'rules[2].name: expected another name: rules[0] has it'],
  ])('refuses %.20j instead of rules', (rules, issue) => {
    expect(issuesOf(rules)).toEqual([issue]);
  });

  it('returns copies, which a later change of the given rules does not reach', () => {
    const given = { ...state, in: ['suspended'] };
    const [rule] = parseRules([given as Rule]);
    given.in.push('active');
    expect(rule).toMatchObject({ in: ['suspended'] });
  });
});

describe('fingerprintOf', () => {
  const limit: Rule = { name: 'x', kind: 'limit', ratio: 0.9 };
  const fingerprint = (rule: Rule): string => fingerprintOf(parseRules([rule])[0] as CheckedRule);

  it('is the same for rules of one condition, and for no others, whatever their targets, durations, channels and texts', () => {
    const others: Partial<Rule> = {
      ...{ severity: 'critical', channels: ['pager'], unless: [], repeatEveryMs: 1000, forMs: 1, clearForMs: 1 },
      ...{ ids: ['a'], resource: 'database', fields: ['db_max_clients'] },
      ...{ labels: { a: 'b' }, annotations: { a: 'b' }, runbook: 'https://example.com' },
    };
    expect(fingerprint({ ...others, ratio: 0.9, kind: 'limit', name: 'x' } as Rule)).toBe(fingerprint(limit));
    const different: Rule[] = [
      { ...limit, ratio: 0.8 },
      { ...limit, clearRatio: 0.8 },
      { name: 'x', kind: 'drift' },
    ];
    for (const other of different) expect(fingerprint(other)).not.toBe(fingerprint(limit));
  });

  it('is the same in each version of the library, because it is kept with an alert', () => {
    const rule: Rule = { name: 'x', kind: 'transition', field: 'state', values: ['deleting'], longerThanMs: 5 };
    expect(fingerprint(rule)).toBe('50744bf66d456139');
  });
});

it.each<[object, object, boolean]>([
  [{ kind: 'polling' }, { resource: 'fleet', id: '' }, true],
  [{ kind: 'polling' }, {}, false],
  [{ kind: 'transition', longerThanMs: 5 }, { resource: 'index' }, false],
  [{ kind: 'drift' }, { resource: 'index' }, true],
  [{ kind: 'missing', resource: 'index' }, {}, false],
  [{ kind: 'missing', resource: 'index' }, { resource: 'index' }, true],
  [limit, { field: 'db_max_clients' }, true],
  [limit, { resource: 'index', field: 'max_daily_queries' }, true],
  [{ ...limit, ids: ['b'] }, { field: 'db_max_clients' }, false],
  [{ ...limit, ids: ['b', 'a'] }, { field: 'db_max_clients' }, true],
  [{ ...limit, fields: ['db_max_clients'] }, { field: 'db_max_clients' }, true],
  [{ ...forecast, fields: ['db_max_clients'] }, { field: 'db_memory_threshold' }, false],
  [state, {}, true],
])('%j covers %j: %s', (rule, given, isCovered) => {
  const target = { resource: 'database', id: 'a', ...given } as const;
  const active = activate(parseRules([{ name: 'x', ...rule } as Rule]));
  expect([...active.named.values()].map((each) => covers(each, target))).toEqual([isCovered]);
  if (isCovered) expect(active.of[target.resource]).toHaveLength(1);
});
