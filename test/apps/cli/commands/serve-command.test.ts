import { createServer } from 'node:net';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createManagementClient } from '../../../../src/core/client/management-client.js';
import { createControlClient } from '../../../../src/service/index.js';
import { onTestFinished, useConcurrentTests } from '../../../support/concurrent-tests.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { startWireServer } from '../../../support/wire-server.js';
import { account, asAccount, expectFailure, type Running, useFleetglass } from '../command.js';
import { runHere, startHere } from '../run-here.js';
import { scaled } from '../../../support/scale.js';

const fleetglass = useFleetglass();
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
  running.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ exitCode: 0, stderr: '' });
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

  it('reports the wrong field of an invalid seed', async () => {
    const file = join(await temporaryFolder(), 'seed.json');
    await writeFile(file, '{"indices":[{"name":7}]}');
    expectFailure(await runHere([...SERVE, '--seed', file], asAccount()), 2, 'indices[0].name');
  });

  it('prints the ids of what it made from a seed, and again after a reset, and keeps them in a directory', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'seed.json');
    const [one, two] = ['or\u001bders', 'sessions'].map((name) => ({
      ...{ database_name: name, platform: 'aws', primary_region: 'eu-west-1' },
    }));
    await writeFile(file, JSON.stringify({ databases: [one, two], indices: [{ id: 'i1', name: 'articles' }] }));
    const env = { FLEETGLASS_CONTROL_TOKEN: 'canary-token' };
    const args = ['--seed', file, '--directory', join(folder, 'fleet')];
    const service = await serve(args, env);
    const control = createControlClient({ baseUrl: service.url, token: 'canary-token' });
    const madeNow = async () => {
      const ids = new Map((await control.databases.list()).map((kept) => [kept['database_name'], kept['database_id']]));
      const databases = [one, two].map((record) => ({
        id: ids.get(record?.database_name),
        name: record?.database_name,
      }));
      return { databases, indices: [{ id: 'i1', name: 'articles' }] };
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
    const records = join(folder, 'fleet', 'records');
    await rm(join(records, 'journal-a.jsonl'));
    const again = await serve(args, env);
    expect(again).not.toHaveProperty('seeded');
    const client = createManagementClient({ baseUrl: again.url, credentials: account });
    const id = String(second.databases[0]?.id);
    expect(await client.getDatabase(id)).toMatchObject({ database_id: id, database_name: one?.database_name });
    for (const name of await readdir(records)) expect((await stat(join(records, name))).mode & 0o077).toBe(0);
    again.kill('SIGTERM');
    const { stderr } = await again.ended;
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
    running.kill('SIGTERM');
    const { exitCode, stderr } = await running.ended;
    expect(exitCode).toBe(0);
    expect(JSON.parse(stderr)).toEqual({ notice: `Port 4870 is in use. The service uses port ${port}.` });
  });

  it('ends with 1 and the reason if its port is in use', async () => {
    await using server = await startWireServer(() => {});
    const refused = await runHere(['serve', '--port', String(server.port), '--redis', 'off'], asAccount());
    expectFailure(refused, 1, /in use.*--port/);
  });

  it.each([
    [['--port', '65536'], {}, 'from 0 to 65535'],
    [['--port', '6667'], {}, 'refuse requests to this port'],
    [['--redis', 'maybe'], {}, 'auto, on, off'],
    [['--seed', '/no/such/file'], {}, 'cannot be read'],
    [[], { FLEETGLASS_PASSWORD: '' }, 'FLEETGLASS_PASSWORD is not set'],
    [[], { FLEETGLASS_CONTROL_TOKEN: 'two words' }, 'controlToken'],
  ])('ends with 2 for wrong usage: %j %j', async (args, env, message) => {
    expectFailure(await runHere([...SERVE, ...args], { ...asAccount(), ...env }), 2, message);
  });
});

const MINUTE_MS = 60_000;
const DEMO = ['demo', '--port', '0', '--redis', 'off'];

type Line = Readonly<Record<string, unknown>> & { readonly at: string; readonly event: string };

const linesOf = (stdout: string): Line[] =>
  stdout
    .slice(0, stdout.lastIndexOf('\n'))
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

describe('fleetglass demo, without a terminal', () => {
  it('prints the progress of the first load and its page, and ends with 130 after an interruption', async () => {
    const env = { HOME: await temporaryFolder() };
    const running = startHere([...DEMO, '--databases', '40'], env);
    await running.printed(/is-created.*\n/);
    // The demonstration keeps nothing on this machine, so its page tells the names.
    const opened = await runHere(['open', 'page-cache-2'], env);
    expect(opened).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/#\/databases\/[\da-f-]{36}\n$/) as string,
    });
    running.kill('SIGINT');
    const { exitCode, stdout } = await running.ended;
    expect(exitCode).toBe(130);
    const lines = linesOf(stdout);
    expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => new Date(at).toISOString()).toSorted());
    const progress = lines.filter(({ event }) => event === 'progress');
    expect(progress.length).toBeGreaterThan(5);
    expect(progress.at(-1)).toMatchObject({ loaded: 40, known: 40 });
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
      const lines = linesOf(stdout);
      expect(lines.filter(({ event }) => event === 'step').every(({ ok }) => ok === true)).toBe(true);
      expect(lines.at(-1)).toMatchObject({ event: 'end', ok: true });
    },
    MINUTE_MS,
  );

  it('ends with 0 before the end of its script when the reader of its output is gone', async () => {
    const before = performance.now();
    expect(await fleetglass.runInto('head -n 1', DEMO)).toMatchObject({ exitCode: 0, stderr: '' });
    // Its script takes longer.
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  it.each(['-1', '10001'])('refuses to start with %s databases', async (count) =>
    expectFailure(await runHere(['demo', '--databases', count]), 2, 'from 0 to 10,000'),
  );
});
