import { describe, expect, test, vi } from 'vitest';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import { driftOf } from '../../../src/core/records/drift-of.js';
import type { Fetch } from '../../../src/core/wire/transport.js';
import type { FleetError } from '../../../src/core/shared/fleet-error.js';
import { failureOf } from '../../support/failure-of.js';
import { createLeakSearch } from '../../support/leaks.js';
import { databaseText, operationNames, operations } from '../../support/requests.js';
import { httpAnswer, startWireServer, type Script } from '../../support/wire-server.js';

const credentials = { username: 'owner@canary.test', password: 'cAnArY-pass"w\\rd/%41&<é€>+=9Zq7' };
const { username, password } = credentials;
const pair = `${username}:${password}`;
const base64 = Buffer.from(pair).toString('base64');

/** Secrets that the client does not know, and that the service may send. */
const indexToken = 'ABkFMGNhbmFyeS1pbmRleC10b2tlbi0xMjM0NTY3ODkwZGVhZGJlZWY=';
const databasePassword = '7c1fa0cad4094ca7a27fb3b1f5e0cafe';

/** `redact.test.ts` and `secret-search.test.ts` have other spellings, and other places in a text. */
const leaks = createLeakSearch([
  ...[password, pair, base64].flatMap((secret) => [secret, encodeURIComponent(secret)]),
  indexToken,
  databasePassword,
]);

async function failureFrom(script: Script): Promise<FleetError> {
  await using server = await startWireServer(script);
  return await failureOf(createManagementClient({ baseUrl: server.url, credentials }).getDatabase('db-1'));
}

test('a response that contains the credentials of the request is refused with any JSON escapes, also in a list', async () => {
  const escaped = [...password].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  const body = `{"database_id":"db-1","id":"i","endpoint":"${escaped}"}`;
  const fetch: Fetch = async (url) => new Response(url.includes('index') ? `[${body}]` : body);
  const client = createManagementClient({ baseUrl: 'https://api.test', credentials, fetch });
  for (const read of [client.getDatabase('db-1'), client.listVectorIndices()])
    expect((await failureOf(read)).message).toContain('the response contains the credentials');
});

const everything = `${pair} ${base64} ${indexToken} ${databasePassword}`;
const headerSafe = [encodeURIComponent(pair), base64, indexToken, databasePassword].join(' ');
const record = { database_id: 'db-1', password, rest_token: indexToken, customer_id: pair };

const answers: Record<string, Script> = {
  'the reason phrase': (wire) => wire.send(httpAnswer(`401 ${headerSafe}`)),
  headers: (wire) =>
    wire.send(httpAnswer(401, '', { 'www-authenticate': `Basic realm="${headerSafe}"`, 'x-echo': headerSafe })),
  'a Retry-After': (wire) => wire.send(httpAnswer(429, '', { 'retry-after': headerSafe, date: headerSafe })),
  'a redirect': (wire) => wire.send(httpAnswer(302, '', { location: `https://${headerSafe}/` })),
  'a content type': (wire) => wire.send(httpAnswer(200, databaseText, { 'content-type': headerSafe })),
  'no HTTP': (wire) => wire.end(`${everything}\r\n\r\n`),
  'a page': (wire) => wire.send(httpAnswer(200, `<title>${everything}</title>`, { 'content-type': 'text/html' })),
  'a record that is cut off': (wire) => wire.end(httpAnswer(200, JSON.stringify(record).slice(0, -1))),
  'the record of another': (wire) => wire.send(httpAnswer(200, JSON.stringify({ ...record, database_id: password }))),
};

describe.each(operationNames)('an answer to %s', (name) => {
  test.each(Object.entries(answers))('with secrets in %s', async (_, script) => {
    await using server = await startWireServer(script);
    const client = createManagementClient({ baseUrl: server.url, credentials });
    const outcome = await operations[name](client).catch((error: unknown) => error);
    // Only the requested record may contain secrets.
    const isRecord = typeof outcome === 'object' && outcome !== null && 'database_id' in outcome;
    expect(leaks(isRecord ? driftOf(outcome) : outcome)).toEqual([]);
  });
});

/** Errors that a fetch may throw: they contain the request with its key. */
const thrown: Record<string, (url: string, init: RequestInit) => unknown> = {
  'the request in its message': (_, init) => new TypeError(JSON.stringify(init)),
  'the request as a property': (url, init) =>
    Object.assign(new Error('failed'), { url, init, options: init, headers: init.headers }),
  'the request itself': (_, init) => init,
  'a header': (_, init) => new Headers(init.headers).get('authorization'),
  'a secret as its code': () =>
    Object.assign(new Error('failed'), { code: 'ECANARYPASSWORD9ZQ7', cause: { code: indexToken } }),
  'causes without an end': () => {
    const circular = new Error(pair);
    return Object.assign(circular, { cause: circular });
  },
  'a getter that throws': () =>
    Object.defineProperty(new Error('x'), 'code', {
      get: () => {
        throw new Error(pair);
      },
    }),
};

test.each(Object.entries(thrown))('a fetch that throws %s', async (_, make) => {
  for (const name of operationNames) {
    const fetch: Fetch = (url, init) => {
      throw make(url, init);
    };
    const error = await failureOf(
      operations[name](createManagementClient({ baseUrl: 'https://api.test', credentials, fetch })),
    );
    expect(leaks(error)).toEqual([]);
    expect(error.message).not.toContain('ECANARY');
  }
});

test.each<[string, () => unknown]>([
  ['rejects with a secret', () => Promise.reject(new Error(pair, { cause: credentials }))],
  ['gives a user name that cannot be sent', () => ({ username: pair, password })],
])('that %s', async (_, source) => {
  const client = createManagementClient({ baseUrl: 'https://api.test', credentials: source as never });
  for (const name of operationNames) expect(leaks(await failureOf(operations[name](client)))).toEqual([]);
});

test('wrong options of a client', async () => {
  const escaped = encodeURIComponent(password);
  const wrong: unknown[] = [
    pair,
    { baseUrl: `https://${username}:${escaped}@api.test` },
    { baseUrl: `https://api.test/?token=${escaped}` },
    { baseUrl: `http://${databasePassword}.test/` },
    { baseUrl: `https://[${pair}` },
    { baseUrl: 'https://api.test', credentials: pair },
    { baseUrl: 'https://api.test', credentials: { username: pair, password } },
    { baseUrl: 'https://api.test', credentials: { username, password: `${password}\0` } },
    { baseUrl: 'https://api.test', timeoutMs: pair, fetch: credentials, clock: credentials },
  ];
  for (const options of wrong) {
    expect(leaks(await failureOf((async () => createManagementClient(options as never))()))).toEqual([]);
  }
});

test('the client object exposes no secret', async () => {
  await using server = await startWireServer((wire) => wire.send(httpAnswer(200, databaseText)));
  const client = createManagementClient({ baseUrl: server.url, credentials });
  expect(leaks(client)).toEqual([]);
  await client.getDatabase('db-1');
  expect(leaks(client)).toEqual([]);
  for (const method of Object.values(client)) expect(leaks(method)).toEqual([]);
});

test('the client prints nothing', async () => {
  const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const;
  const printed = [...methods.map((name) => vi.spyOn(console, name)), vi.spyOn(process, 'emitWarning')];
  await failureFrom((wire) => wire.send(httpAnswer(401, JSON.stringify({ error: pair }))));
  await failureFrom((wire) => wire.reset());
  await failureFrom((wire) => wire.send(httpAnswer(200, everything)));
  for (const spy of printed) {
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  }
});
