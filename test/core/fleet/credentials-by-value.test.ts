import { expect, test } from 'vitest';
import { createLeakSearch } from '../../support/leaks.js';
import { createRequest } from '../../support/requests.js';
import { createFleetUnderTest, quick } from './fleet-under-test.js';
import { databaseOf } from './scripted-service.js';
import { watchSinks } from './watch-sinks.js';

const canary = (name: string): string => `zq${name}/4f9d1c7ab2e8`;

/** Fields that only their names tell. */
const named = {
  restToken: canary('rest'),
  secret: canary('secret'),
  api_key: canary('key'),
  'admin-password': canary('dashed'),
  tokens: [canary('first'), canary('second')],
  credentials: { user: 'default', value: canary('nested') },
  connection_string: `redis://default:${canary('string')}@host:6379`,
};

const password = canary('password');

/** Fields that hold the value of a credential beside them. */
const holding = {
  redis_url: `redis://default:${password}@host:6379`,
  rest_url: `https://host/?_token=${encodeURIComponent(password)}`,
  hints: { commands: [`redis-cli -a ${password}`], [`use ${password}`]: true },
  note: `from ${canary('nested')}`,
};

const secrets = [
  password,
  encodeURIComponent(password),
  ...['rest', 'secret', 'key', 'dashed', 'first', 'second', 'nested', 'string'].map(canary),
];
const leaksIn = createLeakSearch(secrets);

function createWatchedFleet() {
  const under = createFleetUnderTest({ polling: quick });
  const { seen } = watchSinks(under.fleet);
  under.fleet.polling.pause('to ask by hand');
  const everything = (): unknown => [seen, under.fleet.dehydrate(), JSON.stringify(under.fleet.dehydrate())];
  return { ...under, everything };
}

test('credentials of any name and spelling, and strings that hold one, are in nothing that the fleet tells', async () => {
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
      ...(turn === 1 ? [await fleet.databases.create(createRequest)] : []),
      fleet.databases.record('new').value,
    ];
    expect(leaksIn([given, everything()])).toEqual([]);
  }
  const shown = { redis_url: '[redacted]', rest_url: '[redacted]', note: '[redacted]', turn: 3 };
  expect(fleet.databases.record('a').value).toMatchObject({
    ...shown,
    hints: { commands: ['[redacted]'], '[redacted]': true },
  });
  expect(fleet.indices.record('i').value).toMatchObject(shown);
  expect(fleet.databases.credentials('a')).toEqual({ ...named, password });
});

test('a credential is masked in later answers, which do not have it', async () => {
  const { fleet, service, everything } = createWatchedFleet();
  service.respond(() => ({ json: databaseOf('a', { password }) }));
  await fleet.databases.create(createRequest);
  for (const odd of [1, 2]) {
    service.respond(() => ({ json: databaseOf('a', { odd, redis_url: holding.redis_url }) }));
    await fleet.databases.refresh('a');
    expect(fleet.databases.record('a').value).toMatchObject({ odd, redis_url: '[redacted]' });
  }
  expect(leaksIn(everything())).toEqual([]);
  expect(fleet.databases.credentials('a')).toEqual({ password });
});

test('a masked answer that comes again changes nothing', async () => {
  const { fleet, service } = createWatchedFleet();
  service.respond(() => ({ json: databaseOf('a', { password, ...holding }) }));
  const first = await fleet.databases.refresh('a');
  expect(await fleet.databases.refresh('a')).toBe(first);
  service.respond(() => ({ json: databaseOf('a', holding) }));
  expect(await fleet.databases.refresh('a')).toBe(first);
  expect(await fleet.databases.refresh('a')).toBe(first);
});

test('ids and innocent words stay', async () => {
  const { fleet, service } = createWatchedFleet();
  const record = databaseOf('database-7', {
    endpoint: 'short',
    state: 'active',
    primary_key: 'x',
    odd: 'long password',
  });
  service.respond(({ operation }) => ({
    json:
      operation === 'list'
        ? [{ id: 'index-number-7', token: 'index-number-7' }]
        : { ...record, password: 'database-7', token: 'short', secret: '' },
  }));
  expect(await fleet.databases.refresh('database-7')).toEqual(record);
  expect(await fleet.indices.refresh()).toEqual([{ id: 'index-number-7' }]);
});
