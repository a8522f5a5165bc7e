import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Credentials } from '../../../src/core/wire/credentials.js';
import type { ManagementClientOptions } from '../../../src/core/client/client-options.js';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import { abortListeners } from '../../support/abort-listeners.js';
import { failureOf } from '../../support/failure-of.js';
import { fetchWith } from '../../support/fetch-with.js';
import { eventually } from '../../support/eventually.js';
import { createManualClock } from '../../support/manual-clock.js';
import { databaseText, operationNames, operations } from '../../support/requests.js';
import { httpAnswer, startWireServer, type Wire } from '../../support/wire-server.js';

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** A client with a manual clock, and a promise for the headers of an answer. */
function clientOf(options: ManagementClientOptions) {
  const clock = createManualClock();
  let tell = (): void => {};
  const headersCame = new Promise<void>((resolve) => (tell = resolve));
  const client = createManagementClient({ clock, fetch: fetchWith(tell), ...options });
  return { client, clock, headersCame };
}

/** Sends white space endlessly, one byte at a time. */
function trickle(wire: Wire): void {
  wire.send(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
  const timer = setInterval(() => wire.send('1\r\n \r\n'), 1);
  void wire.closed.then(() => clearInterval(timer));
}

const neverEnding: Record<string, (wire: Wire) => void> = {
  'a body that stalls in the middle': (wire) => wire.send(`${HEAD}content-length: 22\r\n\r\n{"database`),
  'a body that trickles for ever': trickle,
  'a compressed body that stalls': (wire) =>
    wire.send(Buffer.concat([Buffer.from(`${HEAD}content-encoding: gzip\r\n\r\n`), gzipSync('[').subarray(0, 12)])),
};

describe('the deadline', () => {
  test.each(operationNames)('of %s covers the wait for headers', async (name) => {
    await using server = await startWireServer(() => {});
    const { client, clock } = clientOf({ baseUrl: server.url });
    const { signal } = new AbortController();
    const outcome = failureOf(operations[name](client, signal));
    await server.arrived();
    expect(abortListeners(signal)).toBe(1);
    await clock.advance(15_000);

    const error = await outcome;
    const isCreate = name === 'create-database';
    expect(error).toMatchObject({ code: isCreate ? 'outcome-unknown' : 'timeout', operation: name });
    expect(error.message).toContain(isCreate ? '(timeout)' : '15000 ms');
    expect(clock.pending).toBe(0);
    expect(abortListeners(signal)).toBe(0);
    await server.quiet();
    expect(server.requests).toHaveLength(1);
  });

  test.each(Object.keys(neverEnding))('covers %s', async (name) => {
    await using server = await startWireServer((wire) => neverEnding[name]?.(wire));
    const { client, clock, headersCame } = clientOf({ baseUrl: server.url });
    const { signal } = new AbortController();
    const outcome = failureOf(client.getDatabase('db-1', { signal }));
    await headersCame;
    await clock.advance(15_000);

    expect((await outcome).code).toBe('timeout');
    expect(clock.pending).toBe(0);
    expect(abortListeners(signal)).toBe(0);
    await server.quiet();
  });

  test('covers all stages together', async () => {
    const passWhenTold: (() => void)[] = [];
    const stage = (): Promise<void> => new Promise((resolve) => passWhenTold.push(resolve));
    await using server = await startWireServer((wire) => wire.send(`${HEAD}content-length: 22\r\n\r\n`));
    const clock = createManualClock();
    const client = createManagementClient({
      baseUrl: server.url,
      clock,
      credentials: async () => {
        await stage();
        return { username: 'u', password: 'p' };
      },
      fetch: fetchWith(stage),
    });
    const outcome = failureOf(client.getDatabase('db-1'));
    await clock.advance(6000);
    passWhenTold.shift()?.();
    await server.arrived();
    await clock.advance(6000);
    await eventually(() => expect(passWhenTold).not.toEqual([]));
    passWhenTold.shift()?.();
    await clock.advance(2999);
    expect(clock.pending).toBe(1);
    await clock.advance(1);
    expect((await outcome).code).toBe('timeout');
  });

  test.each(operationNames)('of %s covers a credentials function that hangs, and nothing is sent', async (name) => {
    await using server = await startWireServer((wire) => wire.send(httpAnswer(200, databaseText)));
    let give: (credentials: Credentials) => void = () => {};
    const { client, clock } = clientOf({
      baseUrl: server.url,
      credentials: () => new Promise((resolve) => (give = resolve)),
    });
    const outcome = failureOf(operations[name](client));
    await clock.advance(15_000);
    expect((await outcome).code).toBe('timeout');

    // A late response is not used.
    give({ username: 'u', password: 'p' });
    await clock.advance(0);
    expect(server.requests).toHaveLength(0);
    expect(clock.pending).toBe(0);
  });

  test('does not change the code of a refusal whose body never ends', async () => {
    const stalled = httpAnswer(429, '{"error":', { 'content-length': '1000', 'retry-after': '7' });
    await using server = await startWireServer((wire) => wire.send(stalled));
    for (const name of operationNames) {
      const { client, clock, headersCame } = clientOf({ baseUrl: server.url });
      const outcome = failureOf(operations[name](client));
      await headersCame;
      await clock.advance(15_000);
      expect(await outcome).toMatchObject({ code: 'rate-limited', status: 429, retryAfterMs: 7000 });
    }
    await server.quiet();
  });
});
