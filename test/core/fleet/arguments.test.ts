import { usageOf, reportUsage, limitsOf } from '../../../src/index.js';
import { describe, expect, test } from 'vitest';
import type { Fleet } from '../../../src/core/fleet/fleet.js';
import { errorOf, failureOf } from '../../support/failure-of.js';
import { hostile, named } from '../../support/hostile-values.js';
import { createFleetUnderTest } from './fleet-under-test.js';

/** All methods that take an id. The ids that are none, of every kind, are in management-client-id.test.ts. */
const takers: Record<string, (fleet: Fleet, id: string) => unknown> = {
  'databases.entry': ({ databases }, id) => databases.entry(id),
  'databases.record': ({ databases }, id) => databases.record(id),
  'databases.field': ({ databases }, id) => databases.field(id, 'state'),
  'databases.select': ({ databases }, id) => databases.select(id, (record) => record),
  'databases.credentials': ({ databases }, id) => databases.credentials(id),
  'databases.add': ({ databases }, id) => databases.add(id),
  'databases.remove': ({ databases }, id) => databases.remove(id),
  'databases.track': ({ databases }, id) => databases.track(id),
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

test.each(Object.entries(takers))('%s refuses what is no id, and accepts any text that is one', (_, take) => {
  const { fleet, errors } = createFleetUnderTest();
  for (const [name, id] of named([undefined, 5, hostile, '', 'a/b']))
    expect([name, errorOf(() => take(fleet, id() as string)).code]).toEqual([name, 'invalid-request']);
  expect(fleet.databases.known.value).toEqual([]);
  for (const id of ['a', 'ü–💾', 'a b', 'a%2Fb', '__proto__', 'constructor', '~', '?', '#'])
    expect(() => take(fleet, id)).not.toThrow();
  expect(errors).toEqual([]);
});

test('databases.refresh refuses what is no id, and sends nothing', async () => {
  const { fleet, service } = createFleetUnderTest();
  for (const id of ['', 'a/b']) expect((await failureOf(fleet.databases.refresh(id))).code).toBe('invalid-request');
  expect(service.requests).toEqual([]);
});

describe.each(['add', 'remove', 'track'] as const)('databases.%s', (name) => {
  test('refuses a list with what is no id, whole', () => {
    const { fleet } = createFleetUnderTest();
    const { issues } = errorOf(() => fleet.databases[name](['good', '..', 'fine', hostile as never]));
    expect(issues?.map(({ path }) => path)).toEqual(['ids[1]', 'ids[3]']);
    expect(fleet.databases.known.value).toEqual([]);
  });

  function* breaks() {
    yield 'a';
    throw new TypeError('raw');
  }

  test.each(
    named([breaks(), new Map([['a', 'b']]), new Uint8Array(2), { [Symbol.iterator]: () => ({}) }, { length: 1 }]),
  )('refuses what is no list of ids: %s', (_, ids) => {
    const { fleet } = createFleetUnderTest();
    expect(errorOf(() => fleet.databases[name](ids() as Iterable<string>)).code).toBe('invalid-request');
    expect(fleet.databases.known.value).toEqual([]);
  });
});

test('an error for 100,000 invalid ids has a short message, and lists each id in its issues', () => {
  const { fleet } = createFleetUnderTest();
  const error = errorOf(() => fleet.databases.track(Array.from({ length: 100_000 }, () => '..')));
  expect(error.issues).toHaveLength(100_000);
  expect(error.message.length).toBeLessThan(1000);
  expect(error.message).toContain('and 99990 more');
});

test.each([5, null, undefined, {}])('select and field refuse %s in place of a function and of a name', (value) => {
  const { fleet } = createFleetUnderTest();
  const { databases, indices } = fleet;
  const pathsOf = (call: () => unknown): unknown => errorOf(call).issues?.map(({ path }) => path);
  expect(pathsOf(() => databases.select('a', value as never))).toEqual(['selector']);
  expect(pathsOf(() => indices.select('a', value as never))).toEqual(['selector']);
  expect(pathsOf(() => databases.field('a', value as never))).toEqual(['field']);
  if (value !== undefined) expect(pathsOf(() => databases.select('a', () => 1, value as never))).toEqual(['equals']);
});

test('usage is accepted only for existing kinds of resources', () => {
  const { fleet } = createFleetUnderTest();
  for (const resource of ['table', undefined, '__proto__', hostile]) {
    expect(errorOf(() => usageOf(fleet, resource as never, 'a')).code).toBe('invalid-request');
    expect(errorOf(() => reportUsage(fleet, resource as never, 'a', {})).code).toBe('invalid-request');
  }
});

test('setCredentials refuses wrong credentials, and the old ones stay', async () => {
  const { fleet, service } = createFleetUnderTest();
  for (const wrong of [undefined, { username: 'a:b', password: '' }])
    expect(errorOf(() => fleet.setCredentials(wrong as never)).code).toBe('invalid-request');
  await fleet.databases.refresh('a');
  expect(service.requests[0]?.authorization).toMatch(/^Basic ./);
});
