import { usageOf, reportUsage, limitsOf } from '../../../src/index.js';
import { describe, expect, test } from 'vitest';
import type { Fleet } from '../../../src/core/fleet/fleet.js';
import { FleetError } from '../../../src/core/shared/fleet-error.js';
import { failureOf } from '../../support/failure-of.js';
import { hostile, named, revoked } from '../../support/hostile-values.js';
import { createFleetUnderTest } from './fleet-under-test.js';

const notAnId = named([
  undefined,
  null,
  5,
  Number.NaN,
  true,
  Symbol('x'),
  {},
  [],
  ['a'],
  { toString: () => 'a' },
  () => 'a',
  hostile,
  revoked,
  '',
  '.',
  '..',
  'a/b',
  'a\\b',
  'a\u0000',
  'a\nb',
  '\u007F',
  '\uD800',
  'x'.repeat(257),
]);

/** All synchronous methods that take an id. */
const takers: Record<string, (fleet: Fleet, id: string) => unknown> = {
  'databases.entry': ({ databases }, id) => databases.entry(id),
  'databases.record': ({ databases }, id) => databases.record(id),
  'databases.field': ({ databases }, id) => databases.field(id, 'state'),
  'databases.select': ({ databases }, id) => databases.select(id, (record) => record),
  'databases.credentials': ({ databases }, id) => databases.credentials(id),
  'indices.entry': ({ indices }, id) => indices.entry(id),
  'indices.record': ({ indices }, id) => indices.record(id),
  'indices.field': ({ indices }, id) => indices.field(id, 'name'),
  'indices.select': ({ indices }, id) => indices.select(id, (record) => record),
  'indices.credentials': ({ indices }, id) => indices.credentials(id),
  limitsOfDatabase: (fleet, id) => limitsOf(fleet, 'database', id),
  limitsOfIndex: (fleet, id) => limitsOf(fleet, 'index', id),
  reportUsage: (fleet, id) => reportUsage(fleet, 'database', id, { db_max_clients: 1 }),
  usageOf: (fleet, id) => usageOf(fleet, 'database', id),
};

function refusalOf(call: () => unknown): FleetError {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(FleetError);
    return error as FleetError;
  }
  throw new Error('a refusal was expected');
}

test.each(Object.entries(takers))('%s refuses what is no id, and accepts any text that is one', (_, take) => {
  const { fleet, errors } = createFleetUnderTest();
  for (const [name, id] of notAnId) {
    const error = refusalOf(() => take(fleet, id() as string));
    expect([name, error.code, error.issues?.length]).toEqual([name, 'invalid-request', 1]);
    expect(error.message.length).toBeLessThan(300);
  }
  for (const id of ['a', 'ü–💾', 'a b', 'a%2Fb', '__proto__', 'constructor', 'x'.repeat(256), '...', '~', '?', '#'])
    expect(() => take(fleet, id)).not.toThrow();
  expect(errors).toEqual([]);
});

