import { appendFileSync, existsSync, fstatSync, openSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, inject, it } from 'vitest';
import { runCommand } from '../../../../src/apps/cli/run-command.js';
import type { CommandIo } from '../../../../src/apps/terminal/command-io.js';
import { runWatch } from '../../../../src/apps/watch/run-watch.js';
import { createService } from '../../../../src/service/index.js';
import { type LogLine, watchFolder, type Watch } from '../../watch/watch-process.js';
import { account, asAccount, expectFailure, jsonLines, useFleetglass, type Ended } from '../command.js';
import { runHere, startHere } from '../run-here.js';
import { openTerminal } from '../terminal.js';
import { onTestFinished, poll, useConcurrentTests } from '../../../support/concurrent-tests.js';
import { freePort } from '../../../support/free-port.js';
import { parseMetrics } from '../../../support/parse-metrics.js';
import { listProcesses } from '../../../support/processes.js';
import { sampleSeed } from '../../../support/sample-database.js';
import { serve } from '../../../support/serve.js';
import { smallDisk } from '../../../support/small-disk.js';
import { startService } from '../../../support/start-service.js';
import { httpAnswer, startWireServer } from '../../../support/wire-server.js';

const fleetglass = await useFleetglass();

useConcurrentTests();

/** A configuration without an account: the environment has it. */
const config = (rest = ''): string =>
  `metrics: { listen: "127.0.0.1:0" }\nusage: { redis: false, vector: false }\npolling: { cadence: { tracked: 200ms, inactive: 200ms, missing: 500ms }, perSecond: 200 }\n${rest}`;

/** A service of its own, and a folder for a monitor that reads it. */
async function openScene() {
  const seed = sampleSeed('orders', 'sessions', 'carts', 'users');
  const service = await startService({ credentials: account, redis: 'off', seed });
  onTestFinished(() => service.close());
  const { baseUrl, control, ids, id: first } = service;
  const here = await watchFolder(fleetglass);
  /** Runs the command to its end in this process. */
  const run = (...options: readonly string[]): Promise<Ended> =>
    runHere(['watch', '--config', here.config, '--state', here.state, ...options], asAccount(baseUrl));
  /** @param start in this process, or in its own */
  const watch = async (rest = '', start = here.startHere, env = asAccount(baseUrl)): Promise<Watch> => {
    await here.write(config(rest));
    return start([], env);
  };
  return { baseUrl, control, ids, first, here, run, watch };
}

/** The lines of the log of a monitor that shows the board. */
async function logOf(state: string): Promise<LogLine[]> {
  // The monitor may be writing the last line.
  return jsonLines(await readFile(join(state, 'watch.log'), 'utf8'));
}

async function stop(running: Watch): Promise<void> {
  expect(await running.endBy('SIGTERM')).toMatchObject({ exitCode: 0, stderr: '' });
}

const SUSPENDED = 'rules:\n  - { name: suspended, kind: state, in: [suspended], severity: critical }\n';
const list = (...some: string[]): string => `ids:\n  - { type: list, ids: ${JSON.stringify(some)} }\n`;

/** Whether a process has a listener of SIGHUP, the first bit of the mask. */
async function catchesHangup(pid: number): Promise<boolean> {
  const [, caught = '0'] = /^SigCgt:\s*([\da-f]+)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (BigInt(`0x${caught}`) & 1n) === 1n;
}

/** Sends SIGHUP again and again. @returns a function that ends this */
function hangUp(running: Watch, everyMs: number): () => void {
  const timer = setInterval(() => running.kill('SIGHUP'), everyMs);
  onTestFinished(() => clearInterval(timer));
  return () => clearInterval(timer);
}

