import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { FleetError } from '../../../src/core/shared/fleet-error.js';
import {
  aFunction,
  abortSignal,
  milliseconds,
  positiveInteger,
  withMethods,
} from '../../../src/core/shared/option-schemas.js';
import { inspectOptions, parseOptions } from '../../../src/core/shared/parse-options.js';
import { hostile, named, notAnObject, throwing } from '../../support/hostile-values.js';

const schema = v.strictObject({
  name: v.string(),
  timeoutMs: v.optional(milliseconds, 5000),
  retries: v.optional(positiveInteger),
  onError: v.optional(aFunction()),
  clock: v.optional(withMethods('a Clock', 'now', 'schedule')),
  signal: v.optional(abortSignal),
  mode: v.optional(v.picklist(['fast', 'safe'])),
  levels: v.optional(v.strictObject({ warning: v.optional(v.pipe(v.number(), v.maxValue(1))) })),
  rules: v.optional(
    v.array(
      v.variant('kind', [
        v.strictObject({ kind: v.literal('state'), states: v.array(v.string()) }),
        v.strictObject({ kind: v.literal('limit'), above: v.number() }),
      ]),
    ),
  ),
});

const issuesOf = (given: unknown, path?: string) =>
  inspectOptions(schema, given, path).issues.map(({ path, message }) => `${path} — ${message}`);

describe('parseOptions', () => {
  test('returns the options with the defaults of the schema', () => {
    const onError = () => {};
    expect(parseOptions('configure', schema, { name: 'a', onError })).toEqual({ name: 'a', timeoutMs: 5000, onError });
  });

  test('throws all issues at once, after those of the arguments', () => {
    const id = { path: 'id', message: 'expected an identifier' };
    const parse = () => parseOptions('get-database', schema, { timeoutMs: 0, retries: 1.5 }, '', [id]);
    expect(parse).toThrow(
      'get-database: id: expected an identifier; name: missing, expected string; ' +
        'timeoutMs: expected milliseconds, more than 0; retries: expected an integer, 1 or more',
    );
    expect(parse).toThrow(expect.objectContaining({ code: 'invalid-request' } satisfies Partial<FleetError>));
  });

  test.each<[string, object, string]>([
    ['a type', { name: 5 }, 'name — expected string'],
    ['a function', { onError: 'log' }, 'onError — expected a function'],
    ['methods', { clock: { now: () => 0 } }, 'clock — expected a Clock'],
    ['a signal', { signal: { aborted: false } }, 'signal — expected an AbortSignal'],
    ['a value of a list', { mode: 'canary' }, 'mode — expected ("fast" | "safe")'],
    ['a nested object', { levels: 1 }, 'levels — expected Object'],
    ['a nested value', { levels: { warning: 2 } }, 'levels.warning — expected <=1'],
    ['an item', { rules: [{ kind: 'state', states: ['a', 5] }] }, 'rules[0].states[1] — expected string'],
    ['an absent member of an item', { rules: [{ kind: 'limit' }] }, 'rules[0].above — missing, expected number'],
  ])('names the expectation of %s in words, and never the value', (_, given, issue) => {
    expect(issuesOf({ name: 'a', ...given })).toEqual([issue]);
  });

  test.each<[string, object, string[]]>([
    [
      'in the options',
      { timeoutMS: 5, retry: 1 },
      [
        'timeoutMS — unknown option, expected one of name, timeoutMs, retries, onError, clock, signal, mode, levels, rules; did you mean timeoutMs?',
        'retry — unknown option, expected one of name, timeoutMs, retries, onError, clock, signal, mode, levels, rules',
      ],
    ],
    ['in an object', { levels: { critical: 1 } }, ['levels.critical — unknown option, expected one of warning']],
    [
      'in an alternative',
      { rules: [{ kind: 'limit', above: 1, abvoe: 2 }] },
      ['rules[0].abvoe — unknown option, expected one of kind, above; did you mean above?'],
    ],
    [
      'with a name that cannot be shown',
      { levels: { [`x\u0000${'y'.repeat(200)}`]: hostile } },
      [`levels.x\ufffd${'y'.repeat(62)} — unknown option, expected one of warning`],
    ],
  ])('names each unknown option %s', (_, given, issues) => {
    expect(issuesOf({ name: 'a', ...given })).toEqual(issues);
  });

  test('adds the path of the options', () => {
    expect(issuesOf({ name: 'a', levels: { warning: 2 } }, 'polling')).toEqual([
      'polling.levels.warning — expected <=1',
    ]);
    expect(issuesOf(5, 'polling')).toEqual(['polling — expected an object of options']);
  });

  test.each(named([...notAnObject, throwing('name')]))('refuses %s', (_, give) => {
    expect(issuesOf(give())).toEqual([' — expected an object of options']);
  });
});
