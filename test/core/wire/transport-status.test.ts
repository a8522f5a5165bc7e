import { describe, expect, test } from 'vitest';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import type { FleetErrorCode } from '../../../src/core/shared/fleet-error.js';
import { failureOf } from '../../support/failure-of.js';
import { createRequest, databaseText, operationNames, operations } from '../../support/requests.js';
import { httpAnswer, startWireServer } from '../../support/wire-server.js';

/** The same table as in src/core/shared/fleet-error.ts. */
const named: Readonly<Record<number, FleetErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  408: 'unavailable',
  429: 'rate-limited',
};
const documented = (status: number): FleetErrorCode => named[status] ?? (status < 500 ? 'rejected' : 'unavailable');

/** The platform's fetch, also where these tests run with another fetch. */
const nodeFetch = fetch;

const refusals = [
  ...[400, 401, 402, 403, 404, 405, 408, 409, 410, 418, 421, 422, 425, 429, 451, 499],
  ...[500, 501, 502, 503, 504, 511, 599],
];

/**
 * HTTP lets a client repeat a misdirected request over another connection, since it had no effect (RFC 9110,
 * 15.5.20), and the fetch standard requires it.
 */
const MISDIRECTED = 421;

/** Long enough that no message contains it by chance: such a message would not be shown. */
const credentials = { username: 'me', password: 'password-of-16-characters' };

test.each(operationNames)('a status from 400 to 599 of %s has the documented code and no retry', async (name) => {
  let status = 0;
  await using server = await startWireServer((wire) => wire.send(httpAnswer(status, '{"error":"no"}')));
  const client = createManagementClient({ baseUrl: server.url, credentials });
  const sentTwice: number[] = [];
  for (status of refusals) {
    const before = server.requests.length;
    const error = await failureOf(operations[name](client));
    if (server.requests.length - before !== 1) sentTwice.push(status);
    // A create may have taken effect, unless it was refused.
    const isUnknown = name === 'create-database' && (status >= 500 || status === 408);
    const code = isUnknown ? 'outcome-unknown' : documented(status);
    expect(error).toMatchObject({ code, operation: name, status });
    if (isUnknown) expect(error.message).toContain(`(unavailable, status ${status})`);
    else expect(error.message).toBe(`${name}: refused (status ${status}): no`);
  }
  expect(sentTwice).toEqual(fetch === nodeFetch ? [MISDIRECTED] : []);
});

describe('a status that is a success', () => {
  test.each([200, 201, 202, 203, 299])('%i returns a record', async (status) => {
    await using server = await startWireServer((wire) => wire.send(httpAnswer(status, databaseText)));
    const client = createManagementClient({ baseUrl: server.url });
    expect(await client.getDatabase('db-1')).toEqual({ database_id: 'db-1' });
    expect(await client.createDatabase(createRequest)).toEqual({ database_id: 'db-1' });
  });

  test.each([
    [204, undefined, ''],
    [205, '0', ''],
    [304, undefined, ''],
    [399, '22', databaseText],
    [999, '22', databaseText],
  ])('refuses %i, with or without a record', async (status, length, body) => {
    await using server = await startWireServer((wire) =>
      wire.send(httpAnswer(status, body, { 'content-length': length, 'content-range': 'bytes 0-21/22' })),
    );
    const client = createManagementClient({ baseUrl: server.url });
    const code = status === 999 ? 'unavailable' : 'bad-response';
    expect(await failureOf(client.getDatabase('db-1'))).toMatchObject({ code, status });
    expect(await failureOf(client.createDatabase(createRequest))).toMatchObject({ code: 'outcome-unknown', status });
    expect(server.requests).toHaveLength(2);
  });

  test('206 is refused for a read, whose answer may be partial; for a create it returns the record', async () => {
    const headers = { 'content-range': 'bytes 0-21/22' };
    await using server = await startWireServer((wire) => wire.send(httpAnswer(206, databaseText, headers)));
    const client = createManagementClient({ baseUrl: server.url });
    expect(await failureOf(client.getDatabase('db-1'))).toMatchObject({ code: 'bad-response', status: 206 });
    expect(await client.createDatabase(createRequest)).toEqual({ database_id: 'db-1' });
  });
});

describe('the message of a refusal', () => {
  const saidIn = async (body: string | Uint8Array): Promise<string> => {
    // A message is read from JSON with any content type.
    const answer = httpAnswer(400, body, { 'content-type': 'text/plain' });
    await using server = await startWireServer((wire) => wire.send(answer));
    const client = createManagementClient({ baseUrl: server.url });
    return (await failureOf(client.getDatabase('db-1'))).message.replace('get-database: refused (status 400)', '');
  };

  test.each([
    ['{"error":"no such plan"}', ': no such plan'],
    ['{"message":"no such plan"}', ': no such plan'],
    ['{"message":"second","error":"first"}', ': first'],
    ['{"message":"second","error":{"code":5}}', ': second'],
    ['{"error":"two\\r\\nlines \\u001b[31mand \\u202ecolour"}', ': two lines [31mand colour'],
    ['{"error":"\\u0000"}', ''],
    ['["no"]', ''],
    ['{"error":"cut', ''],
  ])('in %s is shown as %j', async (body, shown) => expect(await saidIn(body)).toBe(shown));

  test('is left out if it is not UTF-8, is cut off, or is larger than 64 KiB', async () => {
    expect(await saidIn(Buffer.from('{"error":"\xff"}', 'latin1'))).toBe('');
    expect(await saidIn(JSON.stringify({ error: 'e'.repeat(64 * 1024) }))).toBe('');
    await using server = await startWireServer((wire) =>
      wire.end(httpAnswer(409, '{"error":"no"}', { 'content-length': '99' })),
    );
    const error = await failureOf(createManagementClient({ baseUrl: server.url }).getDatabase('db-1'));
    expect(error).toMatchObject({ code: 'rejected', status: 409 });
  });
});

test("Retry-After is in the error of any status, and is counted from the service's Date header", async () => {
  const wrongByYears = { 'retry-after': 'Sun, 06 Nov 1994 08:50:37 GMT', date: 'Sun, 06 Nov 1994 08:49:37 GMT' };
  let status = 0;
  await using server = await startWireServer((wire) => wire.send(httpAnswer(status, '', wrongByYears)));
  const client = createManagementClient({ baseUrl: server.url });
  for (status of [429, 503, 500, 403, 302])
    for (const name of operationNames) expect((await failureOf(operations[name](client))).retryAfterMs).toBe(60_000);
});