describe.concurrent('fleetglass watch', () => {
  it('logs one JSON object a line, serves metrics and health, and ends with 0 within 5 s of SIGTERM', async () => {
    const { baseUrl, here, ids, watch } = await openScene();
    const running = await watch(`${SUSPENDED}${list(...ids)}`, here.start);
    expect(await running.logged('started')).toMatchObject({ level: 'info', baseUrl, rules: 1, idSources: 1 });
    await running.logged('ids-added');
    // It opens no port of a debugger: Node would print its address on stderr.
    running.kill('SIGUSR1');
    await poll(async () => (await running.get('/readyz')).status).toBe(200);
    expect(await running.get('/healthz')).toMatchObject({ status: 200 });
    const { text: metrics } = await running.get('/metrics');
    expect(metrics).toMatch(/^fleetglass_/m);
    const before = performance.now();
    // A SIGHUP does not change how it ends.
    hangUp(running, 2);
    const ended = await running.endBy('SIGTERM');
    expect(performance.now() - before).toBeLessThan(5000);
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(running.lines().at(-1)).toMatchObject({ event: 'stopped' });
    for (const line of running.lines()) expect(line).toMatchObject({ time: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(ended.stdout + metrics).not.toContain('canary');
    expect(await here.keptIds()).toEqual(ids.toSorted());
  });

  it('reads the configuration again at SIGHUP, and keeps the old one if the file is wrong', async () => {
    const { baseUrl, control, here, ids } = await openScene();
    // The quick polls at the end follow from the changed cadence.
    await here.write(config(list(...ids)).replaceAll('200ms', '1h'));
    const running = here.start([], asAccount(baseUrl));
    if (process.platform === 'linux') {
      // Neither does a SIGHUP while it starts end it. Node itself ends at a SIGHUP of its first moments.
      await poll(() => catchesHangup(running.pid), { interval: 5 }).toBe(true);
      const end = hangUp(running, 5);
      await running.logged('started');
      end();
    }
    await running.logged('started');
    await here.write(config(`${SUSPENDED}log: { level: canary-level }\nrule: []\n`));
    running.kill('SIGHUP');
    expect(await running.logged('config-refused')).toMatchObject({
      level: 'error',
      problems: [
        `${here.config}:6:15 log.level: expected debug, info, warn, error`,
        `${here.config}:7:1 rule: unknown option, did you mean rules?`,
      ],
    });
    expect((await running.get('/metrics')).text).toContain('fleetglass_config_last_reload_successful 0');
    expect((await running.get('/readyz')).text).toContain('The changed configuration was refused.');
    const forRestart = 'thresholds: { warning: 0.5 }\nsharing: { redis: redis://localhost }\n';
    await here.write(config(`${SUSPENDED}${list(...ids)}${forRestart}log: { level: debug }\n`));
    running.kill('SIGHUP');
    expect(await running.logged('restart-needed')).toMatchObject({ members: ['thresholds', 'sharing'] });
    // The daemon may notice the change by itself first, and the SIGHUP then changes nothing.
    const changes = () =>
      running.lines().flatMap(({ event, changed }) => (event === 'config-reloaded' ? [changed] : []));
    await poll(changes).toContainEqual(['rules', 'polling.cadence', 'log.level']);
    const { text: metrics } = await running.get('/metrics');
    expect(metrics).toContain('fleetglass_config_last_reload_successful 1');
    expect(metrics).toMatch(/^fleetglass_config_last_reload_success_timestamp_seconds \d{10}/m);
    await control.databases.set(String(ids[0]), { state: 'suspended' });
    expect(await running.logged('alert-fired')).toMatchObject({
      rule: 'suspended',
      id: ids[0],
      name: expect.stringMatching(/^(?:orders|sessions|carts|users)$/) as string,
    });
    await stop(running);
  });

  it('has a listener of SIGHUP before it is loaded, also behind another option', async () => {
    const NODE_OPTIONS = `--import=data:text/javascript,process.on('exit',()=>console.error(process.listenerCount('SIGHUP')))`;
    const ended = await fleetglass.run(['--no-color', 'watch', '--schema'], { NODE_OPTIONS });
    expect(ended).toMatchObject({ stderr: '1\n' });
  });

  it('continues the delivery of a channel while another channel changes', async () => {
    const { control, here, ids, watch } = await openScene();
    const answers: (() => void)[] = [];
    const url = await serve((_, response) => void answers.push(() => response.end()));
    const withLog = (name: string): string =>
      `${SUSPENDED}${list(...ids)}log: { level: debug }\nchannels:\n  - { type: webhook, name: pager, url: "${url}" }\n  - { type: log, name: ${name} }\n`;
    const running = await watch(withLog('one'));
    await control.databases.set(String(ids[1]), { state: 'suspended' });
    await poll(() => answers.length).toBe(1);
    await here.write(config(withLog('two')));
    running.kill('SIGHUP');
    expect(await running.logged('config-reloaded')).toMatchObject({ changed: ['channels'] });
    await control.databases.set(String(ids[1]), { state: 'active' });
    await running.logged('alert-cleared');
    answers[0]?.();
    await poll(() => answers.length).toBe(2);
    const failed = running.lines().filter(({ event }) => event === 'delivery-failed');
    const sent = running.lines().filter(({ event, channel }) => event === 'delivered' && channel === 'pager');
    expect([sent.length, failed]).toEqual([1, []]);
    answers[1]?.();
    await running.logged('delivered', 4);
    expect(answers).toHaveLength(2);
    await stop(running);
  });

  it('reads changed files by itself, also when Kubernetes swaps the links of a ConfigMap', async () => {
    const { baseUrl, here, ids } = await openScene();
    const mount = async (name: string, content: string, password: string): Promise<void> => {
      await mkdir(join(here.folder, name));
      await writeFile(join(here.folder, name, 'fleetglass.yaml'), content);
      await writeFile(join(here.folder, name, 'password'), password);
      await symlink(name, join(here.folder, '..data_tmp'));
      await rename(join(here.folder, '..data_tmp'), join(here.folder, '..data'));
    };
    const account_ = `service: { baseUrl: ${baseUrl}, username: "${account.username}", passwordFile: password }\n`;
    for (const name of ['fleetglass.yaml', 'password']) await symlink(`..data/${name}`, join(here.folder, name));
    await mount('..1', config(account_ + list(...ids)), 'wrong-canary');
    const running = here.startHere();
    expect(await running.logged('polling-stopped')).toMatchObject({ reason: 'unauthorized' });
    expect(await running.get('/readyz')).toMatchObject({ status: 503 });
    // Only the secret differs.
    await mount('..2', config(account_ + list(...ids)), account.password);
    expect(await running.logged('config-reloaded')).toMatchObject({ changed: ['credentials'] });
    await running.logged('polling-running');
    await mount('..3', config(`${account_}rule: []\n`), account.password);
    expect(await running.logged('config-refused')).toMatchObject({ message: expect.stringContaining('stays in use') });
    expect((await running.get('/readyz')).text).toContain('The changed configuration was refused.');
    await mount('..4', config(account_ + SUSPENDED + list(...ids)), account.password);
    expect(await running.logged('config-reloaded', 2)).toMatchObject({ changed: ['rules'] });
    expect((await running.get('/readyz')).status).toBe(200);
    const { exitCode, stdout } = await running.endBy('SIGINT');
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain('canary');
    expect(running.lines().filter(({ event }) => event.startsWith('config-'))).toHaveLength(3);
  });

  it('uses nothing of a file with the address of another service, and hides the secrets in use', async () => {
    const { baseUrl, here, ids } = await openScene();
    let status = 200;
    const url = await serve((_, response) => response.writeHead(status).end(JSON.stringify(ids)));
    // Each line about the source has its name.
    const of = (address: string, password: string, token: string): string => {
      const service = { baseUrl: address, username: account.username, password };
      const source = { type: 'http', name: 'canary-of-source', url, token, every: '1s' };
      return config(`service: ${JSON.stringify(service)}\nids: ${JSON.stringify([source])}\n`);
    };
    await here.write(of(baseUrl, account.password, 'canary-of-source'));
    const running = here.startHere();
    await running.logged('ids-added');
    await here.write(of('http://127.0.0.1:4870', 'canary-of-another', 'token-of-another'));
    running.kill('SIGHUP');
    expect(await running.logged('restart-needed')).toMatchObject({ members: ['service.baseUrl'] });
    expect(running.lines().map(({ event }) => event)).not.toContain('config-reloaded');
    status = 503;
    expect(await running.logged('ids-source-failed')).toMatchObject({ source: '••••' });
    // With the address of this service again, they are for this one. A slash at its end is no other address.
    await here.write(of(`${baseUrl}/`, 'canary-of-another', 'canary-of-source'));
    running.kill('SIGHUP');
    expect(await running.logged('config-reloaded')).toMatchObject({ changed: ['credentials'] });
    expect(await running.logged('polling-stopped')).toMatchObject({ reason: 'unauthorized' });
    await stop(running);
  });

  it('hides a secret that stays in use until the restart, also after two reloads', async () => {
    const { baseUrl, control, here, ids } = await openScene();
    const rules = SUSPENDED.replace('name: suspended', 'name: canary-at-start');
    const write = (token: string, level: string): Promise<void> => {
      const content = config(`${rules}${list(...ids)}log: { level: ${level} }\n`);
      return here.write(content.replace('metrics: {', `metrics: { token: ${token},`));
    };
    await write('canary-at-start', 'info');
    const running = here.startHere([], asAccount(baseUrl));
    await running.logged('started');
    const reloads = (): LogLine[] =>
      running.lines().filter(({ event, changed }) => event === 'config-reloaded' && String(changed) === 'log.level');
    for (const [at, level] of ['debug', 'info'].entries()) {
      await write(`canary-${at}`, level);
      running.kill('SIGHUP');
      await poll(reloads).toHaveLength(at + 1);
    }
    await control.databases.set(String(ids[0]), { state: 'suspended' });
    expect(await running.logged('alert-fired')).toMatchObject({ rule: '••••', id: ids[0] });
    await stop(running);
  });

  it('keeps ids and alerts over a SIGKILL, and `alerts --watch` follows it to its next process', async () => {
    const { control, first, here, ids, watch } = await openScene();
    await control.databases.set(first, { state: 'suspended' });
    // A channel gets an alert when it is durable.
    const withLog = `${SUSPENDED}channels: [{ type: log, name: log }]\n`;
    const killed = await watch(`${withLog}${list(...ids)}`, here.start);
    expect(await killed.logged('notification-fired')).toMatchObject({ alert: { id: first } });
    const watching = startHere(['alerts', '--state', here.state, '--watch', '--json']);
    await watching.printed(/"rule":"suspended"/);
    await killed.endBy('SIGKILL');
    expectFailure(await runHere(['alerts', '--state', here.state]), 2, 'No monitor runs with the state');
    await poll(watching.errors).toContain('No monitor runs with the state');
    // Without a source of ids: they come from the state.
    const restarted = await watch(withLog);
    expect(await restarted.logged('started')).toMatchObject({ databases: 4 });
    await poll(async () => (await restarted.get('/readyz')).status).toBe(200);
    await control.databases.set(first, { state: 'active' });
    expect(await restarted.logged('alert-cleared')).toMatchObject({ id: first });
    expect(restarted.lines().filter(({ event }) => event === 'alert-fired')).toEqual([]);
    await watching.printed(/"alerts":\[\]/);
    const { exitCode, stderr } = await watching.endBy('SIGTERM');
    expect(exitCode).toBe(0);
    expect(stderr.trim().split('\n').at(-1)).toBe('{"notice":"the monitor answers again"}');
    await stop(restarted);
  });

  it('starts on a full disk with its alerts, reports that it saves nothing, and saves when there is room', async ({
    skip,
  }) => {
    const disk = await smallDisk();
    if (disk === undefined) return skip('only root can make a small disk');
    const { baseUrl, control, first, here: folder } = await openScene();
    const here = { ...folder, state: join(disk.folder, 'state') };
    await control.databases.set(first, { state: 'suspended' });
    await here.write(config(`${SUSPENDED}${list(first)}channels: [{ type: log, name: log }]\n`));
    const start = (): Watch => here.start(['--state', here.state], asAccount(baseUrl));
    const killed = start();
    await killed.logged('notification-fired');
    await killed.endBy('SIGKILL');
    await disk.fill();

    const full = start();
    await full.logged('state-unavailable');
    await full.logged('state-save-failed');
    expect((await full.get('/readyz')).text).toContain('cannot be saved');
    expect((await full.get('/readyz')).status).toBe(503);
    expect((await full.get('/metrics')).text).toContain('fleetglass_monitor_storage_failing 1');
    await disk.makeRoom();
    await full.logged('state-saved');
    await poll(async () => (await full.get('/readyz')).status, { timeout: 90_000 }).toBe(200);
    await control.databases.set(first, { state: 'active' });
    await full.logged('alert-cleared');
    await stop(full);
    expect(full.lines().filter(({ event }) => event === 'alert-fired')).toEqual([]);
    expect(await here.keptIds(here.state)).toEqual([first]);
  }, 120_000);

  it('asks a service that refuses the account again at once at SIGHUP', async () => {
    const { here, watch } = await openScene();
    let isRefused = true;
    let requests = 0;
    const refusing = await serve((_, response) => {
      requests += 1;
      response.writeHead(isRefused ? 401 : 200, { 'content-type': 'application/json' }).end('[]');
    });
    const running = await watch('', here.startHere, asAccount(refusing));
    await running.logged('polling-stopped');
    // At the start, and after 1 s and 2 s. The next probe is 4 s away.
    await poll(() => requests).toBe(3);
    isRefused = false;
    const before = performance.now();
    running.kill('SIGHUP');
    await running.logged('polling-running');
    expect(performance.now() - before).toBeLessThan(3000);
    await stop(running);
  });

  it('starts although the service cannot be reached, and polls when it can', async () => {
    const { here, ids, watch } = await openScene();
    const port = await freePort();
    const running = await watch(list(...ids), here.startHere, asAccount(`http://127.0.0.1:${port}`));
    expect(await running.logged('polling-stopped')).toMatchObject({ reason: 'outage' });
    expect(await running.get('/healthz')).toMatchObject({ status: 200 });
    await using late = createService({ credentials: account, redis: 'off' });
    await late.listen({ port });
    await running.logged('polling-running');
    await stop(running);
  });

  it('ends with 1 if another monitor uses the state directory, or the port', async () => {
    const { here, run, watch } = await openScene();
    const running = await watch();
    const { metrics } = await running.logged('started');
    const second = await run();
    const other = join(here.folder, 'other');
    await writeFile(`${other}.yaml`, `metrics: { listen: "${String(metrics).replace('http://', '')}" }\n`);
    const third = await run('--config', `${other}.yaml`, '--state', other);
    expectFailure(second, 1, /^error: configure: .*(in use|another process)/);
    expectFailure(third, 1, /^error: .*port/i);
    await stop(running);
  });

  it('continues if the reader of the log stops reading, ends, or has a full disk', async () => {
    const { baseUrl, here, ids } = await openScene();
    const gone = Array.from({ length: 300 }, (_, at) => `gone-${at}`);
    const content = config(`log: { level: debug }\n${list(...ids, ...gone)}`);
    const ports = await Promise.all([freePort(), freePort(), freePort()]);
    const outputs = ['pipe', 'pipe', openSync('/dev/full', 'w')] as const;

    async function pollsTo(at: number, output: (typeof outputs)[number]): Promise<number | null> {
      const own = join(here.folder, `${at}.yaml`);
      await writeFile(own, content.replace(':0"', `:${ports[at]}"`));
      const args = [fleetglass.file, 'watch', '--config', own, '--state', join(here.folder, `state-${at}`)];
      const child = spawn(process.execPath, args, {
        env: { PATH: process.env['PATH'], ...asAccount(baseUrl) },
        stdio: ['ignore', output, 'pipe'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      if (at === 1) child.stdout?.destroy();
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      const polls = async (): Promise<number> => {
        const { series } = parseMetrics(await (await fetch(`http://127.0.0.1:${ports[at]}/metrics`)).text());
        return series.reduce((sum, { name, value }) => (name === 'fleetglass_requests_total' ? sum + value : sum), 0);
      };
      await poll(polls).toBeGreaterThan(100);
      child.kill('SIGTERM');
      return ended;
    }

    expect(await Promise.all(outputs.map((output, at) => pollsTo(at, output)))).toEqual([0, 0, 0]);
  }, 120_000);

  it('notifies systemd that it is ready, alive and stopping, and writes lines with a priority to the journal', async () => {
    const { baseUrl, here, ids } = await openScene();
    await here.write(config(`log: { format: text }\n${list(...ids)}`));
    const notified = join(here.folder, 'notified');
    const notify = `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> '${notified}'\n`;
    await writeFile(join(here.folder, 'systemd-notify'), notify, { mode: 0o700 });
    const journal = join(here.folder, 'journal');
    const fd = openSync(journal, 'w');
    const { dev, ino } = fstatSync(fd);
    const child = spawn(process.execPath, [fleetglass.file, 'watch', '--config', here.config, '--state', here.state], {
      env: {
        ...asAccount(baseUrl),
        PATH: `${here.folder}:${process.env['PATH']}`,
        JOURNAL_STREAM: `${dev}:${ino}`,
        NOTIFY_SOCKET: '/run/notify',
        WATCHDOG_USEC: '300000',
      },
      stdio: ['ignore', fd, 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const notifications = async (): Promise<string[]> => (await readFile(notified, 'utf8').catch(() => '')).split('\n');
    await poll(notifications).toContain('/run/notify READY=1');
    await poll(
      async () => (await notifications()).filter((line) => line === '/run/notify WATCHDOG=1').length,
    ).toBeGreaterThan(2);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    await poll(notifications).toContain('/run/notify STOPPING=1');
    const lines = await readFile(journal, 'utf8');
    expect(lines).toMatch(/^<6>\S+Z INFO {2}started pid=\d+ /);
    expect(lines).toMatch(/^(?:<[3-7]>\d{4}-\S+Z [A-Z]+ .*\n)+$/);
    expect(lines).not.toContain('notify-failed');
  });

  it('stops the monitor, and ends with 1, if the terminal of its board fails', async () => {
    const { baseUrl, here, ids } = await openScene();
    await here.write(config(list(...ids)));
    const open = () => Object.assign(new PassThrough().resume(), { isTTY: true, columns: 80 });
    const stdin = Object.assign(open(), {
      setRawMode(): void {
        throw new Error('setRawMode EIO');
      },
    });
    const [stdout, stderr] = [open(), open()];
    let printed = '';
    stderr.on('data', (text) => (printed += text));
    const io = { env: asAccount(baseUrl), stdin, stdout, stderr } as unknown as CommandIo;
    expect(await runCommand(['watch', '--config', here.config, '--state', here.state], io)).toBe(1);
    expect(printed).toContain('setRawMode EIO');
    const lines = await logOf(here.state);
    expect(lines.map(({ event }) => event).slice(-2)).toEqual(['stopping', 'stopped']);
    const started = lines.find(({ event }) => event === 'started');
    await expect(fetch(String(started?.['metrics']))).rejects.toThrow('fetch failed');
  });

  it('keeps a pause of the user when it reads the configuration again', async () => {
    const { baseUrl, here, ids } = await openScene();
    await here.write(config(list(...ids)));
    const io = { env: asAccount(baseUrl), stdout: new PassThrough() } as unknown as CommandIo;
    const { config: file, state } = here;
    await runWatch(io, { config: file, state, baseUrl: undefined, redis: undefined }, async ({ fleet }) => {
      fleet.polling.pause('Paused by a person.');
      await here.write(config(`${SUSPENDED}${list(...ids)}`));
      await poll(async () => (await logOf(state)).map(({ event }) => event)).toContain('config-reloaded');
      expect(fleet.polling.status.value).toMatchObject({ reason: { message: 'Paused by a person.' } });
    });
  });

  it('ends at once at a second signal', async () => {
    const { control, first, here, watch } = await openScene();
    const delivery = join(here.folder, 'delivery');
    const command = JSON.stringify(['sh', '-c', 'touch "$0"; exec sleep 30', delivery]);
    const running = await watch(
      `${SUSPENDED}${list(first)}channels:\n  - { type: command, name: slow, command: ${command}, timeout: 1m }\n`,
      here.start,
    );
    await running.logged('started');
    await control.databases.set(first, { state: 'suspended' });
    // A running delivery delays the end. Without one, the process may end before the second signal.
    await poll(() => existsSync(delivery)).toBe(true);
    // Sends the second signal in the turn that reads the line.
    running.stdout.on('data', () => {
      if (running.lines().at(-1)?.event === 'stopping') running.kill('SIGTERM');
    });
    expect(await running.endBy('SIGTERM')).toMatchObject({ exitCode: 143 });
    expect(running.lines().at(-1)).toMatchObject({ event: 'stopping' });
  });
});

describe.concurrent('fleetglass alerts', () => {
  const access = { FLEETGLASS_MONITOR_USERNAME: 'me', FLEETGLASS_MONITOR_PASSWORD: 'canary-of-metrics' };
  const guarded = (rest = ''): string =>
    config(rest).replace(/ \}/, `, username: ${access.FLEETGLASS_MONITOR_USERNAME}, password: canary-of-metrics }`);

  it('shows the alerts of the monitor with a state directory, and prints them again when they change', async () => {
    const { baseUrl, control, first, here, ids } = await openScene();
    await control.databases.set(first, { state: 'suspended' });
    await here.write(guarded(`${SUSPENDED}${list(...ids)}`));
    const running = here.startHere([], asAccount(baseUrl));
    await running.logged('alert-fired');
    const alerts = (...args: string[]) => runHere(['alerts', ...args], { ...asAccount(), NO_COLOR: '1' }, 100);

    const shown = await alerts('--state', here.state);
    expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
    expect(shown.stdout).toMatch(/^firing +critical +suspended +\w+ +\d+ s +The state is suspended\. +database$/m);
    const url = String((await running.logged('started'))['metrics']);
    const printed = await runHere(['alerts', '--monitor', url, '--json'], { ...asAccount(), ...access });
    expect(JSON.parse(printed.stdout)).toMatchObject({
      version: 1,
      alerts: [
        { state: 'firing', rule: 'suspended', id: first, name: expect.any(String), startedAt: expect.any(String) },
      ],
    });

    const refusals = [
      [{}, /requires a token, or a user name and a password\. Set FLEETGLASS_MONITOR_TOKEN, or FLEETGLASS_MONITOR_U/],
      [{ ...access, FLEETGLASS_MONITOR_PASSWORD: 'canary' }, /refuses the token, or the user name and the password\./],
    ] as const;
    for (const [env, message] of refusals) {
      expectFailure(await runHere(['alerts', '--monitor', url], { ...asAccount(), ...env }), 3, message);
    }

    const watching = startHere(['alerts', '--state', here.state, '--watch']);
    await watching.printed(/firing +critical/);
    await control.databases.set(first, { state: 'active' });
    await watching.printed(/^No alert is pending or firing\.$/m);
    expect(await watching.endBy('SIGINT')).toMatchObject({ exitCode: 0, stderr: '' });
    const ended = await alerts('--state', here.state, '--history');
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(ended.stdout).toMatch(/^BEGAN +STATE +RULE +NAME +FOR +TOLD/);
    expect(ended.stdout).toMatch(/^2\S+Z +cleared +suspended +\w+ +\d+ s +–/m);
    const history = await alerts('--state', here.state, '--history', '--json');
    expect(JSON.parse(history.stdout)).toMatchObject({
      version: 1,
      history: [{ state: 'cleared', rule: 'suspended', id: first, reason: 'condition', told: [] }],
    });
    expect(ended.stdout + shown.stdout + printed.stdout).not.toMatch(/canary|"me"/);
    await stop(running);
    const none = await runHere(['alerts', '--state', here.state]);
    expectFailure(none, 2, `No monitor runs with the state ${here.state}.`);
  });

  it('prints the alerts again when a suppression gets its end, and not while only this end moves', async () => {
    let reads = 0;
    const target = { resource: 'database', id: 'a', startedAt: '2026-01-01T12:00:00.000Z' };
    const alert = { ...target, state: 'suppressed', rule: 'old', severity: 'warning', summary: 'Old.' };
    const url = await serve((_, response) => {
      const until = ++reads > 1 ? new Date(reads).toISOString() : undefined;
      const quiet = { kind: 'rule', name: 'stopped', until };
      const alerts = reads > 3 ? [] : [{ ...alert, quiet }];
      response.end(JSON.stringify({ version: 1, silences: [], alerts }));
    });
    const watching = startHere(['alerts', '--monitor', url, '--watch']);
    const printed = await watching.printed(/^No alert is pending or firing\.$/m);
    expect(printed.match(/^STATE/gm)).toHaveLength(2);
    expect(await watching.endBy('SIGINT')).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('ends with 4 if no monitor answers or it is not ready, and with 3 if another program answers', async () => {
    const port = await freePort();
    const dead = await runHere(['alerts', '--monitor', `http://127.0.0.1:${port}`, '--json']);
    expectFailure(dead, 4);
    const message = `The monitor at http://127.0.0.1:${port} cannot be reached (ECONNREFUSED).`;
    expect(JSON.parse(dead.stderr)).toEqual({ error: { code: 'unavailable', message }, exitCode: 4 });
    const answers = [
      [503, '{"status":"unavailable","reasons":["The kept state is being read."]}', 4, 'The kept state is being read.'],
      [500, '{"error":"canary"}', 4, 'failed with status 500.'],
      [200, '{"version":2,"alerts":[]}', 3, 'gave an answer that is not a list of alerts.'],
      [200, '{"version":1}', 3, 'gave an answer that is not a list'],
      [302, '', 3, 'gave status 302. Expected the address of `fleetglass watch`.'],
    ] as const;
    for (const [status, body, exitCode, reason] of answers) {
      const url = await serve((_, response) => void response.writeHead(status, { location: '/' }).end(body));
      for (const options of [[], ['--history']]) {
        expectFailure(await runHere(['alerts', '--monitor', url, ...options]), exitCode, reason);
      }
    }
  });
});

const A_RATIO = 'is 1,000 % or more: write 0.9 for 90 %';
const NO_USE = 'can never fire: usage.redis and usage.vector must be true, or the use of these limits is not known';

describe.concurrent('fleetglass watch --check', () => {
  it('warns of what cannot work, with its place, and ends with 2 with --strict', async () => {
    const { here, run } = await openScene();
    await here.write(
      config(`ids:
  - { type: file, path: ids.txt }
  - { type: command, command: [no-such-program] }
thresholds: { warning: 70, critical: 80, exceeded: 90 }
rules:
  - { name: full, kind: limit, ratio: 90 }
  - { name: soon, kind: forecast, within: 1h }
  - { name: off, kind: state, in: [suspened] }
  - { name: old, kind: age, longerThan: 1m }
`),
    );
    const checked = await run('--check');
    expect(checked).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('is valid. It runs:') as string });
    const warned = checked.stderr.replaceAll(`warning: ${here.config}:`, '').replaceAll(/\n +/g, ' ');
    expect(warned.trim().split('\n')).toEqual([
      '1:1 channels: there is no channel, so alerts are only logged and counted in the metrics',
      '5:25 ids[0].path: cannot read the file: no such file',
      '6:31 ids[1].command: this program does not exist, or this user may not run it',
      ...['7:24 thresholds.warning', '7:38 thresholds.critical', '7:52 thresholds.exceeded'].map(
        (at) => `${at}: ${A_RATIO}`,
      ),
      `9:25 rules[0].kind: ${NO_USE}`,
      `9:39 rules[0].ratio: ${A_RATIO}`,
      `10:25 rules[1].kind: ${NO_USE}`,
      '11:36 rules[2].in[0]: is not a documented state; expected one of active, suspended, passive',
      '12:41 rules[3].longerThan: fires between two polls: the longest interval of polling.cadence is 2m',
    ]);
    const strict = await run('--check', '--strict');
    expect(strict).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--strict allows none') as string });
    // Without a complete list of ids, nothing is known about the ids of rules.
    await here.write(
      config(
        `${list('a')}rules: [{ name: off, kind: state, in: [suspended], ids: [a, b], labels: { team: a } }]
channels: [{ type: command, name: b, command: ['true'], group: { by: [rule, team, taem] } }]\n`,
      ),
    );
    const { stderr } = await run('--check');
    expect(stderr).toMatch(/rules\[0\]\.ids\[1\]: no id source gives this id/);
    expect(stderr).toMatch(/:7:83 channels\[0\]\.group\.by\[2\]: no rule has a label of this name/);
    const fields = 'max_vector_count, max_daily_queries, db_max_request_size';
    await here.write(config(`rules: [{ name: full, kind: limit, ratio: 1, fields: [${fields}] }]\n`));
    const ofFields = await run('--check');
    expect(ofFields.stderr.match(/fields\[[12]\]: the monitor does not read the use of this limit/g)).toHaveLength(2);
    expect(ofFields.stdout).toMatch(/^ids {7}the kept ids alone$/m);
    await here.write(config(`${SUSPENDED}${list('a')}channels: [{ type: log, name: log }]\n`));
    expect(await run('--check', '--strict')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await run('--strict')).toMatchObject({ exitCode: 2 });
    await writeFile(join(here.folder, 'ids.txt'), 'a\nb c\n');
    await here.write(config(`${SUSPENDED}ids: [{ type: file, path: ids.txt }]\nchannels: [{ type: log, name: a }]\n`));
    const ofIds = await run('--check', '--strict');
    expect(ofIds.exitCode).toBe(2);
    expect(ofIds.stderr.replaceAll(/\n +/g, ' ')).toContain('ids[0].path: the file has 1 invalid id: line 2');
  });

  it('prints what would run, with the Redis that monitors share, and without a secret', async () => {
    const { baseUrl, here, run } = await openScene();
    const hook = '{ type: webhook, name: hook, url: "https://hooks.example.com/canary", token: canary-token }';
    const rest = `${SUSPENDED}channels: [${hook}]\n`;
    await here.write(config(`${rest}sharing: { redisFile: redis-url, scope: shop }\n`));
    const redisUrl = 'rediss://user-canary:canary%20password@redis.example.com:6380/1\n';
    await writeFile(join(here.folder, 'redis-url'), redisUrl);
    const checked = await run('--check');
    expect(checked).toMatchObject({ exitCode: 0, stderr: '' });
    expect(checked.stdout).toContain(`service   ${baseUrl}\n`);
    expect(checked.stdout).toContain('rule      suspended (state)\n');
    expect(checked.stdout).toContain('channel   hook (webhook hooks.example.com)\n');
    expect(checked.stdout).toMatch(/^sharing {3}over Redis at redis\.example\.com:6380, scope shop$/m);
    expect(checked.stdout).not.toContain('canary');
    const expected = '--redis: expected a URL without a password, such as rediss://redis.example.com:6379';
    const wrong = ['http://canary@host', 'rediss://u:canary@example.com', 'redis://localhost?password=canary'];
    for (const url of wrong) expectFailure(await run('--check', '--redis', url), 2, `fleetglass.yaml: ${expected}`);
    const shared = await run('--check', '--redis', 'rediss://user@redis.example.com');
    expect(shared.stdout).toMatch(/^sharing {3}over Redis at redis\.example\.com, scope shop$/m);
  });

  it('sends heartbeats while it polls, and none while the service refuses its account', async () => {
    const { control, ids, watch } = await openScene();
    await using receiver = await startWireServer((wire) => wire.end(httpAnswer(200)));
    const heartbeat = `channels: [{ type: heartbeat, name: alive, url: "${receiver.url}", every: 1s }]\n`;
    const running = await watch(`${SUSPENDED}${list(...ids)}${heartbeat}`);
    await poll(() => receiver.requests.length).toBeGreaterThan(1);
    await control.faults.inject({ kind: 'status', status: 401 });
    await running.logged('polling-stopped');
    const sent = receiver.requests.length;
    await running.logged('heartbeat-withheld');
    expect(receiver.requests.length).toBeLessThanOrEqual(sent + 1);
    await stop(running);
  });

  it('evaluates once with --once, beside a running monitor, and ends with 0, 1 or 2', async () => {
    const { baseUrl, control, first, here, ids, watch } = await openScene();
    const args = ['watch', '--config', here.config, '--state', here.state, '--once'];
    const once = (env: NodeJS.ProcessEnv = {}, columns?: number) =>
      runHere(args, { ...asAccount(baseUrl), ...env }, columns);
    const expectUndecided = ({ exitCode, stdout, stderr }: Ended, words: string): void => {
      expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(words) as string });
      expect(stdout + stderr).not.toContain('canary');
    };
    const early = 'rules:\n  - { name: early, kind: state, in: [suspended], severity: info, for: 10m }\n';
    const rules = SUSPENDED.replace('suspended]', 'suspended], for: 10m').replace('rules:\n', early);
    const running = await watch(rules + list(...ids));
    await running.logged('started');
    expect(await once()).toMatchObject({ exitCode: 0, stdout: 'No alert is pending or firing.\n', stderr: '' });
    await control.databases.set(first, { state: 'suspended' });
    const firing = await once({ NO_COLOR: '1' }, 80);
    expect(firing).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('2 alerts firing.') });
    expect(firing.stdout).toMatch(/^firing +critical +suspended.*\nfiring +info +early/m);
    expect(firing.stdout).toContain('2 firing, 0 pending. A wider terminal, or a pipe, also shows: id');
    await stop(running);
    await here.write(config(SUSPENDED));
    expectUndecided(await once(), 'no id source gave an id');
    await here.write(config(`${SUSPENDED}ids: [{ type: file, path: gone.txt }, { type: list, ids: ["${first}"] }]\n`));
    expectUndecided(await once(), 'ids[0] cannot be read');
    const written = join(here.folder, 'ids.txt');
    const writing = setInterval(() => appendFileSync(written, '# a line\n'), 20);
    await writeFile(written, `${first}\n`);
    await here.write(config(`${SUSPENDED}ids: [{ type: file, path: ids.txt }, { type: list, ids: ["${first}"] }]\n`));
    expectUndecided(await once(), 'it changed while it was read');
    clearInterval(writing);
    await writeFile(written, `${first}\na b\n`);
    expectUndecided(await once(), 'ids[0] gave 1 invalid id: line 2');
    await here.write(config(`${SUSPENDED}${list(...ids)}`));
    expectUndecided(await once({ FLEETGLASS_PASSWORD: 'canary-wrong' }), 'cannot be read');
    // The use of these databases cannot be read, and no rule needs it.
    const aboutIndices = 'rules: [{ name: full, kind: limit, ratio: 0.9, resource: index }]\n';
    await here.write(config(aboutIndices + list(...ids)).replaceAll(/(redis|vector): false/g, '$1: true'));
    expect(await once()).toMatchObject({ exitCode: 0, stderr: '' });
    // The use of a database that is not active is never read.
    const aboutDatabases = aboutIndices.replace('index', 'database');
    await here.write(config(aboutDatabases + list(first)).replaceAll(/(redis|vector): false/g, '$1: true'));
    expect(await once()).toMatchObject({ exitCode: 0, stderr: '' });
    const answer = httpAnswer(200, '[{"id":"songs"},{"name":"without an id"}]');
    await using unusable = await startWireServer((wire) => wire.end(answer));
    await here.write(config(aboutIndices));
    expectUndecided(await once({ FLEETGLASS_BASE_URL: unusable.url }), 'The indices cannot be read');
    const naming = aboutIndices.replace('0.9', '0.9, fields: [max_vector_count, max_daily_queries]');
    await here.write(config(naming.replace('vector: false', 'vector: true')));
    expectUndecided(await once(), 'The use of max_daily_queries is not known: the monitor does not read it.');
  });

  it.each([
    ['--once', 'the service', 'ids: [{ type: list, ids: [a] }]'],
    ['--once', 'an id source', 'ids: [{ type: http, url: URL }]'],
    ['--test-alert', 'a channel', 'channels: [{ type: webhook, name: silent, url: URL }]'],
  ])('ends with 130 if a signal interrupts %s while %s is silent', async (mode, what, section) => {
    await using silent = await startWireServer(() => {});
    const { baseUrl, here } = await openScene();
    await here.write(config(`${SUSPENDED}${section.replace('URL', `"${silent.url}"`)}\n`));
    const args = ['watch', '--config', here.config, '--state', here.state, mode];
    const running = startHere(args, asAccount(what === 'the service' ? silent.url : baseUrl));
    await silent.arrived();
    expect(await running.endBy('SIGINT')).toMatchObject({ exitCode: 130, stdout: '' });
  });

  it('writes an example with --init that --check accepts, and never overwrites a file', async () => {
    const here = await watchFolder(fleetglass);
    const file = join(here.folder, 'new', 'fleetglass.yaml');
    const init = await runHere(['watch', '--config', file, '--init']);
    expect(init).toMatchObject({ exitCode: 0, stderr: '' });
    expect((await stat(file)).mode & 0o077).toBe(0);
    const written = (await readdir(join(here.folder, 'new'))).toSorted();
    expect(written).toEqual(['fleetglass.schema.json', 'fleetglass.yaml', 'ids.txt']);
    const checked = await runHere(['watch', '--config', file, '--check', '--strict']);
    expect(checked).toMatchObject({ exitCode: 0, stderr: '' });
    await writeFile(file, 'mine');
    expectFailure(await runHere(['watch', '--config', file, '--init']), 2, 'the file exists');
    expect(await readFile(file, 'utf8')).toBe('mine');
  });
});

describe.concurrent('fleetglass watch --test-alert', () => {
  it('prints a result for each channel, and ends with 4 if one fails', async () => {
    const { here, run } = await openScene();
    const both = '{ type: command, name: good, command: ["true"] }, { type: command, name: bad, command: ["false"] }';
    await here.write(config(`channels: [${both}]\n`));
    const all = await run('--test-alert');
    expect(all.exitCode).toBe(4);
    expect(all.stdout).toMatch(/^good: delivered\nbad: not delivered: .*\n$/);
    expect(all.stderr).toContain('error: The test alert did not reach 1 of 2 channels.');
    const good = await run('--test-alert', '--channel', 'good');
    expect(good).toEqual({ exitCode: 0, stdout: 'good: delivered\n', stderr: '' });
    const unknown = await run('--test-alert', '--channel', 'god');
    expectFailure(unknown, 2, 'There is no channel god. Expected one of good, bad.');
    await here.write(config(''));
    expectFailure(await run('--test-alert', '--channel', 'good'), 2, 'The configuration has no channels.');
  });

  it('hides the secrets of the configuration in what a command says, as the log of the monitor does', async () => {
    const { here, run } = await openScene();
    const command = JSON.stringify(['sh', '-c', 'echo "refused: canary-of-ids at noon" >&2; exit 1']);
    // The rule of a test alert is named like the second token.
    const sources = ['canary-of-ids', 'fleetglass-test'].map(
      (token, at) => `  - { type: http, url: "https://ids.example.com/${at}", token: ${token} }\n`,
    );
    const channels = `channels:\n  - { type: command, name: bad, command: ${command} }\n  - { type: log, name: log }\n`;
    await here.write(config(`ids:\n${sources.join('')}${channels}`));
    const ended = await run('--test-alert');
    expect(ended).toMatchObject({
      exitCode: 4,
      stdout: 'bad: not delivered: sh ended with code 1: refused: •••• at noon\nlog: delivered\n',
    });
    expect(ended.stderr).toContain('"event":"notification-fired","channel":"log"');
    expect(ended.stderr).toContain('"rule":"••••"');
    expect(ended.stdout + ended.stderr).not.toMatch(/canary|fleetglass-test/);
  });

  it.each([
    ['end', 'printf "%0160d %s" 0 "$0"'],
    ['beginning', 'printf "%s %04080d" "$0" 0'],
  ])('hides a secret with spaces of which a long line has lost the %s', async (_, print) => {
    const { here, run } = await openScene();
    const secret = 'canary horse battery staple';
    const command = JSON.stringify(['sh', '-c', `${print} >&2; exit 1`, secret]);
    const hook = `{ type: webhook, name: hook, url: "https://hooks.example.com", headers: { x-key: ${secret} } }`;
    await here.write(config(`channels:\n  - { type: command, name: bad, command: ${command} }\n  - ${hook}\n`));
    const ended = await run('--test-alert', '--channel', 'bad');
    expect(ended.exitCode).toBe(4);
    expect(ended.stdout).toContain('bad: not delivered: sh ended');
    expect(ended.stdout + ended.stderr).not.toMatch(/canary|horse|battery|staple/);
  });
});

it.runIf(inject('hasTerminal'))('fleetglass watch ends when the terminal of its board is closed', async () => {
  const { baseUrl, here, ids } = await openScene();
  await here.write(config(list(...ids)));
  const command = [process.execPath, fleetglass.file, 'watch', '--config', here.config, '--state', here.state];
  const terminal = openTerminal(command, 100, asAccount(baseUrl));
  await terminal.shows(/orders/);
  const pid = (await logOf(here.state)).find(({ event }) => event === 'started')?.['pid'];
  expect(pid).toBeGreaterThan(0);
  terminal.close();
  await poll(async () => (await listProcesses()).some((each) => each.pid === pid)).toBe(false);
  expect((await logOf(here.state)).at(-1)).toMatchObject({ event: 'stopped' });
});
