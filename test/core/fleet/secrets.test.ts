import { createDatabase, waitFor, limitsOf, transitionsOf, activityOf } from '../../../src/index.js';
import { inspect } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { FleetError } from '../../../src/core/shared/fleet-error.js';
import { failureOf } from '../../support/failure-of.js';
import { createLeakSearch } from '../../support/leaks.js';
import { createRequest } from '../../support/requests.js';
import { account, createFleetUnderTest, quick, type FleetUnderTest } from './fleet-under-test.js';
import { databaseOf, type Answer } from './scripted-service.js';
import { watchSinks } from './watch-sinks.js';

const canary = (name: string): string => `zq${name}-4f9d1c7ab2e8`;

const databaseSecrets = {
  password: canary('password'),
  rest_token: canary('rest'),
  read_only_rest_token: canary('readonly'),
  upload_token: canary('upload'),
  client_secret: canary('secret'),
};
const nested = { access: { session_token: canary('session'), list: [{ admin_password: canary('admin') }] } };
const indexSecrets = { token: canary('token'), read_only_token: canary('index') };
const secrets = [
  account.password,
  btoa(`${account.username}:${account.password}`),
  ...Object.values(databaseSecrets),
  ...Object.values(indexSecrets),
  canary('session'),
  canary('admin'),
];
const leaksIn = createLeakSearch(secrets);

/** The parts of a refusal in which a service may repeat the request. */
const echo = (status: number): Answer => ({ status, json: { error: `no: ${account.password} ${secrets[1]}` } });

test('no secret is in any output: views, events, errors, the console, and the fleet itself in a debugger and as JSON', async () => {
  const printed: unknown[] = [];
  for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const)
    vi.spyOn(console, method).mockImplementation((...given) => void printed.push(given));
  onTestFinished(() => void vi.restoreAllMocks());
  const { fleet, service, advance } = createFleetUnderTest({ polling: quick });
  const { databases, indices, polling } = fleet;
  const { seen, sink } = watchSinks(fleet);

  let turn = 0;
  service.respond(({ operation, id }) => {
    const json =
      operation === 'list'
        ? [{ id: 'i', name: `turn ${turn}`, ...indexSecrets, nested }]
        : databaseOf(id || 'created', {
            state: turn % 2 ? 'active' : 'suspended',
            odd: turn,
            ...databaseSecrets,
            nested,
          });
    return { json };
  });
  sink('created')(await createDatabase(fleet, createRequest));
  for (turn = 1; turn < 4; turn++) {
    sink('refreshed')(await databases.refresh('a'));
    sink('listed')(await indices.refresh());
  }
  sink('waited')(await waitFor(fleet, 'a', () => true));
  const errors: FleetError[] = [];
  polling.pause('to ask by hand');
  for (const answer of [
    ...[400, 401, 403, 404, 429, 500].map(echo),
    new TypeError(`could not connect with ${account.password}`, { cause: new Error(secrets[1]) }),
    new Response(JSON.stringify({ database_id: 'no/id', ...databaseSecrets })),
    new Response(`<html>${account.password}`, { headers: { 'content-type': 'application/json' } }),
  ]) {
    service.respond(() => (answer instanceof Response ? answer.clone() : answer));
    for (const call of [
      () => databases.refresh('a'),
      () => indices.refresh(),
      () => createDatabase(fleet, createRequest),
    ]) {
      errors.push(await failureOf(call()));
      fleet.setCredentials(account);
      await advance(400_000);
    }
  }
  const wrong = { ...createRequest, budget: account.password, [databaseSecrets.password]: 1 };
  errors.push(await failureOf(createDatabase(fleet, { ...wrong, [databaseSecrets.password]: undefined } as never)));
  await advance(60_000);

  const names = ['activity', 'transitions', 'status', 'summary', 'all', 'entry', 'record', 'index', 'limits'];
  expect(seen.map(([name]) => name)).toEqual(expect.arrayContaining(names));
  const kinds = seen.map(([name, value]) => name === 'activity' && (value as { kind: string }).kind);
  expect(kinds).toEqual(expect.arrayContaining(['request', 'answer', 'failure', 'commit', 'drift', 'polling']));
  const found = seen.filter(([, value]) => leaksIn(value).length > 0).map(([name]) => name);
  expect(found).toEqual([]);
  expect(errors.length).toBeGreaterThan(20);
  for (const error of errors) {
    expect(leaksIn(error)).toEqual([]);
    expect(leaksIn(error.toJSON())).toEqual([]);
  }
  expect(leaksIn(printed)).toEqual([]);
  // The credentials are still available on request.
  expect(databases.credentials('a')).toMatchObject(databaseSecrets);
  expect(indices.credentials('i')).toMatchObject(indexSecrets);
  const streams = [transitionsOf(fleet), activityOf(fleet), limitsOf(fleet, 'database', 'a')];
  for (const part of [fleet, databases, indices, polling, ...streams, databases.record('a')]) {
    const shown = inspect(part, { depth: Infinity, showHidden: true, getters: true, maxStringLength: Infinity });
    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
  }
  expect(leaksIn(JSON.parse(JSON.stringify([fleet, databases])))).toEqual([]);
});

// Short and of letters only: it differs from other words only because the service once sent it as a secret.
const password = 'sesame-open-up';
const read = ({ fleet }: FleetUnderTest): Promise<unknown> => fleet.databases.refresh('a');
const list = ({ fleet }: FleetUnderTest): Promise<unknown> => fleet.indices.refresh();

test.each<[string, (under: FleetUnderTest) => Promise<unknown>, Answer, words: string]>([
  ['it contains a credential of the database', read, { json: databaseOf('a', { password }) }, password],
  ['it contains the token of an index', list, { json: [{ id: 'i', token: password }] }, password],
  ['a credential is too short to search for', read, { json: databaseOf('a', { password: 'pw' }) }, 'upwards'],
])('the message of a refusal is left out if %s', async (_, call, answer, words) => {
  const under = createFleetUnderTest();
  under.service.respond(() => ({ status: 500, json: { error: 'no upstream' } }));
  expect((await failureOf(call(under))).message).toContain('no upstream');
  under.service.respond(() => answer);
  await call(under);
  under.service.respond(() => ({ status: 500, json: { error: `no connection for ${words}` } }));
  const error = await failureOf(call(under));
  expect(error).toMatchObject({ code: 'unavailable', status: 500 });
  const { databases, indices } = under.fleet;
  const shown = [error, databases.entry('a').value, indices.entry('i').value];
  expect(inspect(shown, { depth: null })).not.toContain(words);
  under.service.respond(() => new TypeError(`no connection for ${words}`));
  expect((await failureOf(call(under))).message).toMatch(/: the connection failed$/);
});