describe('databases.add, remove, track and refresh', () => {
  test.each(notAnId.filter(([name]) => name !== '[]' && name !== "[ 'a' ]"))('refuse %s', async (_, id) => {
    const { fleet, service, advance } = createFleetUnderTest();
    expect(refusalOf(() => fleet.databases.track(id() as string)).code).toBe('invalid-request');
    expect(refusalOf(() => fleet.databases.add(id() as string)).code).toBe('invalid-request');
    expect(refusalOf(() => fleet.databases.remove(id() as string)).code).toBe('invalid-request');
    for (const name of ['add', 'remove', 'track'] as const) {
      const { issues } = refusalOf(() => fleet.databases[name](['good', id() as string]));
      expect(issues?.map(({ path }) => path)).toEqual(['ids[1]']);
    }
    expect((await failureOf(fleet.databases.refresh(id() as string))).code).toBe('invalid-request');
    await advance(1000);
    expect(fleet.databases.known.value).toEqual([]);
    expect(service.requests).toEqual([]);
  });

  test('an id with URL characters reaches the service unchanged', async () => {
    const { fleet, service } = createFleetUnderTest();
    for (const id of ['ü–💾', 'a b', 'a%2Fb', 'a?b#c', '__proto__', '+&=;']) {
      expect((await fleet.databases.refresh(id)).database_id).toBe(id);
      expect(service.requests.at(-1)?.id).toBe(id);
    }
  });

  test('ids that are not iterable are refused', () => {
    const { fleet } = createFleetUnderTest();
    const broken = {
      *[Symbol.iterator]() {
        yield 'a';
        throw new TypeError('raw');
      },
    };
    for (const name of ['add', 'remove', 'track'] as const)
      for (const ids of [
        broken,
        new Map([['a', 'b']]),
        new Uint8Array(2),
        { [Symbol.iterator]: () => ({}) },
        { length: 1 },
      ])
        expect(refusalOf(() => fleet.databases[name](ids as Iterable<string>)).code).toBe('invalid-request');
    expect(fleet.databases.known.value).toEqual([]);
  });

  test('an error for 100,000 invalid ids has a short message, and lists each id in its issues', () => {
    const { fleet } = createFleetUnderTest();
    const error = refusalOf(() => fleet.databases.track(Array.from({ length: 100_000 }, () => '..')));
    expect(error.issues).toHaveLength(100_000);
    expect(error.message.length).toBeLessThan(1000);
    expect(error.message).toContain('and 99990 more');
  });
});

describe('select and field', () => {
  test.each([5, null, undefined, 'state', {}])('refuse a value that is not a function: %s', (value) => {
    const { fleet } = createFleetUnderTest();
    expect(refusalOf(() => fleet.databases.select('a', value as never)).issues).toMatchObject([{ path: 'selector' }]);
    expect(refusalOf(() => fleet.indices.select('a', value as never)).issues).toMatchObject([{ path: 'selector' }]);
    if (value === undefined) return;
    const { issues } = refusalOf(() => fleet.databases.select('a', () => 1, value as never));
    expect(issues).toMatchObject([{ path: 'equals' }]);
  });

  test('refuse a value that is not a name', () => {
    const { fleet } = createFleetUnderTest();
    for (const name of [5, null, undefined, {}, Symbol('x')])
      expect(refusalOf(() => fleet.databases.field('a', name as never)).issues).toMatchObject([{ path: 'field' }]);
  });

  test('return undefined for inherited fields', async () => {
    const { fleet } = createFleetUnderTest();
    await fleet.databases.refresh('a');
    for (const name of ['nothing', '', 'db_max_clients'])
      expect([name, fleet.databases.field('a', name as never).value]).toEqual([name, undefined]);
  });
});

test('usage is accepted only for existing kinds of resources', () => {
  const { fleet } = createFleetUnderTest();
  for (const resource of ['table', undefined, '__proto__', hostile]) {
    expect(refusalOf(() => usageOf(fleet, resource as never, 'a')).code).toBe('invalid-request');
    expect(refusalOf(() => reportUsage(fleet, resource as never, 'a', {})).code).toBe('invalid-request');
  }
});

test.each(named([undefined, null, 5, 'x', true, [], { username: 'a:b', password: '' }]))(
  'setCredentials refuses %s, and the old ones stay',
  async (_, credentials) => {
    const { fleet, service } = createFleetUnderTest();
    expect(refusalOf(() => fleet.setCredentials(credentials() as never))).toMatchObject({ code: 'invalid-request' });
    await fleet.databases.refresh('a');
    expect(service.requests[0]?.authorization).toMatch(/^Basic ./);
  },
);

test('a reason for a pause may be any value: the status has a readable message', () => {
  const { fleet } = createFleetUnderTest();
  for (const reason of [undefined, '', 'lunch', null, 5, hostile]) {
    fleet.polling.pause(reason as never);
    expect(fleet.polling.status.value).toMatchObject({ state: 'paused', reason: { code: 'requested' } });
    expect(typeof fleet.polling.status.value.reason?.message).toBe('string');
    fleet.polling.resume();
    expect(fleet.polling.status.value.state).toBe('running');
  }
});
