import { describe, expect, test, vi } from 'vitest';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import { echoingFetch } from '../../support/echoing-fetch.js';
import { databaseText } from '../../support/requests.js';
import { httpAnswer, startWireServer } from '../../support/wire-server.js';
import { buildWorker } from '../../support/build-worker.js';

describe('a sent request', () => {
  test('carries the account or cookies, and bypasses the HTTP cache', async () => {
    const fetch = echoingFetch();
    for (const credentials of [undefined, { username: 'me', password: 'x' }])
      await createManagementClient({ baseUrl: 'https://api.test', fetch, credentials }).getDatabase('db-1');
    const sent = fetch.mock.calls.map(([, { headers, credentials, cache }]) => [
      new Headers(headers).has('authorization'),
      credentials,
      cache,
    ]);
    // Without an account, the cookies are for the proxy. With one, a browser must not open its login dialog.
    expect(sent).toEqual([
      [false, undefined, 'no-store'],
      [true, 'omit', 'no-store'],
    ]);
  });

  test('uses the current fetch of the platform', async () => {
    const client = createManagementClient({ baseUrl: 'https://api.test' });
    using replaced = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ database_id: 'db-1' }));
    expect(await client.getDatabase('db-1')).toEqual({ database_id: 'db-1' });
    expect(replaced).toHaveBeenCalledOnce();
  });
});

const keepAlive = { connection: 'keep-alive', 'keep-alive': 'timeout=3600' };

/** An answer that never ends, one that is not read, and one after which the connection stays open. */
const answers = [
  httpAnswer(200, '{', { ...keepAlive, 'content-length': '9' }),
  httpAnswer(200, 'x', { ...keepAlive, 'content-type': 'text/html' }),
  httpAnswer(200, databaseText, keepAlive),
];

test('a process ends by itself after an answer, also if the answer never ends or is not read', async () => {
  // A server that keeps every connection alive, and announces an hour.
  await using server = await startWireServer((wire, _, count) => wire.send(answers[count - 1] ?? ''));
  const program = await buildWorker('test/core/client/requests-worker.ts');
  const child = spawn(process.execPath, [program, server.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process that does not exit is killed, which its exit code shows.
    timeout: 15_000,
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect([code, output]).toEqual([0, 'timeout\nbad-response\ndb-1\n']);
});
