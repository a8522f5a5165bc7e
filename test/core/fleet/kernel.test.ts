import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import * as library from '../../../src/index.js';
import { VERSION } from '../../../src/core/shared/version.js';
import { failureOf } from '../../support/failure-of.js';
import { createRequest } from '../../support/requests.js';
import { account, createFleetUnderTest } from './fleet-under-test.js';
import { databaseOf } from './scripted-service.js';

type AnyFunction = (...args: readonly unknown[]) => unknown;

/** The functions of a fleet, each with valid arguments after the fleet. */
const verbs: Record<string, readonly unknown[]> = {
  createDatabase: [createRequest],
  waitFor: ['a', () => true],
  upsertDatabase: [databaseOf('a')],
  refreshAll: [],
  fetchCredentials: ['a'],
  reportUsage: ['database', 'a', {}],
  addUsageSource: [{ name: 'own', resource: 'database', read: () => ({}) }],
  resolveUnconfirmedCreate: ['key'],
  dehydrate: [],
  hydrate: [{ format: 1, added: [], databases: [], indices: [], usage: [] }],
};
const nouns: Record<string, readonly unknown[]> = {
  limitsOf: ['database', 'a'],
  limitSummaryOf: [],
  usageOf: ['database', 'a'],
  usageHistoryOf: ['database', 'a'],
  usageSourcesOf: [],
  unconfirmedCreatesOf: [],
  transitionsOf: [],
  activityOf: [],
};

const functions = Object.entries({ ...verbs, ...nouns });

const functionNamed = (name: string): AnyFunction =>
  (library as unknown as Record<string, AnyFunction>)[name] as AnyFunction;

/** The error of a call, whether it throws or rejects. */
const errorOf = (call: () => unknown): Promise<library.FleetError> => failureOf((async () => call())());

test('the documentation of Fleet lists each function of a fleet', () => {
  const source = readFileSync(new URL('../../../src/core/fleet/fleet.ts', import.meta.url), 'utf8');
  const [documentation = ''] = /\/\*\*(?:(?!\*\/).)*\*\/\nexport interface Fleet /s.exec(source) ?? [];
  const lists = [...documentation.matchAll(/^ \* - [\w ]+: (.*)$/gm)].flatMap(([, list = '']) => list.split(', '));
  expect(lists.map((name) => name.replaceAll('`', '')).toSorted()).toEqual(
    Object.keys({ ...verbs, ...nouns }).toSorted(),
  );
});

test('the version of the core is the version of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(VERSION).toBe(version);
});

test.each(functions)('%s refuses a value that is not a fleet, and names itself in the error', async (name, args) => {
  using fleet = library.createFleet({ baseUrl: 'https://api.example.com' });
  for (const given of [undefined, 'CANARY', [], { databases: {} }, { ...fleet }]) {
    const error = await errorOf(() => functionNamed(name)(given, ...args));
    expect(error).toMatchObject({ code: 'invalid-request', operation: 'configure' });
    expect(error.message).toContain(`${name} expects a fleet that createFleet returned`);
    expect(error.message).toContain(`It got ${typeof given}`);
    expect(error.message).not.toContain('CANARY');
  }
});

describe('after dispose', () => {
  test.each(Object.entries(verbs))('%s fails with `disposed`', async (name, args) => {
    const { fleet } = createFleetUnderTest();
    fleet.dispose();
    expect((await errorOf(() => functionNamed(name)(fleet, ...args))).code).toBe('disposed');
  });

  test.each(Object.entries(nouns))('%s returns a view or a stream that has ended', (name, args) => {
    const { fleet, clock } = createFleetUnderTest();
    fleet.dispose();
    const ended = functionNamed(name)(fleet, ...args) as library.View<unknown>;
    let isComplete = false;
    ended.subscribe({ complete: () => (isComplete = true) });
    expect(isComplete).toBe(true);
    expect(clock.armed).toBe(0);
  });
});

test.each(Object.entries(nouns))('%s returns the same object for the same arguments', (name, args) => {
  const { fleet } = createFleetUnderTest();
  const first = functionNamed(name)(fleet, ...args);
  expect(functionNamed(name)(fleet, ...args)).toBe(first);
});

describe('copies of the package in one program', () => {
  async function bundle(contents: string, version: string = VERSION): Promise<Record<string, AnyFunction>> {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: process.cwd() },
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      write: false,
      logLevel: 'error',
    });
    const text = Buffer.from((outputFiles[0]?.text ?? '').replaceAll(VERSION, version)).toString('base64');
    return (await import(`data:text/javascript;base64,${text}`)) as Record<string, AnyFunction>;
  }

  const options = {
    baseUrl: 'https://api.example.com',
    credentials: account,
    fetch: async () =>
      new Response('{"database_id":"a","state":"new","db_request_limit":9007199254740993}', {
        headers: { 'content-type': 'application/json' },
      }),
  };

  test('of one version share a fleet, its parts, the digits and drift of records, and instanceof FleetError', async () => {
    const { createFleet, FleetError } = await bundle("export { createFleet, FleetError } from './src/index.js';");
    const other = await bundle("export { limitsOf, exactInt64, driftOf, FleetError } from './src/index.js';");
    const fleet = createFleet?.(options) as library.Fleet;
    const record = await fleet.databases.refresh('a');
    expect(other['exactInt64']?.(record, 'db_request_limit')).toBe(9007199254740993n);
    expect(other['driftOf']?.(record)).toContainEqual(expect.objectContaining({ path: 'state' }));
    const limits = other['limitsOf']?.(fleet, 'database', 'a') as library.View<unknown[]> | undefined;
    expect(limits?.value).toHaveLength(12);
    expect(other['limitsOf']?.(fleet, 'database', 'a')).toBe(limits);
    fleet.dispose();
    const error: unknown = await fleet.databases.refresh('a').catch((thrown: unknown) => thrown);
    expect(error instanceof (other['FleetError'] as never)).toBe(true);
    expect(error instanceof (FleetError as never)).toBe(true);
    expect({} instanceof (other['FleetError'] as never)).toBe(false);
  });

  test('of another version are refused by every function. The error names the function and both versions', async () => {
    const { createFleet = () => {} } = await bundle("export { createFleet } from './src/index.js';", '9.8.7');
    const fleet = createFleet(options) as library.Fleet;
    for (const [name, args] of functions) {
      const error = await errorOf(() => functionNamed(name)(fleet, ...args));
      expect(error).toMatchObject({ code: 'invalid-request', operation: 'configure' });
      expect(error.message).toContain(`${name} expects a fleet`);
      expect(error.message).toContain(
        `a fleet of fleetglass 9.8.7; this function is of fleetglass ${VERSION}. Install one version`,
      );
    }
    fleet.dispose();
  });
});
