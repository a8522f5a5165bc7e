import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { chmod, chown, cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scenarioSteps } from '../../../../src/apps/demo/run-scenario.js';
import { createManagementClient } from '../../../../src/core/client/management-client.js';
import { createControlClient } from '../../../../src/service/index.js';
import { onTestFinished, useConcurrentTests } from '../../../support/concurrent-tests.js';
import { sampleSeed } from '../../../support/sample-database.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { account, asAccount, CREATE, expectFailure, jsonLines, type Running, useFleetglass } from '../command.js';
import { runHere, startHere } from '../run-here.js';
import { scaled } from '../../../support/scale.js';

const fleetglass = await useFleetglass();
useConcurrentTests();

const SERVE = ['serve', '--port', '0', '--redis', 'off', '--json'];

interface Listening {
  readonly url: string;
  readonly port: number;
}

/** Starts a service and waits until it listens. @param start in this process, or in its own */
async function serve(args: readonly string[] = [], env = {}, start = startHere): Promise<Running & Listening> {
  const running = start([...SERVE, ...args], { ...asAccount(), ...env });
  return { ...running, ...(JSON.parse(await running.printed(/\n/)) as Listening) };
}

async function stop(running: Running): Promise<void> {
  expect(await running.endBy('SIGTERM')).toMatchObject({ exitCode: 0, stderr: '' });
}

describe.concurrent('fleetglass serve', () => {
  it.each([
    ['serves the account of the environment, and ignores unknown fields of a create', [], 200, 'SIGINT'],
    ['refuses unknown fields of a create with --strict', ['--strict'], 400, 'SIGHUP'],
  ] as const)('%s, until a signal', async (_, args, status, signal) => {
    const service = await serve(args);
    const client = createManagementClient({ baseUrl: service.url, credentials: account });
    expect(await client.listVectorIndices()).toEqual([]);
    const body = '{"database_name":"a","platform":"aws","primary_region":"eu-west-1","surplus":1}';
    const authorization = `Basic ${Buffer.from(`${account.username}:${account.password}`).toString('base64')}`;
    const init = { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body };
    expect((await fetch(`${service.url}/v2/redis/database`, init)).status).toBe(status);
    service.kill(signal);
    const stdout = `${JSON.stringify({ url: service.url, port: service.port })}\n`;
    expect(await service.ended).toEqual({ exitCode: 0, stdout, stderr: '' });
  });

  it('continues when its output pipe is closed', async () => {
    const service = await serve([], {}, fleetglass.start);
    service.stdout.destroy();
    const client = createManagementClient({ baseUrl: service.url, credentials: account });
    expect(await client.listVectorIndices()).toEqual([]);
    await stop(service);
    await expect(client.listVectorIndices()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('prints the ids of what it made from a seed, and again after a reset, and keeps them in a directory', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'seed.json');
    const { databases } = sampleSeed('or\u001bders', 'sessions');
    const indices = [{ id: 'i1', name: 'articles' }];
    await writeFile(file, JSON.stringify({ databases, indices }));
    const env = { FLEETGLASS_CONTROL_TOKEN: 'canary-token' };
    const args = ['--seed', file, '--directory', join(folder, 'fleet')];
    const other = await serve();
    const busy = await runHere(['serve', '--redis', 'off', ...args, '--port', String(other.port)], asAccount());
    expectFailure(busy, 1, 'in use');
    await stop(other);
    const service = await serve(args, env);
    const control = createControlClient({ baseUrl: service.url, token: 'canary-token' });
    const madeNow = async () => {
      const ids = new Map((await control.databases.list()).map((kept) => [kept['database_name'], kept['database_id']]));
      return { databases: databases.map(({ database_name: name }) => ({ id: ids.get(name), name })), indices };
    };
    const first = await madeNow();
    expect(service).toMatchObject({ seeded: first });
    await control.reset();
    const second = await madeNow();
    const lines = (await service.printed(/\n[^\n]+\n/)).split('\n');
    expect(JSON.parse(lines[1] ?? '')).toEqual({ seeded: second });
    expect(second.databases[0]?.id).not.toBe(first.databases[0]?.id);
    await stop(service);
    expect((await service.ended).stdout).not.toContain('canary-token');

    // A damaged directory is repaired.
    await rm(join(folder, 'fleet', 'records', 'journal-a.jsonl'));
    const again = await serve(args, env);
    expect(again).not.toHaveProperty('seeded');
    const client = createManagementClient({ baseUrl: again.url, credentials: account });
    const id = String(second.databases[0]?.id);
    expect(await client.getDatabase(id)).toMatchObject({ database_id: id, database_name: databases[0]?.database_name });
    const { stderr } = await again.endBy('SIGTERM');
    expect(stderr).toContain('A file of the journal was damaged or missing');
    const notice = 'The directory had its seed before, so this seed is not used.';
    expect(stderr.split('\n')).toContain(JSON.stringify({ notice }));

    const forPeople = startHere(['serve', '--port', '0', '--redis', 'off', '--seed', file], asAccount());
    const printed = await forPeople.printed(/Ctrl-C/);
    expect(printed).toMatch(/control API +off; set FLEETGLASS_CONTROL_TOKEN to enable it/);
    expect(printed).toMatch(
      /Created from the seed:\n\n {2}\S+ +database +or\\u001bders\n {2}\S+ +database +sessions\n {2}i1 +index +articles\n/,
    );
  });

  it('listens on a free port if the usual port is in use, and says so', async () => {
    const holder = createServer().on('error', () => {});
    onTestFinished(() => void holder.close());
    // If another program has the port, it is in use too.
    await new Promise((resolve) => holder.once('error', resolve).listen(4870, '127.0.0.1', () => resolve(undefined)));
    const running = startHere(['serve', '--redis', 'off', '--json'], asAccount());
    const { port } = JSON.parse(await running.printed(/\n/)) as Listening;
    const { exitCode, stderr } = await running.endBy('SIGTERM');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stderr)).toEqual({ notice: `Port 4870 is in use. The service uses port ${port}.` });
  });
});

