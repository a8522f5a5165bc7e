import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startRedisServer } from '../../../support/redis-server.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { httpAnswer, startWireServer } from '../../../support/wire-server.js';
import { asAccount, expectFailure, useFleetglass } from '../command.js';
import { runHere } from '../run-here.js';

const fleetglass = useFleetglass();

const password = 'canary of the database';

/** A service that answers each read with one record. */
const serve = (record: object) =>
  startWireServer((wire) => wire.end(httpAnswer(200, JSON.stringify({ database_id: 'a', ...record }))));

/** A folder with a redis-cli that writes down its arguments, and then runs another command. */
async function recordArguments(then: string): Promise<{
  readonly path: string;
  readonly given: () => Promise<string>;
  readonly environment: () => Promise<string>;
}> {
  const folder = await temporaryFolder();
  const bin = join(folder, 'bin');
  await mkdir(bin);
  const script = `#!/bin/sh\nprintf '%s ' "$@" > '${folder}/arguments'\nenv > '${folder}/environment'\n${then}\n`;
  await writeFile(join(bin, 'redis-cli'), script);
  await chmod(join(bin, 'redis-cli'), 0o755);
  const read = (name: string) => (): Promise<string> => readFile(join(folder, name), 'utf8');
  return { path: `${bin}:${process.env['PATH']}`, given: read('arguments'), environment: read('environment') };
}

it('starts redis-cli with the password in its environment, and not in its arguments', async () => {
  const redis = await startRedisServer({ password });
  onTestFinished(() => redis.close());
  await using service = await serve({ endpoint: '127.0.0.1', port: redis.port, tls: false, password });
  const { path, given, environment } = await recordArguments('exec /usr/bin/redis-cli "$@"');
  // A password for another database in the environment is replaced.
  const secrets = { FLEETGLASS_CONTROL_TOKEN: 'canary-1', FLEETGLASS_MONITOR_PASSWORD: 'canary-2' };
  const env = { ...asAccount(service.url), ...secrets, PATH: path, REDISCLI_AUTH: 'other', VALKEYCLI_AUTH: 'other' };
  const ended = await fleetglass.run(['connect', 'a', '--', 'PING'], env);
  expect(ended).toEqual({ exitCode: 0, stdout: 'PONG\n', stderr: '' });
  expect(await given()).toBe(`-h 127.0.0.1 -p ${redis.port} PING `);
  const variables = await environment();
  expect(variables.match(/^(?:REDIS|VALKEY)CLI_AUTH=.*$/gm)?.toSorted()).toEqual([
    `REDISCLI_AUTH=${password}`,
    `VALKEYCLI_AUTH=${password}`,
  ]);
  expect(variables).not.toMatch(/FLEETGLASS_|canary-/);
});

it('uses TLS unless the record says that there is none, and leaves out a foreign password', async () => {
  await using service = await serve({ endpoint: '127.0.0.1', port: 1 });
  const { path, given, environment } = await recordArguments('exit 1');
  const env = { ...asAccount(service.url), PATH: path, REDISCLI_AUTH: 'other' };
  const ended = await runHere(['connect', 'a', '--', 'PING'], env);
  expect(ended).toMatchObject({ exitCode: 1 });
  expect(ended.stderr).toContain('the service sends no password');
  expect(await given()).toBe('--tls --sni 127.0.0.1 -h 127.0.0.1 -p 1 PING ');
  expect(await environment()).not.toContain('CLI_AUTH');
});

it('adds the domain to an endpoint that is an identifier, and uses TLS', async () => {
  await using service = await serve({ endpoint: 'fox-1', port: 1, tls: true, password });
  const env = asAccount(service.url);
  expectFailure(await runHere(['connect', 'a'], env), 2, 'The endpoint fox-1 is an identifier');
  const { path, given } = await recordArguments('exit 1');
  const domain = ['--endpoint-domain', 'invalid.example'];
  const failed = await runHere(['connect', 'a', ...domain, '--', 'PING'], { ...env, PATH: path });
  expect(failed.exitCode).toBe(1);
  expect(failed.stderr).toContain('error: redis-cli ended with exit code 1');
  expect(await given()).toBe('--tls --sni fox-1.invalid.example -h fox-1.invalid.example -p 1 PING ');
});

it('refuses an endpoint that a client would take for an option, and says which client is missing', async () => {
  await using hostile = await serve({ endpoint: '--eval', port: 1, password });
  expectFailure(await runHere(['connect', 'a'], asAccount(hostile.url)), 3, 'no endpoint and port');
  await using service = await serve({ endpoint: '127.0.0.1', port: 1, password });
  const PATH = await temporaryFolder();
  const absent = await runHere(['connect', 'a', '--', '--json'], { ...asAccount(service.url), PATH });
  expect(absent.exitCode).toBe(1);
  expect(absent.stderr).toContain('error: redis-cli and valkey-cli are not installed');
});
