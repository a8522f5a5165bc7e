import { afterEach, describe, expect, test } from 'vitest';
import { createManagementClient, type ManagementClient } from '../../../src/core/client/management-client.js';
import { createPooledFetch, type PooledFetch } from '../../../src/monitor/fetch/pooled-fetch.js';
import { failureOf } from '../../support/failure-of.js';
import { createRequest, databaseText } from '../../support/requests.js';
import { httpAnswer, startWireServer, type Wire } from '../../support/wire-server.js';

const GET = { method: 'GET' };

let pooled: PooledFetch = createPooledFetch();

afterEach(async () => {
  await pooled.close();
  pooled = createPooledFetch();
});

const clientOf = (baseUrl: string): ManagementClient => createManagementClient({ baseUrl, fetch: pooled.fetch });

describe('the sockets', () => {
  test('are used again', async () => {
    let opened = 0;
    await using server = await startWireServer(
      (wire) => wire.send(httpAnswer(200, databaseText)),
      () => (opened += 1),
    );
    for (let poll = 0; poll < 20; poll++) await clientOf(server.url).getDatabase('db-1');
    // A socket is used again in the next turn of the event loop; a poll that comes before it opens a second one.
    expect(opened).toBeLessThanOrEqual(2);
  });

  test.each(['end', 'reset'] as const)(
    'that the server closes by %s after a create cause no second create',
    async (how) => {
      await using server = await startWireServer((wire, _, count) => {
        if (count === 1) wire.send(httpAnswer(200, databaseText));
        else wire[how]();
      });
      const client = clientOf(server.url);
      await client.getDatabase('db-1');
      expect((await failureOf(client.createDatabase(createRequest))).code).toBe('outcome-unknown');
      expect(server.requests).toHaveLength(2);
    },
  );
});

test('a request whose signal aborts while its socket opens is not sent', async () => {
  await using server = await startWireServer((wire) => wire.send(httpAnswer(204)));
  const controller = new AbortController();
  const first = pooled.fetch(`${server.url}/first`, { ...GET, signal: controller.signal });
  controller.abort();
  await expect(first).rejects.toBe(controller.signal.reason);
  await pooled.fetch(`${server.url}/second`, GET);
  await pooled.close();
  expect(server.requests.map(({ target }) => target)).toEqual(['/second']);
});

describe('a response', () => {
  test('has its headers without regard to case, and joins repeated headers', async () => {
    const repeated = 'HTTP/1.1 200 OK\r\nX-One: a\r\nx-one: b\r\nX-Latin: caf\u00e9\r\ncontent-length: 0\r\n\r\n';
    await using server = await startWireServer((wire) => wire.send(Buffer.from(repeated, 'latin1')));
    const { headers } = await pooled.fetch(server.url, GET);
    expect([headers.get('X-ONE'), headers.get('x-latin'), headers.get('x-none')]).toEqual(['a, b', 'caf\u00e9', null]);
  });

  test.each(['zstd', 'gzip, br'])('in the encoding %s is refused', async (encoding) => {
    await using server = await startWireServer((wire) =>
      wire.send(httpAnswer(200, databaseText, { 'content-encoding': encoding })),
    );
    const { body } = await pooled.fetch(server.url, GET);
    await expect(body?.getReader().read()).rejects.toThrow('The content encoding is not supported');
  });

  test('whose compressed body is aborted rejects the read with the reason of the signal', async () => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 20\r\n\r\n';
    await using server = await startWireServer((wire) => wire.send(head));
    const controller = new AbortController();
    const { body } = await pooled.fetch(server.url, { ...GET, signal: controller.signal });
    const rest = body?.getReader().read();
    controller.abort('stop');
    await expect(rest).rejects.toBe('stop');
  });
});

test('close waits for running requests, closes their sockets, and lets later requests fail, a create without effect', async () => {
  const wires: Wire[] = [];
  await using server = await startWireServer((wire) => void wires.push(wire));
  const client = clientOf(server.url);
  const record = client.getDatabase('db-1');
  await server.arrived();
  let isClosed = false;
  const closed = pooled.close().then(() => (isClosed = true));
  expect(pooled.close()).toBe(pooled.close());
  wires[0]?.send(httpAnswer(200, databaseText));
  expect(await record).toEqual({ database_id: 'db-1' });
  expect(isClosed).toBe(false);
  await closed;
  await server.quiet();
  expect((await failureOf(client.getDatabase('db-1'))).message).toContain('UND_ERR_CLOSED');
  expect((await failureOf(client.createDatabase(createRequest))).code).toBe('unavailable');
  expect(server.requests).toHaveLength(1);
});
