import { existsSync } from 'node:fs';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer as createTlsServer } from 'node:tls';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { makeCertificate } from '../../../support/make-certificate.js';
import { sampleSeed } from '../../../support/sample-database.js';
import { REDIS_PASSWORD, startWatchPair } from '../../watch/watch-pair.js';
import { watchFolder, type Watch, type WatchFolder } from '../../watch/watch-process.js';
import { asAccount, expectFailure, openPage, useFleetglass } from '../command.js';
import { useService } from '../local-service.js';
import { openHere, runHere, startHere } from '../run-here.js';

const fleetglass = await useFleetglass();
const TOKEN = 'canary-token-._~+/=';

const service = await useService({ seed: sampleSeed('orders') });
const { id } = service;
await service.control.databases.set(id, { state: 'suspended' });

let here: WatchFolder;
beforeEach(async () => {
  here = await watchFolder(fleetglass);
});

/** Starts a monitor with a token, whose only database is suspended. @param start in this process, or in its own */
async function watch(start = here.startHere): Promise<Watch> {
  await writeConfig();
  return start([], asAccount(service.baseUrl));
}

async function writeConfig(): Promise<void> {
  await writeFile(join(here.folder, 'token'), `${TOKEN}\n`);
  await here.write(`metrics: { listen: "127.0.0.1:0", tokenFile: token }
usage: { redis: false, vector: false }
polling: { cadence: { tracked: 200ms, inactive: 200ms } }
ids: [{ type: list, ids: ["${id}"] }]
rules: [{ name: suspended, kind: state, in: [suspended], severity: critical }]
`);
}

