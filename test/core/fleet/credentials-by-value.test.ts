import { createDatabase } from '../../../src/index.js';
import { describe, expect, test } from 'vitest';
import { createLeakSearch } from '../../support/leaks.js';
import { createRequest } from '../../support/requests.js';
import { databaseOf } from './scripted-service.js';
import { createWatchedFleet } from './watch-sinks.js';

const canary = (name: string): string => `zq${name}/4f9d1c7ab2e8`;

/** Credential fields, recognizable only by their names. */
const named = {
  restToken: canary('rest'),
  secret: canary('secret'),
  api_key: canary('key'),
  'admin-password': canary('dashed'),
  tokens: [canary('first'), canary('second')],
  credentials: { user: 'default', password: canary('nested') },
  connection_string: `redis://default:${canary('string')}@host:6379`,
};

const password = canary('password');

/** Fields that contain the value of a credential field. */
const holding = {
  redis_url: `redis://default:${password}@host:6379`,
  rest_url: `https://host/?_token=${encodeURIComponent(password)}`,
  hints: { commands: [`redis-cli -a ${password}`], [`use ${password}`]: true },
  note: `from ${canary('nested')}`,
  list: ['plain', `from ${canary('second')}`],
};

const secrets = [
  password,
  encodeURIComponent(password),
  ...['rest', 'secret', 'key', 'dashed', 'first', 'second', 'nested', 'string'].map(canary),
];
const leaksIn = createLeakSearch(secrets);

test('credentials of any name and spelling, and strings that contain one, are in no output of the fleet', async () => {
  const { fleet, service, everything } = createWatchedFleet();
  const fields = { ...named, ...holding, password };
  for (const turn of [1, 2, 3]) {
    service.respond(({ operation, id }) => ({
      json:
        operation === 'list'
          ? [{ id: 'i', turn, token: password, ...named, ...holding }]
          : databaseOf(operation === 'create' ? 'new' : id, { turn, ...fields }),
    }));
    const given = [
      await fleet.databases.refresh('a'),
      await fleet.indices.refresh(),
      ...(turn === 1 ? [await createDatabase(fleet, createRequest)] : []),
      fleet.databases.record('new').value,
    ];
    expect(leaksIn([given, everything()])).toEqual([]);
  }
  const shown = {
    redis_url: '[redacted]',
    rest_url: '[redacted]',
    note: '[redacted]',
    list: ['plain', '[redacted]'],
    turn: 3,
  };
  expect(fleet.databases.record('a').value).toMatchObject({ ...shown, hints: { commands: ['[redacted]'] } });
  expect(fleet.indices.record('i').value).toMatchObject(shown);
  expect(fleet.databases.credentials('a')).toEqual({ ...named, password });
});

test('a credential is masked in later answers without the credential field', async () => {
  const { fleet, service, answerWith, everything } = createWatchedFleet();
  service.respond(() => ({ json: databaseOf('a', { password }) }));
  await createDatabase(fleet, createRequest);
  for (const odd of [1, 2]) {
    await answerWith('a', { odd, note: `redis-cli -a ${password}` });
    expect(fleet.databases.record('a').value).toMatchObject({ odd, note: '[redacted]' });
  }
  expect(leaksIn(everything())).toEqual([]);
  expect(fleet.databases.credentials('a')).toEqual({ password });
});

test('a repeated masked answer changes nothing', async () => {
  const { fleet, answerWith } = createWatchedFleet();
  const first = await answerWith('a', { password, ...holding });
  expect(await fleet.databases.refresh('a')).toBe(first);
  expect(await answerWith('a', holding)).toBe(first);
  expect(await fleet.databases.refresh('a')).toBe(first);
});

test('ids and ordinary words are not masked', async () => {
  const { fleet, service } = createWatchedFleet();
  const record = databaseOf('database-7', {
    endpoint: 'short',
    state: 'active',
    primary_key: 'x',
    odd: 'long password',
    place: 'production-eu',
  });
  service.respond(({ operation }) => ({
    json:
      operation === 'list'
        ? [{ id: 'index-number-7', token: 'index-number-7' }]
        : { ...record, password: 'database-7', token: 'short', rest_token: 'production', secret: '' },
  }));
  expect(await fleet.databases.refresh('database-7')).toEqual(record);
  expect(await fleet.indices.refresh()).toEqual([{ id: 'index-number-7' }]);
});

describe('user information in a URL', () => {
  test.each([
    ['rediss://default:zQ-4f9d1c7ab2e8@host:6379', 'rediss://host:6379'],
    ['see https://zQ-4f9d1c7ab2e8@host/path?x=me@example.com now', 'see https://host/path?x=me@example.com now'],
    ['//user:p%40ss-4f9d1c7a@host', '//host'],
  ])('reaches no output of the fleet: %s', async (endpoint, shown) => {
    const { fleet, service, everything } = createWatchedFleet();
    service.respond(({ operation }) => ({
      json: operation === 'list' ? [{ id: 'i', endpoint }] : databaseOf('a', { endpoint, deep: [{ endpoint }] }),
    }));
    expect(await fleet.databases.refresh('a')).toMatchObject({ endpoint: shown, deep: [{ endpoint: shown }] });
    expect(await fleet.indices.refresh()).toEqual([{ id: 'i', endpoint: shown }]);
    expect(JSON.stringify(everything())).not.toMatch(/4f9d1c7a/);
    expect(fleet.databases.credentials('a')).toEqual({ endpoint, 'deep[0].endpoint': endpoint });
    expect(fleet.indices.credentials('i')).toEqual({ endpoint });
  });

  test.each(['owner@example.com', 'https://host/path?mail=me@example.com', 'host//path', 'a // b @ c'])(
    'is not found in %s',
    async (customer_id) => {
      const { fleet, answerWith } = createWatchedFleet();
      expect(await answerWith('a', { customer_id })).toMatchObject({ customer_id });
      expect(fleet.databases.credentials('a')).toBeUndefined();
    },
  );
});

test('a documented field inside an object of credentials masks no field of the record', async () => {
  const { fleet, service } = createWatchedFleet();
  const plain = databaseOf('a', {
    primary_region: 'us-east-1',
    all_members: ['us-east-1', 'eu-west-1'],
    state: 'hibernating',
    endpoint: 'merry-cat-32748.example.io',
    creation_time: 1700000000,
  });
  const credentials = {
    region: 'us-east-1',
    location: 'eu-west-1',
    state: 'hibernating',
    endpoint: 'merry-cat-32748.example.io',
    created: 1700000000,
    password,
  };
  service.respond(() => ({ json: { ...plain, credentials } }));
  expect(await fleet.databases.refresh('a')).toEqual(plain);
  service.respond(() => ({ json: { ...plain, odd: 1 } }));
  expect(await fleet.databases.refresh('a')).toEqual({ ...plain, odd: 1 });

  service.respond(() => ({ json: [{ id: 'i', region: 'us-east-1', credentials }] }));
  expect(await fleet.indices.refresh()).toEqual([{ id: 'i', region: 'us-east-1' }]);
});
