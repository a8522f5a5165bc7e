import { describe, expect, test, vi } from 'vitest';
import type { Credentials } from '../../../src/core/wire/credentials.js';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import type { Fetch } from '../../../src/core/wire/transport.js';
import { abortListeners } from '../../support/abort-listeners.js';
import { failureOf } from '../../support/failure-of.js';
import { fetchWith } from '../../support/fetch-with.js';
import { createManualClock } from '../../support/manual-clock.js';
import { databaseText, operationNames, operations } from '../../support/requests.js';
import { httpAnswer, startWireServer } from '../../support/wire-server.js';

const SECRET_REASON = 'a reason that may say anything';

test.each(operationNames)('an abort before the call of %s sends nothing and asks for no credentials', async (name) => {
  const credentials = vi.fn<() => Promise<Credentials>>();
  const fetch = vi.fn<Fetch>();
  const clock = createManualClock();
  const client = createManagementClient({ baseUrl: 'https://api.test', credentials, fetch, clock });
  const signal = AbortSignal.abort(SECRET_REASON);
  expect(await failureOf(operations[name](client, signal))).toMatchObject({ code: 'aborted', operation: name });
  expect(credentials).not.toHaveBeenCalled();
  expect(fetch).not.toHaveBeenCalled();
  expect(clock.pending).toBe(0);
  expect(abortListeners(signal)).toBe(0);
});

describe('an abort after the call and before the request is sent', () => {
  test.each(operationNames)('of %s sends nothing over an open connection', async (name) => {
    await using server = await startWireServer((wire) =>
      wire.send(httpAnswer(200, name === 'list-vector-indices' ? '[]' : databaseText)),
    );
    const client = createManagementClient({ baseUrl: server.url, credentials: { username: 'u', password: 'p' } });
    await operations[name](client);
    const controller = new AbortController();
    const outcome = failureOf(operations[name](client, controller.signal));
    controller.abort();
    expect((await outcome).code).toBe('aborted');
    await operations[name](client);
    expect(server.requests).toHaveLength(2);
  });

  test.each(operationNames)('of %s sends nothing while the credentials are awaited', async (name) => {
    const fetch = vi.fn<Fetch>();
    let give: (credentials: Credentials) => void = () => {};
    const client = createManagementClient({
      baseUrl: 'https://api.test',
      credentials: () => new Promise((resolve) => (give = resolve)),
      fetch,
    });
    const controller = new AbortController();
    const outcome = failureOf(operations[name](client, controller.signal));
    give({ username: 'u', password: 'p' });
    controller.abort();
    expect((await outcome).code).toBe('aborted');
    await new Promise((resolve) => setImmediate(resolve));
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('an abort after the request was sent', () => {
  const begun = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 22\r\n\r\n{"data';

  test.each(operationNames)('of %s ends the request while it waits for headers', async (name) => {
    await using server = await startWireServer(() => {});
    const clock = createManualClock();
    const client = createManagementClient({ baseUrl: server.url, clock });
    const controller = new AbortController();
    const outcome = failureOf(operations[name](client, controller.signal));
    await server.arrived();
    controller.abort(new Error(SECRET_REASON));
    const error = await outcome;
    expect(error).toMatchObject({ code: name === 'create-database' ? 'outcome-unknown' : 'aborted', operation: name });
    expect(error.message).toContain('aborted');
    expect(error.message).not.toContain(SECRET_REASON);
    expect(clock.pending).toBe(0);
    expect(abortListeners(controller.signal)).toBe(0);
    await server.quiet();
    expect(server.requests).toHaveLength(1);
  });

  test.each([200, 500])('ends the request in the middle of the body of a %i', async (status) => {
    await using server = await startWireServer((wire) => wire.send(begun.replace('200', String(status))));
    const clock = createManualClock();
    const controller = new AbortController();
    const fetch = fetchWith(() => setImmediate(() => controller.abort(SECRET_REASON)));
    const client = createManagementClient({ baseUrl: server.url, clock, fetch });
    const error = await failureOf(client.getDatabase('db-1', { signal: controller.signal }));
    expect(error.code).toBe('aborted');
    expect(clock.pending).toBe(0);
    expect(abortListeners(controller.signal)).toBe(0);
    await server.quiet();
  });
});
