import { describe, expect, test, vi } from 'vitest';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import { echoingFetch } from '../../support/echoing-fetch.js';
import { databaseText } from '../../support/requests.js';
import { httpAnswer, type Script, startWireServer } from '../../support/wire-server.js';
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

const program = await buildWorker('test/core/client/one-request-worker.ts');

async function outputOf(script: Script, timeoutMs: number): Promise<string> {
  // A server that keeps every connection alive, and announces an hour.
  await using server = await startWireServer(script);
  const child = spawn(process.execPath, [program, server.url, String(timeoutMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process that does not exit is killed, which its exit code shows.
    timeout: 15_000,
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(code).toBe(0);
  return output.trim();
}

const keepAlive = { connection: 'keep-alive', 'keep-alive': 'timeout=3600' };

test.concurrent.each<[string, string, Script, number]>([
  ['an answer', 'db-1', (wire) => wire.send(httpAnswer(200, databaseText, keepAlive)), 15_000],
  [
    'an answer that is not read',
    'bad-response',
    (wire) => wire.send(httpAnswer(200, 'x', { ...keepAlive, 'content-type': 'text/html' })),
    15_000,
  ],
  [
    'an answer that never ended',
    'timeout',
    (wire) => wire.send(httpAnswer(200, '{', { ...keepAlive, 'content-length': '9' })),
    500,
  ],
])('a process ends by itself after %s', async (_, expected, script, timeoutMs) => {
  expect(await outputOf(script, timeoutMs)).toBe(expected);
});
