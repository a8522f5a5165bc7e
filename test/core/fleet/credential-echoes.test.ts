import { describe, expect, test } from 'vitest';
import { failureOf } from '../../support/failure-of.js';
import { createLeakSearch } from '../../support/leaks.js';
import { createRequest } from '../../support/requests.js';
import { account, createFleetUnderTest, quick } from './fleet-under-test.js';
import { databaseOf } from './scripted-service.js';
import { watchSinks } from './watch-sinks.js';

const { username, password } = account;
const pair = `${username}:${password}`;
const base64 = btoa(pair);
const leaksIn = createLeakSearch([password, base64, btoa(password).replace(/=+$/, '')]);

const leaked: Record<string, string> = {
  'the Authorization header': `Basic ${base64}`,
  'the header in lower case': `basic ${base64}`.toLowerCase(),
  'the URL-safe Base64 of the account': base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
  'the Base64 of the password': btoa(password),
  'the password': password,
  'the password in upper case': password.toUpperCase(),
  'the password in a URL': encodeURIComponent(`https://${pair}@host`),
  'headers as JSON': JSON.stringify({ headers: { authorization: `Basic ${base64}` } }),
};

/** Where in a record the text may stand. */
const places: Record<string, (text: string) => object> = {
  'an unknown field': (text) => ({ debug: text }),
  'a documented field': (text) => ({ endpoint: `x ${text}` }),
  'a field with an enum': (text) => ({ state: text }),
  'the name of a field': (text) => ({ [text]: 1 }),
  'a name deep inside': (text) => ({ securityAddons: { debug: [{ [`x ${text}`]: 1 }] } }),
  'a list deep inside': (text) => ({ debug: { request: [[text]] } }),
};

/** A fleet under test that has asked for the text, and everything that it told. */
function createWatchedFleet() {
  const under = createFleetUnderTest({ polling: quick });
  const { seen } = watchSinks(under.fleet);
  under.fleet.polling.pause('to ask by hand');
  const everything = (): unknown => [seen, under.fleet.dehydrate(), JSON.stringify(under.fleet.dehydrate())];
  return { ...under, everything };
}

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

  test.each(Object.entries(places))('in %s is masked for a create, which loses nothing else', async (__, place) => {
    const { fleet, service, everything } = createWatchedFleet();
    const others = { budget: 7, odd: { kept: [1, 'x'] }, db_request_limit: 5 };
    service.respond(() => ({ json: { database_id: 'new', ...others, ...place(text) } }));
    const created = await fleet.databases.create(createRequest);
    expect(created).toMatchObject({ database_id: 'new', ...others });
    expect(JSON.stringify(created)).toContain('[redacted]');
    expect(fleet.databases.record('new').value).toBe(created);
    expect(fleet.databases.known.value).toContain('new');
    expect(leaksIn([everything(), created])).toEqual([]);
  });
});

test('an id is never masked, whatever it holds', async () => {
  const { fleet, service } = createWatchedFleet();
  service.respond(() => ({ json: databaseOf(password, { debug: password }) }));
  const created = await fleet.databases.create(createRequest);
  expect(created).toMatchObject({ database_id: password, debug: '[redacted]' });
  service.respond(() => ({ json: databaseOf(password) }));
  expect((await fleet.databases.refresh(password)).database_id).toBe(password);
});

test('two names that are masked keep both values', async () => {
  const { fleet, service } = createWatchedFleet();
  const echoes = { [password]: 1, [`${password}!`]: 2, '[redacted]': 3 };
  service.respond(() => ({ json: { database_id: 'new', ...echoes } }));
  const created = await fleet.databases.create(createRequest);
  expect(Object.values(created)).toEqual(['new', 1, 2, 3]);
});

test('an echo that comes in a later answer is found', async () => {
  const { fleet, service } = createWatchedFleet();
  const answer = { debug: 'nothing', odd: { deep: ['x'] } };
  for (const change of [{ debug: password }, { odd: { deep: [password] } }, { more: password }]) {
    service.respond(() => ({ json: databaseOf('a', answer) }));
    await fleet.databases.refresh('a');
    service.respond(() => ({ json: databaseOf('a', { ...answer, ...change }) }));
    expect((await failureOf(fleet.databases.refresh('a'))).code).toBe('bad-response');
  }
});

test('the credentials that count are those of the request', async () => {
  const { fleet, service } = createWatchedFleet();
  fleet.setCredentials({ username, password: 'another-canary-of-it' });
  service.respond(() => ({ json: databaseOf('a', { debug: 'another-canary-of-it' }) }));
  expect((await failureOf(fleet.databases.refresh('a'))).code).toBe('bad-response');
});
