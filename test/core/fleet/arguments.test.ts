import { usageOf, reportUsage, limitsOf } from '../../../src/index.js';
import { describe, expect, test } from 'vitest';
import type { Fleet } from '../../../src/core/fleet/fleet.js';
import { FleetError } from '../../../src/core/shared/fleet-error.js';
import { failureOf } from '../../support/failure-of.js';
import { hostile, named } from '../../support/hostile-values.js';
import { createFleetUnderTest } from './fleet-under-test.js';

const notAnId = named([
  undefined,
  5,
  Symbol('x'),
  { toString: () => 'a' },
  hostile,
  '',
  '..',
  'a/b',
  'a\nb',
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

describe.each(Object.entries(takers))('%s', (_, take) => {
  test.each(notAnId)('refuses %s', (_, id) => {
    const { fleet, errors } = createFleetUnderTest();
    const error = refusalOf(() => take(fleet, id() as string));
    expect(error.code).toBe('invalid-request');
    expect(error.issues).toHaveLength(1);
    expect(error.message.length).toBeLessThan(300);
    expect(errors).toEqual([]);
  });

  test.each(['a', 'ü–💾', 'a b', '__proto__', 'x'.repeat(256), '...', '?'])('accepts %j', (id) => {
    const { fleet } = createFleetUnderTest();
    expect(() => take(fleet, id)).not.toThrow();
  });
});

describe('databases.add, remove, track and refresh', () => {
  test.each(notAnId)('refuse %s', async (_, id) => {
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