const MINUTE_MS = 60_000;
const DEMO = ['demo', '--port', '0', '--redis', 'off'];

type Line = Readonly<Record<string, unknown>> & { readonly at: string; readonly event: string };

describe('fleetglass demo, without a terminal', () => {
  it('prints what it does, is found by other commands, and ends with 130 at Ctrl-C', async () => {
    const { env: session, folder } = await user();
    const env = { HOME: await temporaryFolder(), ...session };
    const running = startHere([...DEMO, '--databases', '40'], env);
    await running.printed(/is-created.*\n/);
    expect(await runHere(['indices', '--local'], env)).toMatchObject({ exitCode: 0 });
    // The demonstration keeps nothing on this machine, so a word is an id.
    const opened = await runHere(['open', 'db-1'], env);
    expect(opened).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/#\/databases\/db-1\n$/) as string });
    const { exitCode, stdout } = await running.endBy('SIGINT');
    expect(exitCode).toBe(130);
    expect(await readdir(folder)).toEqual([]);
    const lines = jsonLines<Line>(stdout);
    expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => new Date(at).toISOString()).toSorted());
    // The address of the page is the first that it says.
    expect(lines[0]).toMatchObject({ event: 'dashboard', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/) });
    expect(stdout).not.toMatch(/password|token|authorization/i);
  });

  // Plays the script in real time. test/apps/demo/run-scenario.test.ts plays it on a clock of its own.
  it.each(scaled({ short: [], long: [DEMO] }))(
    'shows every step of its script, and ends with 0',
    async (...args) => {
      const { exitCode, stdout, stderr } = await fleetglass.run(args);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      const lines = jsonLines<Line>(stdout);
      const steps = scenarioSteps.map(({ step }) => expect.objectContaining({ event: 'step', step }) as Line);
      expect(lines).toEqual(expect.arrayContaining(steps));
      expect(lines.at(-1)).toMatchObject({ event: 'end' });
    },
    MINUTE_MS,
  );

  it('ends with 0 before the end of its script when the reader of its output is gone', async () => {
    const before = performance.now();
    expect(await fleetglass.runInto('head -n 1', DEMO)).toMatchObject({ exitCode: 0, stderr: '' });
    // Its script takes longer.
    expect(performance.now() - before).toBeLessThan(10_000);
  });
});

/** The environment of a user with a runtime directory, as in a login session. */
async function user(): Promise<{ env: NodeJS.ProcessEnv; folder: string }> {
  const runtime = await temporaryFolder();
  return { env: { XDG_RUNTIME_DIR: runtime }, folder: join(runtime, 'fleetglass', 'services') };
}

/** Listens as another program, and records its connections. */
async function trap(port: number): Promise<{ readonly connections: string[] } | undefined> {
  const connections: string[] = [];
  const server = createServer((socket) => {
    const at = connections.push('') - 1;
    socket.on('data', (chunk) => (connections[at] += chunk.toString('latin1'))).on('error', () => {});
  });
  onTestFinished(() => void server.close());
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  return isListening ? { connections } : undefined;
}

it('a command without an address sends nothing to the default port, and prints how to pass an address', async () => {
  // If another program has the port, `trap` returns nothing, and only the message is checked.
  const trapped = await trap(4870);
  const ended = await runHere(CREATE, asAccount());
  expectFailure(ended, 2, /No address of the service\. Pass --base-url, set FLEETGLASS_BASE_URL, .* --local/);
  expect(trapped?.connections ?? []).toEqual([]);
});

