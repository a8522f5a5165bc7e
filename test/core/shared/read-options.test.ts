import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { FleetError, FleetIssue } from '../../../src/core/shared/fleet-error.js';
import {
  aFunction,
  abortSignal,
  custom,
  milliseconds,
  objectOf,
  optional,
  positiveInteger,
  withMethods,
} from '../../../src/core/shared/option-schemas.js';
import { inspectOptions, parseOptions } from '../../../src/monitor/options/parse-options.js';
import { checkOptions, readOptions } from '../../../src/core/shared/read-options.js';
import { hostile, named, notAnObject, throwing } from '../../support/hostile-values.js';

const aString = custom<string>((value) => typeof value === 'string', 'a string');
const aClock = withMethods('a Clock', 'now', 'schedule');
const aShare = custom<number>((value) => Number(value) <= 1, 'at most 1');

const options = {
  name: aString,
  timeoutMs: optional(milliseconds, 5000),
  retries: optional(positiveInteger),
  onError: optional(aFunction<() => void>()),
  clock: optional(aClock),
  signal: optional(abortSignal),
  levels: optional(objectOf({ warning: optional(aShare) })),
};

/** The same options. */
const schema = v.strictObject({
  name: aString,
  timeoutMs: v.optional(milliseconds, 5000),
  retries: v.optional(positiveInteger),
  onError: v.optional(aFunction()),
  clock: v.optional(aClock),
  signal: v.optional(abortSignal),
  levels: v.optional(v.strictObject({ warning: v.optional(aShare) })),
});

const NAMES = 'name, timeoutMs, retries, onError, clock, signal, levels';

const lines = (issues: readonly FleetIssue[]): string[] => issues.map(({ path, message }) => `${path} — ${message}`);

const readers = {
  checkOptions: {
    operation: 'get-database',
    check: (given: unknown) => checkOptions('get-database', options, given),
    issuesOf: (given: unknown, path?: string) => lines(readOptions(options, given, path).issues),
  },
  parseOptions: {
    operation: 'configure',
    check: (given: unknown) => parseOptions(schema, given),
    issuesOf: (given: unknown, path?: string) => lines(inspectOptions(schema, given, path).issues),
  },
};

describe.each(Object.entries(readers))('%s', (_, { operation, check, issuesOf }) => {
  test('returns the options with their defaults', () => {
    const onError = () => {};
    expect(check({ name: 'a', onError })).toEqual({ name: 'a', timeoutMs: 5000, onError });
    expect(check({ name: 'a', levels: { warning: 1 } }).levels).toEqual({ warning: 1 });
  });

  test('throws all issues at once', () => {
    const refused = () => check({ timeoutMs: 0, retries: 1.5 });
    expect(refused).toThrow(
      `${operation}: name: missing, expected a string; ` +
        'timeoutMs: expected milliseconds, more than 0; retries: expected an integer, 1 or more',
    );
    expect(refused).toThrow(expect.objectContaining({ code: 'invalid-request' } satisfies Partial<FleetError>));
  });

  test.each<[string, object, string]>([
    ['a type', { name: 5 }, 'name — expected a string'],
    ['a required option that is undefined', { name: undefined }, 'name — expected a string'],
    ['a function', { onError: 'log' }, 'onError — expected a function'],
    ['methods', { clock: { now: () => 0 } }, 'clock — expected a Clock'],
    ['a signal', { signal: { aborted: false } }, 'signal — expected an AbortSignal'],
    ['a nested object', { levels: 1 }, 'levels — expected Object'],
    ['a nested value', { levels: { warning: 2 } }, 'levels.warning — expected at most 1'],
  ])('names the expectation of %s in words, and never the value', (__, given, issue) => {
    expect(issuesOf({ name: 'a', ...given })).toEqual([issue]);
  });

  test.each<[string, object, string[]]>([
    [
      'in the options',
      { timeoutMS: 5, retry: 1 },
      [
        `timeoutMS — unknown option, expected one of ${NAMES}; did you mean timeoutMs?`,
        `retry — unknown option, expected one of ${NAMES}`,
      ],
    ],
    ['in an object', { levels: { critical: 1 } }, ['levels.critical — unknown option, expected one of warning']],
    [
      'with a name that cannot be shown',
      { levels: { [`x\u0000${'y'.repeat(200)}`]: hostile } },
      [`levels.x\ufffd${'y'.repeat(62)} — unknown option, expected one of warning`],
    ],
  ])('names each unknown option %s', (__, given, issues) => {
    expect(issuesOf({ name: 'a', ...given })).toEqual(issues);
  });

  test('adds the path of the options', () => {
    expect(issuesOf({ name: 'a', levels: { warning: 2 } }, 'polling')).toEqual([
      'polling.levels.warning — expected at most 1',
    ]);
    expect(issuesOf(5, 'polling')).toEqual(['polling — expected an object of options']);
  });

  test.each(named([...notAnObject, throwing('name')]))('refuses %s', (__, give) => {
    expect(issuesOf(give())).toEqual([' — expected an object of options']);
  });

  test.each(named([new AbortController().signal, new AbortController()]))('names the mistake of %s', (__, give) => {
    expect(issuesOf(give())).toEqual([' — expected an object of options, not a signal: pass { signal }']);
  });
});

describe('checkOptions alone', () => {
  test('names the issues of the arguments first', () => {
    const id = { path: 'id', message: 'expected an identifier' };
    const refused = () => checkOptions('get-database', options, { name: 5 }, '', [id]);
    expect(refused).toThrow('get-database: id: expected an identifier; name: expected a string');
  });

  test('reads absent options as no options, and does not call a default that is a function', () => {
    const byDefault = () => {};
    const defaults = { retries: optional(positiveInteger, 3), onError: optional(aFunction(), byDefault) };
    expect(checkOptions('configure', defaults, undefined)).toEqual({ retries: 3, onError: byDefault });
  });

  test('names an unknown option with the name of a member of Object', () => {
    const { issues } = readOptions(options, { name: 'a', constructor: 1 });
    expect(lines(issues)).toEqual([`constructor — unknown option, expected one of ${NAMES}`]);
  });
});
