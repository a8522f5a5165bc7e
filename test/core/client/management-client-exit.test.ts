import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { buildWorker } from '../../support/build-worker.js';
import { databaseText } from '../../support/requests.js';
import { httpAnswer, startWireServer, type Script } from '../../support/wire-server.js';

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

let program = '';
beforeAll(async () => {
  program = await buildWorker('test/core/client/one-request-worker.ts');
});

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