/** Ends TLS before a server of plain HTTP, as a reverse proxy does. @returns the address, and the file of its certificate */
async function endTls(url: string): Promise<{ readonly url: string; readonly file: string }> {
  const { key, cert, file } = await makeCertificate(here.folder, 'localhost');
  const server = createTlsServer({ key, cert }, (socket) => {
    const upstream = connect(Number(new URL(url).port), '127.0.0.1');
    for (const each of [socket, upstream]) each.on('error', () => [socket, upstream].forEach((one) => one.destroy()));
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `https://localhost:${(server.address() as AddressInfo).port}`, file };
}

it('fleetglass alerts --monitor reads a monitor with a token over TLS, and shows the token nowhere', async () => {
  const running = await watch();
  await running.logged('alert-fired');
  const plain = String((await running.logged('started'))['metrics']);
  expect((await running.get('/alerts')).status).toBe(401);
  const secure = await endTls(plain);
  const tokenFile = join(here.folder, 'token');
  const trusting = { NODE_EXTRA_CA_CERTS: secure.file };
  const runs = await Promise.all([
    fleetglass.run(['alerts', '--monitor', secure.url], { ...trusting, FLEETGLASS_MONITOR_TOKEN: TOKEN }),
    runHere(['alerts', '--monitor', plain], { FLEETGLASS_MONITOR_TOKEN_FILE: tokenFile }),
    // The same user on the same machine needs no token.
    runHere(['alerts', '--state', here.state]),
    runHere(['alerts', '--monitor', secure.url], { FLEETGLASS_MONITOR_TOKEN: TOKEN }),
    runHere(['alerts', '--monitor', plain], { FLEETGLASS_MONITOR_TOKEN: 'canary-wrong' }),
  ]);
  const [overTls, byFile, onThisMachine, untrusted, wrong] = runs;
  for (const run of [overTls, byFile, onThisMachine]) {
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toMatch(/^firing +critical +suspended +orders /m);
  }
  // A token must not reach a server that is not the named one.
  expect(untrusted).toMatchObject({ exitCode: 4, stdout: '', stderr: expect.stringContaining('cannot be reached') });
  expectFailure(wrong, 3, `The monitor at ${plain} refuses the token, or the user name and the password.`);
  const emptyFile = join(here.folder, 'empty-token');
  await writeFile(emptyFile, '\n');
  const withoutToken = await runHere(['alerts', '--monitor', plain], { FLEETGLASS_MONITOR_TOKEN_FILE: emptyFile });
  expectFailure(withoutToken, 2, 'Invalid token of the monitor: expected letters');
  const env = asAccount(service.baseUrl);
  const args = ['dashboard', '--port', '0', '--no-usage', '--no-state', '--json', '--monitor', here.state];
  const dashboard = startHere(args, env);
  const { url } = JSON.parse(await dashboard.printed(/^\{"url".*$/m)) as { readonly url: string };
  const ask = await openPage(url);
  const alerts = await (await ask('/alerts')).text();
  const activity = await (await ask('/activity')).text();
  await dashboard.endBy('SIGTERM');
  const board = await runHere(['board', id, '--once', '--no-state', '--monitor', here.state], env);
  expect(board).toMatchObject({ exitCode: 0, stderr: '' });
  expect(board.stdout).toMatch(
    /^ALERTS {2}1 firing, 0 pending\n {2}critical +orders +The state is suspended\. +\d+ s +suspended/m,
  );
  const listed = { status: 'listed', counts: { firing: 1 }, alerts: [{ id, name: 'orders' }] };
  expect(JSON.parse(alerts)).toMatchObject(listed);
  expect(JSON.parse(activity)).toMatchObject({
    entries: [{ kind: 'alert', id, text: 'suspended fired: The state is suspended.', phase: 'begun' }],
  });
  const status = await runHere(['status', '--monitor', here.state], env);
  expect(status.stdout.replaceAll(/\n +/g, ' ')).toMatch(
    /✓ monitor +\S+ polls \(running\): [1-9]\d* requests, 0 failed; 1 alert is firing/,
  );
  const { stdout } = await running.endBy('SIGTERM');
  const printed = runs.flatMap((run) => [run.stdout, run.stderr]);
  for (const text of [stdout, alerts, activity, board.stdout, ...printed]) expect(text).not.toContain('canary');
});

describe('fleetglass silence', () => {
  const silence = (...args: string[]) => runHere(['silence', ...args, '--state', here.state], { NO_COLOR: '1' }, 120);

  it('adds, lists and ends silences of a running monitor, which are in the list of alerts and survive a SIGKILL', async () => {
    const running = await watch(here.start);
    await running.logged('alert-fired');
    expect((await stat(join(here.state, 'control.sock'))).mode & 0o777).toBe(0o600);
    const comment = 'migration of orders \u001b[31m"';
    const scope = ['--rule', 'suspended', '--id', id];
    const added = await silence('add', '--for', '2h', '--comment', comment.replace('\u001b', ''), ...scope);
    expect(added).toMatchObject({ exitCode: 0, stderr: '' });
    const [, key = ''] =
      /^Silence ([\da-f]{8}) lasts until [\d-]{10} [\d:]{8} UTC\. It silences 1 alert now\.$/m.exec(added.stdout) ?? [];
    const other = await silence('add', '--for', '30m', '--comment', 'other', '--label', 'team=shop', '--json');
    expect(JSON.parse(other.stdout)).toMatchObject({
      silence: { comment: 'other', labels: { team: 'shop' } },
      alerts: 0,
    });
    const env = { FLEETGLASS_MONITOR_TOKEN: TOKEN, NO_COLOR: '1' };
    const alerts = (await runHere(['alerts', '--monitor', here.state], env, 160)).stdout;
    expect(alerts).toMatch(
      new RegExp(`^silenced +critical +suspended +orders .* migration of orders .*\\(${key}\\)`, 'm'),
    );
    expect(alerts).toContain('0 firing, 0 pending, 1 silenced.');
    expect(alerts).toMatch(new RegExp(`^${key} +[12] h +suspended, ${id} +migration of orders`, 'm'));
    const json = JSON.parse((await runHere(['alerts', '--monitor', here.state, '--json'], env)).stdout) as object;
    expect(json).toMatchObject({ alerts: [{ state: 'silenced' }], silences: [{ id: key }, { comment: 'other' }] });

    await running.endBy('SIGKILL');
    expectFailure(await silence('list'), 2, 'No monitor runs with the state');
    const restarted = here.start([], asAccount(service.baseUrl));
    await restarted.logged('started');
    const socket = join(here.state, 'control.sock');
    await chmod(socket, 0);
    const user = process.geteuid?.();
    // The permissions of root have no bounds. The other user cannot read the code, which the failure above has loaded.
    if (user === 0) process.seteuid?.('nobody');
    const foreign = await silence('list').finally(() => user === 0 && process.seteuid?.(user));
    expectFailure(foreign, 2, `This user may not open ${socket}.`);
    await chmod(socket, 0o600);
    expect((await silence('list')).stdout).toMatch(new RegExp(`^${key} +[12] h +suspended`, 'm'));
    expect(await silence('end', key)).toMatchObject({ exitCode: 0, stdout: `Silence ${key} has ended.\n` });
    expectFailure(await silence('end', key), 2, 'no silence has this id');
    const { silences } = JSON.parse((await silence('list', '--json')).stdout) as {
      readonly silences: readonly object[];
    };
    expect(silences).toMatchObject([{ comment: 'other' }]);
    expect((await runHere(['alerts', '--monitor', here.state], env)).stdout).toContain('1 firing, 0 pending.');
    const { stdout } = await restarted.endBy('SIGTERM');
    expect(existsSync(socket)).toBe(false);
    expect(stdout).not.toContain('canary');
  });
});

it('the board of fleetglass watch shows the alerts of its monitor, also if no other command can reach it', async () => {
  await writeConfig();
  // The system does not take the path of its socket.
  const state = join(here.folder, 'a'.repeat(120));
  const terminal = openHere(['watch', '--config', here.config, '--state', state], 100, asAccount(service.baseUrl));
  // Styles are between the words.
  await terminal.shows(/1 firing, 0 pending/);
  const refused = await runHere(['silence', 'list', '--state', state]);
  expectFailure(refused, 2, 'choose a state directory with a shorter path');
  // The pane of the alerts.
  terminal.type('3');
  await terminal.typeAt(/critical.{0,20} orders +The state is suspended\. +\d+ s/, 'q');
  expect(await terminal.exitCode).toBe(0);
  expect(await readFile(join(state, 'watch.log'), 'utf8')).toMatch(
    /"control-unavailable","message":"fleetglass silence, and fleetglass alerts --state, cannot reach this monitor: the path of the socket/,
  );
});

/** `npm run prove` kills and stops the two, and Redis. */
describe.runIf(inject('hasRedisServer'))('two fleetglass watch with one Redis', () => {
  it('start without Redis, report that, and share their work when Redis answers', async () => {
    const pair = await startWatchPair(fleetglass, 2, false);
    await expect.poll(pair.output).toMatch(/group-unreachable.*Redis cannot be reached \(ECONNREFUSED\)/);
    await pair.redis.start({ isEmpty: true });
    await pair.deliverer();
    await expect.poll(() => pair.metric('fleetglass_known_databases')).toEqual([2]);
    const [first = '', second = ''] = pair.ids;
    for (const isSuspended of [true, false]) {
      await pair.setSuspended(first, isSuspended);
      await pair.settled();
    }
    // Without a fault, nothing arrives twice.
    expect(pair.arrivals).toHaveLength(2);
    pair.signal(await pair.deliverer(), 'SIGKILL');
    await pair.setSuspended(second, true);
    await pair.settled();
    expect(pair.counts()).toEqual({ fired: 2, cleared: 1, breaches: 2, ended: 1 });
    expect(pair.output()).not.toContain(REDIS_PASSWORD);
  }, 120_000);
});
