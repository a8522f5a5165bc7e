import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../support/eventually.js';
import { startRedisServer } from '../../../support/redis-server.js';
import { sampleVectorIndices } from '../../../support/sample-vector-indices.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { httpAnswer, startWireServer, type Script } from '../../../support/wire-server.js';
import { brokenLines } from '../render/broken-lines.js';
import { asAccount, CREATE, expectFailure, useFleetglass } from '../command.js';
import { useService } from '../local-service.js';
import { runHere, startHere } from '../run-here.js';

const fleetglass = await useFleetglass();
const service = await useService({ seed: { indices: [{ name: 'articles' }, { name: 'products' }] } });

/** Runs the command against a server with the given script. */
async function against(script: Script, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  await using server = await startWireServer(script);
  const ended = await runHere(args, { ...asAccount(server.url), ...env });
  return { ...ended, requests: server.requests };
}

const answering =
  (status: number, body = '', headers = {}): Script =>
  (wire) =>
    wire.end(httpAnswer(status, body, headers));

describe('fleetglass create, get and indices', () => {
  it('creates a database from its options, and reads it back', async () => {
    const regions = ['--read-region', 'us-east-1', '--read-region', 'ap-south-1'];
    const args = [...CREATE, ...regions, '--plan', 'payg', '--budget', '20'];
    const created = await runHere([...args, '--eviction', '--tls', '--json'], asAccount(service.baseUrl));
    expect(created).toMatchObject({ exitCode: 0, stderr: '' });
    const record = JSON.parse(created.stdout) as { database_id: string };
    expect(record).toMatchObject({
      database_name: 'sessions',
      primary_region: 'eu-west-1',
      read_regions: ['us-east-1', 'ap-south-1'],
      type: 'payg',
      budget: 20,
      eviction: true,
      tls: true,
    });
    const read = await runHere(['get', record.database_id], asAccount(service.baseUrl));
    expect(read).toMatchObject({ exitCode: 0, stderr: '' });
    expect(read.stdout).toContain(`  Id                       ${record.database_id}\n`);
  });

  it('sends exactly the given fields, also those that are false', async () => {
    const echo: Script = (wire) => wire.end(httpAnswer(200, '{"database_id":"1"}'));
    const plain = await against(echo, CREATE);
    expect(JSON.parse(plain.requests[0]?.body ?? '')).toEqual({
      database_name: 'sessions',
      platform: 'aws',
      primary_region: 'eu-west-1',
    });
    const printed = await against(echo, [...CREATE, '--no-tls', '--no-eviction', '--budget', '0']);
    expect(JSON.parse(printed.requests[0]?.body ?? '')).toMatchObject({ tls: false, eviction: false, budget: 0 });
  });

  it('warns of regions of another platform, and sends them unchanged', async () => {
    const args = ['create', '--name', 'a', '--platform', 'gcp', '--region', 'us-east-1', '--read-region', 'eu-west-1'];
    const words = await against(answering(200, '{"database_id":"1"}'), args);
    expect(words.exitCode).toBe(0);
    expect(words.stderr).toContain('warning: us-east-1, eu-west-1 are not regions of gcp, according to the name');
    expect(JSON.parse(words.requests[0]?.body ?? '')).toMatchObject({ platform: 'gcp', primary_region: 'us-east-1' });
    const json = await against(answering(200, '{"database_id":"1"}'), [...args, '--json']);
    expect(JSON.parse(json.stderr.split('\n')[0] ?? '')).toEqual({
      warning: expect.stringMatching(/^us-east-1, eu-west-1 are not regions of gcp/) as unknown,
    });
  });

  it('prints all digits of an int64 as JSON and for people, without a warning', async () => {
    const record = '{"database_id":"1","db_request_limit":8024278031528736858}';
    const json = await against(answering(200, record), ['get', '1', '--json']);
    expect(json.stdout).toContain('"db_request_limit": 8024278031528736858');
    expect(json.stderr).not.toContain('rounded');
    const table = await against(answering(200, record), ['get', '1']);
    expect(table.stdout).toContain('8,024,278,031,528,736,858');
    expect(table.stderr).not.toContain('rounded');
  });

  it('warns of drift on stderr, in words or as JSON', async () => {
    const [index] = sampleVectorIndices(1);
    const odd = JSON.stringify([{ ...index, region: 'mars-1' }]);
    const words = await against(answering(200, odd), ['indices']);
    expect(words.exitCode).toBe(0);
    expect(words.stderr).toContain('[0].region: unknown-value, expected');
    expect(words.stderr).not.toContain('mars');
    const many = JSON.stringify(
      Array.from({ length: 100 }, (_, at) => ({ ...index, id: String(at), region: 'mars-1' })),
    );
    expect((await against(answering(200, many), ['indices'])).stderr).toMatch(/and 95 more; --json lists them all\n$/);
    const json = await against(answering(200, odd), ['indices', '--json']);
    expect(JSON.parse(json.stderr)).toMatchObject({ drift: [{ path: '[0].region', kind: 'unknown-value' }] });
    expect(JSON.parse(json.stdout)).toMatchObject([{ region: 'mars-1' }]);
  });

  it('escapes control characters in every answer of the service', async () => {
    const evil = String.raw`\u001b]0;pwned\u0007\u001b[2J\u009b31m\r\n\u202e`;
    const record = `{"database_id":"1","database_name":"${evil}","endpoint":"${evil}","${evil}":"${evil}","state":"${evil}","modifying_state":"${evil}"}`;
    // The creates keep the id that the list reads.
    const env = { FLEETGLASS_STATE: join(await temporaryFolder(), 'state') };
    const commands = [['get', '1'], ['get', '1', '--json'], CREATE, [...CREATE, '--json'], ['list', '--refresh']];
    for (const args of commands) {
      const { exitCode, stdout, stderr } = await against(answering(200, record), args, env);
      expect(exitCode).toBe(0);
      expect((stdout + stderr).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    }
    const listed = await against(answering(200, `[{"id":"1","name":"${evil}","region":"${evil}"}]`), ['indices']);
    expect((listed.stdout + listed.stderr).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    const wrong = await runHere(['create', '--platform', '\u001b[31m\u202e']);
    expect(wrong.stderr.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    const refused = await against(answering(400, `{"error":"${evil}"}`), ['indices']);
    expect(refused.stderr.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});

describe('secrets', () => {
  const canary = 'canary-5e1d';
  const record = JSON.stringify({
    database_id: '1',
    password: canary,
    rest_token: canary,
    read_only_rest_token: null,
    redis_url: `redis://default:${canary}@db.example.com:6379`,
    snippet: `curl -H 'Authorization: Bearer ${canary}'`,
    novel: { deep: [{ some_secret: canary, TOKEN: canary, user_password: canary }] },
  });

  it.each([
    ['get', ['get', '1']],
    ['get --json', ['get', '1', '--json']],
    ['create', CREATE],
    ['create --json', [...CREATE, '--json']],
  ])('and their copies are hidden by %s, and shown on request', async (_, args) => {
    const hidden = await against(answering(200, record), args);
    expect(hidden.stdout + hidden.stderr).not.toContain(canary);
    expect(hidden.stdout).toContain('redis://db.example.com:6379');
    const shown = await against(answering(200, record), [...args, '--show-secrets']);
    expect(shown.stdout).toContain(canary);
    expect(shown.stdout).not.toContain('••••');
  });

  it('are masked in a table, left out of JSON, and requested with --show-secrets only', async () => {
    const table = await against(answering(200, record), ['get', '1']);
    expect(table.requests[0]?.target).toBe('/v2/redis/database/1?credentials=hide');
    expect(table.stdout).toMatch(/^ +Password +••••$/m);
    expect(table.stdout).toMatch(/^ +Read-only REST token +–$/m);
    expect(table.stdout).toMatch(/^ +novel\.deep\[0\]\.TOKEN +••••$/m);
    const json = await against(answering(200, record), ['get', '1', '--json']);
    expect(json.stdout).not.toMatch(/••••|password|token/i);
    const shown = await against(answering(200, record), ['get', '1', '--show-secrets']);
    expect(shown.requests[0]?.target).toBe('/v2/redis/database/1');
  });

  it('of indices are left out with their copies, and shown with --show-secrets', async () => {
    const indices = `[{"id":"1","token":"${canary}","read_only_token":"${canary}"}]`;
    const copies = JSON.stringify([{ id: '1', name: `t ${canary}`, token: canary, dimension_count: 3 }]);
    const hidden = await against(answering(200, copies), ['indices', '--json']);
    expect(JSON.parse(hidden.stdout)).toEqual([{ id: '1', name: '[redacted]', dimension_count: 3 }]);
    expect((await against(answering(200, copies), ['indices'])).stdout).not.toContain(canary);
    const shown = await against(answering(200, indices), ['indices', '--json', '--show-secrets']);
    expect(JSON.parse(shown.stdout)).toEqual([{ id: '1', token: canary, read_only_token: canary }]);
    const table = await against(answering(200, indices), ['indices', '--show-secrets']);
    expect(table.stdout.split(canary)).toHaveLength(3);
  });

  it('are followed after a create by a command that shows them and is safe to paste', async () => {
    const { stderr } = await against(answering(200, '{"database_id":"a1","password":"x"}'), CREATE);
    expect(stderr).toContain('\n  fleetglass get --show-secrets \\\n    a1\n');
    const evil = await against(answering(200, '{"database_id":"$(reboot)","password":"x"}'), CREATE);
    expect(evil.stderr).toContain('\n  fleetglass get --show-secrets \\\n    <id>\n');
    await using server = await startWireServer(answering(200, '{"database_id":"a1","password":"canary"}'));
    const byOption = await runHere([...CREATE, '--base-url', server.url], asAccount());
    expect(byOption.stderr).toContain(`--show-secrets --base-url ${server.url} \\\n    a1\n`);
  });
});

describe('exit codes and errors', () => {
  it.each([
    ['refused credentials', 401, 3],
    ['a redirect', 302, 3],
    ['a failing service', 503, 4],
  ])('ends with 3 or 4 for %s', async (_, status, exitCode) => {
    const ended = await against(answering(status, '{"error":"sent by the service"}'), ['indices']);
    expectFailure(ended, exitCode, 'sent by the service');
  });

  it.each([[['get', 'nope']], [['get', 'nope', '--json']], [['get', 'nope', '--watch']]])(
    'names the id that the service does not know, and what to do: %j',
    async (args) => {
      const ended = await runHere(args, asAccount(service.baseUrl));
      expectFailure(ended, 3, 'get-database: the service does not know the id nope (status 404)');
      if (!args.includes('--json')) expect(ended.stderr).toContain('Check the id');
    },
  );

  it('ends with 4 if no process listens, also for a create, which was not sent, and after the time limit', async () => {
    const server = await startWireServer(() => {});
    await server[Symbol.asyncDispose]();
    for (const args of [['indices'], CREATE])
      expectFailure(await runHere(args, asAccount(server.url)), 4, 'Check that the service runs');
    const ended = await against(() => {}, ['indices', '--timeout-ms', '50']);
    expectFailure(ended, 4, 'Increase the time limit with --timeout-ms');
  });

  it.each(['SIGINT', 'SIGHUP'] as const)('ends at %s with 5 if a database may exist', async (signal) => {
    await using server = await startWireServer(() => {});
    const running = startHere(CREATE, asAccount(server.url));
    await server.arrived();
    expectFailure(await running.endBy(signal), 5, 'Check before you create it again');
  });

  it('prints errors as one JSON document on stderr with --json', async () => {
    const refused = await against(answering(429, '{"error":"slow down"}', { 'retry-after': '7' }), [
      'indices',
      '--json',
    ]);
    expect(refused.stdout).toBe('');
    expect(JSON.parse(refused.stderr)).toMatchObject({
      error: { code: 'rate-limited', operation: 'list-vector-indices', status: 429, retryAfterMs: 7000 },
      exitCode: 3,
    });
    const words = await against(answering(429, '{}', { 'retry-after': '7' }), ['indices']);
    expect(words.stderr).toContain('Try again after 7 s.');
    const wrong = await runHere(['create', '--json', '--plan', 'huge']);
    expect(JSON.parse(wrong.stderr)).toMatchObject({ error: { code: 'usage' }, exitCode: 2 });
  });

  it('refuses credentials in arguments, and does not repeat them', async () => {
    const odd = `--password=can'ary\nsecond canary`;
    for (const args of [['--password=canary'], ['--password', 'canary'], ['-pcanary'], ['--user=me:canary'], [odd]]) {
      const ended = await runHere(['indices', ...args], asAccount(service.baseUrl));
      expect(ended.exitCode).toBe(2);
      expect(ended.stderr).toContain('never from an argument');
      expect(ended.stderr).not.toMatch(/can'?ary/);
    }
  });
});

it('a command ends without an error if its reader goes away', async () => {
  // More than the buffers between two processes hold.
  const name = 'n'.repeat(2 ** 20);
  await using server = await startWireServer(answering(200, `[{"id":"1","name":"${name}"}]`));
  const running = fleetglass.start(['indices', '--json'], asAccount(server.url));
  running.stdout.once('data', () => running.stdout.destroy());
  const { exitCode, stderr } = await running.ended;
  expect(exitCode).toBe(0);
  expect(stderr).not.toContain('EPIPE');
});

describe('help', () => {
  it('lists the exit codes of the program, and is printed without arguments, with exit code 2', async () => {
    const { exitCode, stdout, stderr } = await runHere(['--help']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    for (const code of ['0', '1', '2', '3', '4', '5', '130'])
      expect(stdout).toMatch(new RegExp(`^  ${code} +\\S`, 'm'));
    expect(brokenLines(stdout, 80)).toEqual([]);
    expectFailure(await runHere([]), 2, /^Usage: fleetglass/);
  });

  it('prints the version of the package', async () => {
    const { version } = (await import('../../../../package.json', { with: { type: 'json' } })).default;
    expect(await fleetglass.run(['--version'])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('fleetglass connect', () => {
  const password = 'canary of the database';

  /** A service that answers each read with one record. */
  const serving = (record: object) => startWireServer(answering(200, JSON.stringify({ database_id: 'a', ...record })));

  /** A folder with a redis-cli that writes down its arguments, and then runs another command. */
  async function recordArguments(then: string) {
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
    await using server = await serving({ endpoint: '127.0.0.1', port: redis.port, tls: false, password });
    const { path, given, environment } = await recordArguments('exec /usr/bin/redis-cli "$@"');
    // A password for another database in the environment is replaced.
    const secrets = { FLEETGLASS_CONTROL_TOKEN: 'canary-1', FLEETGLASS_MONITOR_PASSWORD: 'canary-2' };
    const env = { ...asAccount(server.url), ...secrets, PATH: path, REDISCLI_AUTH: 'other', VALKEYCLI_AUTH: 'other' };
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

  it.each([
    ['no password', {}],
    ['an empty password', { password: '' }],
  ])('uses TLS unless the record says that there is none, and no foreign password with %s', async (_, sent) => {
    await using server = await serving({ endpoint: '127.0.0.1', port: 1, ...sent });
    const { path, given, environment } = await recordArguments('exit 1');
    const env = { ...asAccount(server.url), PATH: path, REDISCLI_AUTH: 'other' };
    const ended = await runHere(['connect', 'a', '--', 'PING'], env);
    expect(ended).toMatchObject({ exitCode: 1 });
    expect(ended.stderr).toContain('the service sends no password');
    expect(await given()).toBe('--tls --sni 127.0.0.1 -h 127.0.0.1 -p 1 PING ');
    expect(await environment()).not.toContain('CLI_AUTH');
  });

  it('adds the domain to an endpoint that is an identifier, and uses TLS', async () => {
    await using server = await serving({ endpoint: 'fox-1', port: 1, tls: true, password });
    const env = asAccount(server.url);
    expectFailure(await runHere(['connect', 'a'], env), 2, 'The endpoint fox-1 is an identifier');
    const { path, given } = await recordArguments('exit 1');
    const domain = ['--endpoint-domain', 'invalid.example'];
    const failed = await runHere(['connect', 'a', ...domain, '--', 'PING'], { ...env, PATH: path });
    expect(failed.exitCode).toBe(1);
    expect(failed.stderr).toContain('error: redis-cli ended with exit code 1');
    expect(await given()).toBe('--tls --sni fox-1.invalid.example -h fox-1.invalid.example -p 1 PING ');
  });

  it('ends its client at SIGTERM, and fails if a signal that does not stop a program ends it', async () => {
    await using server = await serving({ endpoint: '127.0.0.1', port: 1, password });
    const { path } = await recordArguments('echo $$ > "$0.pid"; exec sleep 600');
    const running = startHere(['connect', 'a'], { ...asAccount(server.url), PATH: path });
    const pid = await eventually(async () => {
      const written = await readFile(`${path.split(':')[0]}/redis-cli.pid`, 'utf8');
      expect(written).toMatch(/^\d+\n$/);
      return Number(written);
    });
    expectFailure(await running.endBy('SIGTERM'), 130);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    const killed = await recordArguments('kill -KILL $$');
    const ended = await runHere(['connect', 'a'], { ...asAccount(server.url), PATH: killed.path });
    expectFailure(ended, 1, 'redis-cli ended with SIGKILL');
  });

  it('refuses an endpoint that a client would take for an option, and says which client is missing', async () => {
    await using hostile = await serving({ endpoint: '--eval', port: 1, password });
    expectFailure(await runHere(['connect', 'a'], asAccount(hostile.url)), 3, 'no endpoint and port');
    await using server = await serving({ endpoint: '127.0.0.1', port: 1, password });
    const PATH = await temporaryFolder();
    const absent = await runHere(['connect', 'a', '--', '--json'], { ...asAccount(server.url), PATH });
    expect(absent.exitCode).toBe(1);
    expect(absent.stderr).toContain('error: redis-cli and valkey-cli are not installed');
  });
});
