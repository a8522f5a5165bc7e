import { createDatabase } from '../../../src/index.js';
import { describe, expect, test } from 'vitest';
import { exactInt64, exactIntegersOf } from '../../../src/core/records/exact-int64.js';
import { failureOf } from '../../support/failure-of.js';
import { createLeakSearch } from '../../support/leaks.js';
import { createRequest } from '../../support/requests.js';
import { account } from './fleet-under-test.js';
import { databaseOf } from './scripted-service.js';
import { createWatchedFleet } from './watch-sinks.js';

const { username, password } = account;
const pair = `${username}:${password}`;
const base64 = btoa(pair);
const leaksIn = createLeakSearch([password, base64]);

const leaked: Record<string, string> = {
  'the Authorization header': `Basic ${base64}`,
  'the password': password,
  'the password in a URL': encodeURIComponent(`https://${pair}@host`),
  'headers as JSON': JSON.stringify({ headers: { authorization: `Basic ${base64}` } }),
};

/** The places of the text in a record. */
const places: Record<string, (text: string) => object> = {
  'an unknown field': (text) => ({ debug: text }),
  'a documented field': (text) => ({ endpoint: `x ${text}` }),
  'a field with an enum': (text) => ({ state: text }),
  'the name of a field': (text) => ({ [text]: 1 }),
  'a name deep inside': (text) => ({ securityAddons: { debug: [{ [`x ${text}`]: 1 }] } }),
  'a list deep inside': (text) => ({ debug: { request: ['plain', [text]] } }),
};

describe.each(Object.entries(leaked))('an answer that holds %s', (_, text) => {
  test.each(Object.entries(places))('in %s is a bad response of a read, and leaves no trace', async (__, place) => {
    const { fleet, service, everything } = createWatchedFleet();
    await fleet.databases.refresh('a');
    service.respond(({ operation }) => ({
      json: operation === 'list' ? [{ id: 'h' }, { id: 'i', ...place(text) }] : databaseOf('a', place(text)),
    }));
    for (const read of [() => fleet.databases.refresh('a'), () => fleet.indices.refresh()]) {
      const error = await failureOf(read());
      expect(error).toMatchObject({ code: 'bad-response', status: 200 });
      expect(leaksIn(error)).toEqual([]);
    }
    expect(fleet.databases.entry('a').value).toMatchObject({ status: 'stale', record: databaseOf('a') });
    expect(fleet.indices.all.value).toEqual([]);
    expect(leaksIn(everything())).toEqual([]);
  });

  test.each(Object.entries(places))('in %s is masked for a create, which loses nothing else', async (where, place) => {
    const { fleet, service, everything } = createWatchedFleet();
    const others = { budget: 7, odd: { kept: [1, 'x'] }, db_request_limit: 5 };
    service.respond(() => ({ json: { database_id: 'new', ...others, ...place(text) } }));
    const created = await createDatabase(fleet, createRequest);
    expect(created).toMatchObject({ database_id: 'new', ...others });
    // A member whose name contains them is left out.
    if (!where.includes('name')) expect(JSON.stringify(created)).toContain('[redacted]');
    expect(fleet.databases.record('new').value).toBe(created);
    expect(fleet.databases.known.value).toContain('new');
    expect(leaksIn([everything(), created])).toEqual([]);
  });
});

test('the exact digits of a created record are not kept under a name that contains the credentials', async () => {
  const { fleet, service, everything } = createWatchedFleet();
  const text = `{"database_id":"new","x_${base64}":9007199254740993,"db_request_limit":9007199254740993}`;
  service.respond(() => new Response(text, { headers: { 'content-type': 'application/json' } }));
  const created = await createDatabase(fleet, createRequest);
  expect(exactInt64(created, 'db_request_limit')).toBe(9007199254740993n);
  expect([...(exactIntegersOf(created)?.keys() ?? [])]).toEqual(['db_request_limit']);
  expect(leaksIn([everything(), created])).toEqual([]);
});

test('the exact digits of a record are not kept under a name that contains a removed credential', async () => {
  const { fleet, service, everything } = createWatchedFleet();
  const text =
    '{"database_id":"a","password":"s3cretLong99","x_s3cretLong99":9007199254740993,"port":9007199254740993}';
  service.respond(() => new Response(text, { headers: { 'content-type': 'application/json' } }));
  const record = await fleet.databases.refresh('a');
  expect([...(exactIntegersOf(record)?.keys() ?? [])]).toEqual(['port']);
  expect(JSON.stringify(everything())).not.toContain('s3cretLong99');
});

test('the id of a created database is never masked', async () => {
  const { fleet, service } = createWatchedFleet();
  service.respond(() => ({ json: databaseOf(password, { debug: password }) }));
  const created = await createDatabase(fleet, createRequest);
  expect(created).toMatchObject({ database_id: password, debug: '[redacted]' });
  expect(created).not.toHaveProperty('id');
});

test('an echo in a later answer is found', async () => {
  const { answerWith } = createWatchedFleet();
  const answer = { debug: 'nothing', odd: { deep: ['x'] } };
  for (const change of [{ debug: password }, { odd: { deep: [password] } }, { more: password }]) {
    await answerWith('a', answer);
    expect((await failureOf(answerWith('a', { ...answer, ...change }))).code).toBe('bad-response');
  }
});

test('an answer is searched for the credentials of its own request', async () => {
  const { fleet, answerWith } = createWatchedFleet();
  fleet.setCredentials({ username, password: 'another-canary-of-it' });
  expect((await failureOf(answerWith('a', { debug: 'another-canary-of-it' }))).code).toBe('bad-response');
});
