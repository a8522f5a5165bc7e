import { cp, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import type { DashboardUsage } from '../../../../src/apps/dashboard/server/usage-answers.js';
import { browse } from '../../../../src/apps/local-services/open-page.js';
import type { ActivityAnswer } from '../../../../src/format/activity.js';
import { useConcurrentTests } from '../../../support/concurrent-tests.js';
import { sampleSeed } from '../../../support/sample-database.js';
import { smallDisk } from '../../../support/small-disk.js';
import { startService } from '../../../support/start-service.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { httpAnswer, startWireServer } from '../../../support/wire-server.js';
import { create, post } from '../../dashboard/server/dashboard-under-test.js';
import { standInPage } from '../build-command.js';
import { account, asAccount, expectFailure, openPage, startProgram, useFleetglass, type Ended } from '../command.js';
import { useService } from '../local-service.js';
import { runHere, startHere } from '../run-here.js';
import { eventually } from '../../../support/eventually.js';

const fleetglass = await useFleetglass();
useConcurrentTests();

const seed = { ...sampleSeed('orders'), indices: [{ id: 'index-1', name: 'articles' }] };
const service = await useService({ seed });

type Opened = Awaited<ReturnType<typeof open>>;

/** Starts the command, and opens the printed address. @param start in this process, or in its own */
async function open(args: readonly string[], baseUrl = service.baseUrl, start = startHere) {
  // A directory of its own: the tests show different ids.
  const env = { ...asAccount(baseUrl), FLEETGLASS_STATE: join(await temporaryFolder(), 'state') };
  const running = start(['dashboard', '--port', '0', '--json', ...args], env);
  const { url } = JSON.parse(await running.printed(/\n/)) as { url: string };
  return { running, url, ask: await openPage(url) };
}

/** Sends a change of the kept ids, as the page does. */
const change = ({ ask }: Opened, ids: unknown): Promise<Response> => ask('/known', post(ids));

async function stop({ running }: Opened): Promise<string> {
  const ended = await running.endBy('SIGINT');
  expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
  return ended.stdout;
}

describe.concurrent('fleetglass dashboard', () => {
  it('serves the page and the fleet until it receives a signal, and prints what happens', async () => {
    const { id } = service;
    const args = [id, '--state', join(await temporaryFolder(), 'state')];
    const opened = await open(args, service.baseUrl, fleetglass.start);
    expect(await (await opened.ask('/')).text()).toBe(standInPage);
    expect(await (await opened.ask('/known')).json()).toMatchObject({
      ...{ service: service.baseUrl, ids: [id], mayCreate: true, keepsIds: true },
    });
    expect(await (await opened.ask(`/fleet/v2/redis/database/${id}`)).json()).toMatchObject({
      database_name: 'orders',
    });
    const { database_id: created } = (await (await opened.ask('/fleet/v2/redis/database', create)).json()) as {
      database_id: string;
    };
    const stdout = await stop(opened);
    const [first = '', second = '', third = ''] = stdout.split('\n');
    expect(first).toBe(JSON.stringify({ url: opened.url, port: Number(new URL(opened.url).port) }));
    // The address for another browser.
    expect((JSON.parse(second) as { next: string }).next).not.toBe(opened.url);
    expect(third).toBe(JSON.stringify({ created }));
    expect(stdout).not.toContain('canary');
  });

  it('has options to add the ids of a file, keep nothing, create nothing and read no usage', async () => {
    const file = join(await temporaryFolder(), 'ids.txt');
    await writeFile(file, 'one\r\n\n  two\nnamed\n');
    const options = ['--no-state', '--read-only', '--no-usage', '--base-url', service.baseUrl];
    const opened = await open(['named', '--ids', file, ...options]);
    const known: unknown = await (await opened.ask('/known')).json();
    expect(known).toMatchObject({
      ...{ ids: ['named', 'one', 'two'], keepsIds: false, mayCreate: false },
      commandArguments: ` --base-url ${service.baseUrl}`,
    });
    // Only a demonstration has a run.
    expect(known).not.toHaveProperty('run');
    expect((await change(opened, { add: ['a'] })).status).toBe(405);
    expect((await opened.ask('/fleet/v2/redis/database', create)).status).toBe(403);
    expect(await (await opened.ask('/usage')).json()).toMatchObject({ readings: [], sources: [] });
    await stop(opened);
  });

  it('keeps showing ids whose removal a full disk refuses', async ({ skip }) => {
    const disk = await smallDisk();
    if (disk === undefined) return skip('only root can make a small disk');
    const opened = await open(['--no-usage', '--state', join(disk.folder, 'state')]);
    // Their lines need more than the rest of the last page of a file.
    const ids = Array.from({ length: 200 }, (_, nth) => `id-${nth}`);
    expect((await change(opened, { add: ids })).status).toBe(200);
    await disk.fill();
    const removals = [ids.slice(0, 100), ids.slice(100, -1)].map((remove) => change(opened, { remove }));
    expect((await Promise.all(removals)).map(({ ok }) => ok)).toEqual([false, false]);
    const shown = (await (await opened.ask('/known')).json()) as { ids: string[] };
    expect(shown.ids.toSorted()).toEqual(ids.toSorted());
    await disk.makeRoom();
    expect(await (await change(opened, { remove: ids })).json()).toEqual({ ids: [] });
    expect(await (await change(opened, { add: ['id-1', 'id-0'] })).json()).toEqual({ ids: ['id-1', 'id-0'] });
    await opened.running.endBy('SIGINT');
  });

  it('shows the ids, the last records and the activity of earlier starts, also in an outage', async () => {
    const state = join(await temporaryFolder(), 'state');
    // Of its own, for the outage.
    await using failing = await startService({ credentials: account, seed });
    const { baseUrl: url, control: ofFailing, id: known } = failing;
    const first = await open([known, 'other', '--state', state], url);
    await first.ask(`/fleet/v2/redis/database/${known}`);
    await first.ask('/fleet/v2/vector/index');
    await ofFailing.databases.set(known, { state: 'suspended' });
    await first.ask(`/fleet/v2/redis/database/${known}`);
    expect(await (await change(first, { add: ['added'], remove: ['other'] })).json()).toEqual({
      ids: [known, 'added'],
    });
    const refused = await runHere(['dashboard', '--port', '0', '--state', state], asAccount(url));
    expectFailure(refused, 1, `The directory ${state} cannot be used: another process or store uses it`);
    await stop(first);
    const { stdout } = await runHere(['ids', 'export', '--state', state]);
    expect(stdout).toBe(`${known}\nadded\n`);
    await ofFailing.faults.inject({ kind: 'drop' });
    const second = await open(['--state', state], url);
    expect(await (await second.ask('/known?records')).json()).toMatchObject({
      ids: [known, 'added'],
      records: {
        databases: [
          { id: known, status: 'stale', record: { database_name: 'orders' }, confirmedAt: expect.any(Number) },
          { id: 'added' },
        ],
        indices: [{ id: 'index-1', record: { name: 'articles' }, confirmedAt: expect.any(Number) }],
      },
    });
    const { entries } = (await (await second.ask('/activity')).json()) as ActivityAnswer;
    const text = 'Became suspended, was active';
    expect(entries.filter((each) => each.text === text)).toMatchObject([{ id: known, name: 'orders' }]);
    await second.running.endBy('SIGINT');
    const kept = await readFile(join(state, 'activity.jsonl'), 'utf8');
    // In JSON the quotes of the password are escaped. It begins with this word.
    for (const secret of [account.username, 'canary']) expect(kept).not.toContain(secret);
  });

  it('keeps the id of a created database before the page gets it, also when the process is killed', async () => {
    const state = join(await temporaryFolder(), 'state');
    const opened = await open(['--state', state], service.baseUrl, fleetglass.start);
    const { database_id: id } = (await (await opened.ask('/fleet/v2/redis/database', create)).json()) as {
      database_id: string;
    };
    await opened.running.endBy('SIGKILL');
    const listed = await runHere(['list', '--json', '--state', state]);
    expect(JSON.parse(listed.stdout)).toMatchObject({ databases: [{ id }], unconfirmed: [] });
  });

  it('lists a create as unconfirmed whose answer did not arrive, and forgets a refused one', async () => {
    const state = join(await temporaryFolder(), 'state');
    await using server = await startWireServer((wire, _, count) => {
      if (count === 1) wire.end('HTTP/1.1 400 No\r\ncontent-length: 0\r\n\r\n');
      else wire.reset();
    });
    const opened = await open(['--state', state, '--no-usage'], server.url);
    expect((await opened.ask('/fleet/v2/redis/database', create)).status).toBe(400);
    expect((await opened.ask('/fleet/v2/redis/database', create)).status).toBe(502);
    expect(await opened.running.endBy('SIGTERM')).toMatchObject({ exitCode: 0 });
    const listed = await runHere(['list', '--json', '--state', state]);
    const { unconfirmed } = JSON.parse(listed.stdout) as { unconfirmed: object[] };
    expect(unconfirmed).toMatchObject([{ request: { database_name: 'sessions' } }]);
    expect(unconfirmed).toHaveLength(1);
  });

  it('prints a notice where classic-level is not installed, and keeps nothing', async () => {
    const folder = await temporaryFolder();
    await cp(join(fleetglass.file, '../../../..'), folder, { recursive: true });
    await mkdir(join(folder, 'node_modules'));
    for (const name of ['ofetch', 'valibot'])
      await symlink(join(fleetglass.file, '../../../../../..', name), join(folder, 'node_modules', name));
    const running = startProgram(join(folder, 'dist/apps/cli/main.js'), ['dashboard', 'a', '--port', '0', '--json'], {
      ...asAccount(service.baseUrl),
      FLEETGLASS_STATE: join(folder, 'state'),
    });
    await running.printed(/\n/);
    const { exitCode, stderr } = await running.endBy('SIGINT');
    expect(exitCode).toBe(0);
    // A notice about ioredis follows, if it is not installed and the signal does not come first.
    const [notice = ''] = stderr.split('\n', 1);
    expect(JSON.parse(notice)).toEqual({ notice: expect.stringContaining('npm install classic-level') as string });
  });

  it('prints the address to open, and repeated failures once', async () => {
    const statusOf = (path: string): number => (path.includes('index') ? 401 : 403);
    await using server = await startWireServer((wire, { target }) => wire.end(httpAnswer(statusOf(target))));
    const running = startHere(['dashboard', '--port', '0'], asAccount(server.url));
    const printed = await running.printed(/Ctrl-C/);
    expect(printed).toContain(`  account    ${account.username} at ${server.url}\n`);
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+/.exec(printed) ?? [];
    const ask = await openPage(url);
    for (const path of ['/fleet/v2/vector/index', '/fleet/v2/redis/database/x', '/fleet/v2/vector/index'])
      expect((await ask(path)).status).toBe(statusOf(path));
    const { exitCode, stderr, stdout } = await running.endBy('SIGTERM');
    expect(exitCode).toBe(0);
    expect(stderr.match(/note: .*40[13]/g)).toHaveLength(2);
    expect(stderr + stdout).not.toContain('canary');
  });
});

describe.runIf(inject('hasRedisServer'))('fleetglass dashboard, with real redis-servers', { concurrent: true }, () => {
  it('reads the usage of the databases, and keeps it for the next start', async () => {
    await using redis = await startService({ credentials: account, redis: 'on', seed: sampleSeed('carts') });
    const { baseUrl: url, id } = redis;
    const state = join(await temporaryFolder(), 'state');
    const usageOf = async ({ ask }: Opened): Promise<DashboardUsage> =>
      (await ask('/usage')).json() as Promise<DashboardUsage>;
    const opened = await open([id, '--state', state], url);
    const { readings, sources } = await eventually(async () => {
      const usage = await usageOf(opened);
      expect(usage).toMatchObject({
        readings: expect.arrayContaining([expect.objectContaining({ source: 'redis-info' })]),
      });
      return usage;
    });
    expect(readings.map(({ field, source }) => [field, source])).toContainEqual(['db_memory_threshold', 'redis-info']);
    expect(sources.map(({ name }) => name)).toEqual(['vector-info', 'redis-info']);
    await stop(opened);
    await redis.close();
    const next = await open(['--state', state], url);
    const { readings: kept } = await usageOf(next);
    const memory = (all: DashboardUsage['readings']) => all.find(({ field }) => field === 'db_memory_threshold');
    expect(memory(kept)).toMatchObject({ id, used: memory(readings)?.used });
    await stop(next);
  });
});

describe.concurrent('fleetglass open', () => {
  it('opens the running page at a database by its kept name, in a browser or as an address', async () => {
    const HOME = await temporaryFolder();
    const env = { ...asAccount(service.baseUrl), HOME, FLEETGLASS_STATE: join(HOME, 'state') };
    const { id } = service;
    await runHere(['ids', 'add', id], env);
    await runHere(['list', '--refresh'], env);
    const running = startHere(['dashboard', '--port', '0', '--json'], env);
    await running.printed(/\n/);
    // No account is needed: the page says where its ids are.
    const openIn = (args: readonly string[], others: NodeJS.ProcessEnv = {}): Promise<Ended> =>
      runHere(['open', ...args], { HOME, FLEETGLASS_STATE: '', ...others });
    const first = await eventually(async () => {
      const ended = await openIn(['ord']);
      expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
      return ended.stdout;
    });
    const said =
      /^Open this in a browser on this machine: (http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43})#\/databases\/(.+)\n$/;
    const [, address = '', shown] = said.exec(first) ?? [];
    expect(shown).toBe(id);
    expect((await openIn(['another'])).stdout).toContain('#/databases/another\n');
    const pages = join(HOME, '.local', 'state', 'fleetglass', 'pages');
    expect(await readdir(pages)).toHaveLength(1);
    const [file = ''] = await readdir(pages);
    expect((await stat(join(pages, file))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(pages, file), 'utf8')).not.toContain('canary');
    const status = await runHere(['status'], env);
    // Equal answers since then are not saved.
    const last = 'last change of a record seen \\d+ s ago\n';
    expect(status.stdout).toMatch(new RegExp(`✓ polling +a page at http://127\\.0\\.0\\.1:\\d+; ${last}`));
    // The address admits one browser. The next one gets another address.
    expect((await fetch(address, { redirect: 'manual' })).status).toBe(303);
    const browser = join(HOME, 'xdg-open');
    const script = '#!/bin/sh\nenv > "$HOME/environment"\nprintf %s "$*" > "$HOME/opened"\n';
    await writeFile(browser, script, { mode: 0o755 });
    const PATH = `${HOME}${delimiter}${process.env['PATH']}`;
    const session = { DISPLAY: ':0', XDG_CURRENT_DESKTOP: 'GNOME', PATH };
    const screen = { ...asAccount(), ...session, WEBHOOK_TOKEN: 'canary-of-the-webhook' };
    const next = await eventually(async () => {
      expect(await openIn([], screen)).toMatchObject({ exitCode: 0, stdout: 'Opened the page in a browser.\n' });
      // Other users can read the arguments of a program: the token is in a file.
      const opened = await readFile(join(HOME, 'opened'), 'utf8');
      expect(opened).toBe(join(pages, file.replace('json', 'html')));
      const environment = await readFile(join(HOME, 'environment'), 'utf8');
      for (const [name, value] of Object.entries(session)) expect(environment).toContain(`${name}=${value}\n`);
      expect(environment).not.toMatch(/canary|FLEETGLASS/);
      expect((await stat(opened)).mode & 0o777).toBe(0o600);
      const [, found = ''] = /url=(\S+\?token=[\w-]{43})">\n$/.exec(await readFile(opened, 'utf8')) ?? [];
      expect(found).not.toBe(address);
      return found;
    });
    expect((await fetch(next, { redirect: 'manual' })).status).toBe(303);
    await eventually(async () => expect(await readdir(pages)).toEqual([file]));
    // A second page of the service, for another account. It removes the file of a page that was killed.
    const left = JSON.parse(await readFile(join(pages, file), 'utf8')) as object;
    await writeFile(join(pages, '1.json'), JSON.stringify({ ...left, process: 'another' }), { mode: 0o600 });
    const others = { ...env, FLEETGLASS_USERNAME: 'other', FLEETGLASS_STATE: join(HOME, 'other') };
    const second = startHere(['dashboard', '--port', '0', '--json'], others);
    const { port } = JSON.parse(await second.printed(/\n/)) as { port: number };
    await eventually(async () => expect((await readdir(pages)).toSorted()).toEqual([file, `${port}.json`].toSorted()));
    const refused = (await openIn([])).stderr.replaceAll('\n', ' ');
    expect(refused).toMatch(/Several pages run, for .*other at http:\S+ \(http:\S+\).* Choose one with --base-url/);
    expect(refused).not.toContain('token=');
    const openOfOther = () => openIn(['--base-url', service.baseUrl], { FLEETGLASS_USERNAME: 'other' });
    expect((await openOfOther()).stdout).toContain(`http://127.0.0.1:${port}/`);
    await second.endBy('SIGINT');
    // The page that is left belongs to another account.
    const profile = { baseUrl: service.baseUrl, username: 'other', password: 'canary' };
    const profiles = JSON.stringify({ version: 1, profiles: { other: profile } });
    await writeFile(join(HOME, 'profiles.json'), profiles, { mode: 0o600 });
    for (const named of [openIn(['--profile', 'other'], { FLEETGLASS_CONFIG: HOME }), openOfOther()])
      expectFailure(await named, 2, `No page for other at ${service.baseUrl} runs on this machine.`);
    expect((await runHere(['status'], others)).stdout).toContain('✓ polling   not running here;');
    const other = browse({ env: { HOME } }, { baseUrl: service.baseUrl, account: 'other' });
    await expect(other).rejects.toThrow(`No page for other at ${service.baseUrl} runs on this machine. Pages run for `);
    await running.endBy('SIGINT');
    expectFailure(await openIn(['ord']), 2, 'No page runs on this machine. Start one with `fleetglass dashboard`');
    expect(await readdir(pages)).toEqual([]);
  });
});