describe('--local', () => {
  it('uses the service and the account of `serve`, by a private file, and ignores the environment', async () => {
    const { env, folder } = await user();
    const running = await serve([], env);
    const { port, url } = running;
    const path = join(folder, `${port}.json`);
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600');
    expect(((await stat(folder)).mode & 0o777).toString(8)).toBe('700');
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ url, pid: running.pid, credentials: account });
    const other = { ...asAccount('http://127.0.0.1:1'), FLEETGLASS_USERNAME: 'other' };
    for (const variables of [env, { ...other, ...env }]) {
      const created = await runHere([...CREATE, '--local'], variables);
      expect(created).toMatchObject({ exitCode: 0 });
      expect(created.stderr).toContain('fleetglass get --show-secrets --local \\\n');
      expect(await runHere(['indices', '--json', '--local'], variables)).toMatchObject({ stdout: '[]\n' });
    }
    await running.endBy('SIGINT');
    expect(await readdir(folder)).toEqual([]);
    expectFailure(await runHere(['indices', '--local'], env), 2, 'No local service of this user runs');
  });

  it('lists the services if several run, and uses the one with the address --base-url', async () => {
    const { env } = await user();
    const both = [await serve([], env), await serve([], env)];
    const refused = await runHere(['indices', '--local'], env);
    expectFailure(refused, 2, /Several local services run: .* Choose one of them with --base-url/);
    for (const { url } of both) {
      expect(refused.stderr.replaceAll('\n', ' ')).toContain(url);
      const created = await runHere([...CREATE, '--local', '--base-url', url], env);
      expect(created).toMatchObject({ exitCode: 0 });
      expect(created.stderr).toContain(`fleetglass get --show-secrets --local --base-url ${url} \\\n`);
      const byName = ['indices', '--local', '--base-url', url.replace('127.0.0.1', 'localhost')];
      expect(await runHere(byName, env)).toMatchObject({ exitCode: 0 });
    }
    const none = await runHere(['indices', '--local', '--base-url', 'http://127.0.0.1:1234'], env);
    expectFailure(none, 2, 'No local service runs at http://127.0.0.1:1234');
    await Promise.all(both.map((each) => each.endBy('SIGTERM')));
  });

  it('sends nothing to another process on the port of a killed service', async () => {
    const { env, folder } = await user();
    const running = await serve([], env, fleetglass.start);
    const { port, url } = running;
    await running.endBy('SIGKILL');
    const trapped = await trap(port);
    for (const options of [['--local'], ['--local', '--base-url', url]]) {
      const ended = await runHere(['indices', ...options], env);
      expectFailure(ended, 2, 'No local service');
    }
    // Another process has the id of the killed process.
    const path = join(folder, `${port}.json`);
    await writeFile(path, (await readFile(path, 'utf8')).replace(`"pid":${running.pid}`, `"pid":${process.pid}`));
    expectFailure(await runHere(['indices', '--local'], env), 2, 'No local service');
    expect(trapped?.connections).toEqual([]);

    const next = await serve([], env);
    expect(await readdir(folder)).toEqual([`${next.port}.json`]);
    await next.endBy('SIGTERM');
  });

  it('finds that a service has ended where the system has no start times of processes, as on Windows', async () => {
    const { env, folder } = await user();
    const { pid } = spawnSync('true');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const entry = { version: 1, pid, process: '', url: 'http://127.0.0.1:1234', credentials: account };
    await writeFile(join(folder, '1234.json'), JSON.stringify(entry), { mode: 0o600 });
    expectFailure(await runHere(['indices', '--local'], env), 2, 'No local service');
  });

  /** Each changes a copy of the file of a service. */
  const harms: [string, (path: string, original: string) => Promise<void>, RegExp][] = [
    ['a file that others can read', (path) => chmod(path, 0o644), /is open to other users \(mode 644\)/],
    ['a folder that others can open', (path) => chmod(join(path, '..'), 0o755), /folder that is open to other users/],
    ['a symbolic link', (path, original) => rm(path).then(() => symlink(original, path)), /is a symbolic link/],
    ['a directory', (path) => rm(path).then(() => mkdir(path)), /is not a file/],
    ['a damaged file', (path) => writeFile(path, '{"password":"canary'), /is damaged/],
    [
      'an address of another machine',
      async (path) => writeFile(path, (await readFile(path, 'utf8')).replace('127.0.0.1', 'evil.example')),
      /is damaged/,
    ],
  ];
  if (process.getuid?.() === 0)
    harms.push(['a file of another user', (path) => chown(path, 1, 1), /belongs to another user/]);

  it('refuses each file that another user could have written, and each damaged one', async () => {
    const { env, folder: served } = await user();
    const running = await serve([], env);
    for (const [what, harm, message] of harms) {
      const { env: other, folder } = await user();
      await cp(served, folder, { recursive: true });
      await chmod(folder, 0o700);
      const name = `${running.port}.json`;
      await harm(join(folder, name), join(served, name));
      const ended = await runHere(['indices', '--local'], other);
      const said = ended.stderr.replaceAll('\n', ' ');
      expect({ what, said }).toEqual({ what, said: expect.stringMatching(message) as string });
      expectFailure(ended, 2);
    }
    await running.endBy('SIGTERM');
  });

  it('is not required to serve: `serve` prints a notice if it cannot write the file', async () => {
    const home = await temporaryFolder();
    await writeFile(join(home, 'file'), '');
    const running = await serve([], { HOME: join(home, 'file') });
    const { exitCode, stderr } = await running.endBy('SIGTERM');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stderr)).toEqual({
      notice: expect.stringMatching(/^--local cannot find this service: .*ENOTDIR/),
    });
  });
});
