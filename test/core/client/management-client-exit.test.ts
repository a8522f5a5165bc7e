import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { databaseText } from '../../support/requests.js';
import { httpAnswer, startWireServer, type Script } from '../../support/wire-server.js';

const client = new URL('../../../src/core/client/management-client.ts', import.meta.url).href;

/** Sends one request and prints the outcome. The test waits for the process to exit by itself. */
const program = (options: string): string => `
  import { createManagementClient } from ${JSON.stringify(client)};
  const client = createManagementClient({ baseUrl: process.env.URL, ${options} });
  const signal = new AbortController().signal;
  client.getDatabase('db-1', { signal }).then(
    (record) => console.log(record.database_id),
    (error) => console.log(error.code),
  );
`;

async function outputOf(script: Script, options: string): Promise<string> {
  // A server that keeps every connection alive, and announces an hour.
  await using server = await startWireServer(script);
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program(options)], {
    env: { ...process.env, URL: server.url },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process that does not exit is killed, which its exit code shows.
    timeout: 15_000,
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(code).toBe(0);
  return output.trim();
}

const keepAlive = { connection: 'keep-alive', 'keep-alive': 'timeout=3600' };

test.concurrent.each<[string, string, Script, string]>([
  ['an answer', 'db-1', (wire) => wire.send(httpAnswer(200, databaseText, keepAlive)), ''],
  [
    'an answer that is not read',
    'bad-response',
    (wire) => wire.send(httpAnswer(200, 'x', { ...keepAlive, 'content-type': 'text/html' })),
    '',
  ],
  [
    'an answer that never ended',
    'timeout',
    (wire) => wire.send(httpAnswer(200, '{', { ...keepAlive, 'content-length': '9' })),
    'timeoutMs: 500',
  ],
])('a process ends by itself after %s', async (_, expected, script, options) => {
  expect(await outputOf(script, options)).toBe(expected);
});
