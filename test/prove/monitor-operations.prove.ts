import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { createManagementClient } from 'fleetglass';
import type { EventBody } from '../../src/monitor/channels/event-body.js';
import { createControlClient, createService } from 'fleetglass/service';
import { temporaryFolder } from '../support/temporary-folder.js';

/*
 * The monitor as operators run it: the command in a process of its own, a real redis-server under redis-benchmark, a real
 * Prometheus, a real Alertmanager, and a webhook that fails.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const credentials = { username: 'demo', password: 'demo' };
const WAIT = { timeout: 60_000, interval: 100 };

/** The limit of connections. redis-benchmark opens 22, and the monitor's own probe one more: 92 %. */
const MAX_CLIENTS = 25;
const BENCHMARK_CLIENTS = 22;

/** A program of the package of redis-server. */
const BENCHMARK = 'redis-benchmark';

describe.runIf(inject('hasRedisServer') && inject('hasPrometheus') && inject('hasAlertmanager'))(
  'fleetglass watch in operation',
  () => {
    test('reports one breach once, over three failures and a SIGKILL, with the numbers of Prometheus and Redis', async () => {
      const folder = await temporaryFolder();
      const service = createService({ credentials, redis: 'on', controlToken: 'token' });
      onTestFinished(() => service.close());
      const { url: baseUrl } = await service.listen();
      const client = createManagementClient({ baseUrl, credentials });
      const database = await client.createDatabase({
        database_name: 'orders',
        platform: 'aws',
        primary_region: 'us-east-1',
      });
      const { database_id: id, port, password = '' } = database as { password?: string } & typeof database;
      const control = createControlClient({ baseUrl, token: 'token' });
      await control.databases.set(id, { db_max_clients: MAX_CLIENTS });

      const hooks = await startHooks();
      const ports = await freePorts(3);
      const [metricsPort = 0, alertmanagerPort = 0, prometheusPort = 0] = ports;
      await startAlertmanager(folder, alertmanagerPort, hooks.url);
      await startPrometheus(folder, prometheusPort, metricsPort);

      const config = join(folder, 'fleetglass.yaml');
      await writeFile(config, configOf({ baseUrl, id, hooksUrl: hooks.url, alertmanagerPort, metricsPort }));
      const start = (): Monitor => startMonitor(config, join(folder, 'state'));
      const first = start();
      await vi.waitFor(
        async () => expect((await fetch(`http://127.0.0.1:${metricsPort}/readyz`)).status).toBe(200),
        WAIT,
      );

      // The use climbs, and the webhook fails.
      const benchmark = startBenchmark(port, password);
      await vi.waitFor(() => expect(hooks.attempts.length).toBeGreaterThanOrEqual(2), WAIT);
      first.kill('SIGKILL');
      await first.ended;
      const second = start();
      await vi.waitFor(() => expect(hooks.delivered).toHaveLength(1), WAIT);
      expect(hooks.attempts.length).toBeGreaterThan(3);
      expect(new Set(hooks.attempts.map(({ key }) => key)).size).toBe(1);
      expect(hooks.delivered).toMatchObject([{ type: 'alert.fired', rule: 'connections', id }]);

      // Prometheus, Alertmanager and redis-cli tell the same.
      const query = (text: string): Promise<number> => queryPrometheus(prometheusPort, text);
      await vi.waitFor(async () => {
        const seen = await query(`fleetglass_limit_used{id="${id}",field="db_max_clients"}`);
        const counted = await connectedClients(port, password);
        // redis-cli is a client too, and the probe is one while it reads.
        expect([counted - 1, counted]).toContain(seen);
        expect(await query(`fleetglass_limit_usage_ratio{id="${id}",field="db_max_clients"}`)).toBe(seen / MAX_CLIENTS);
      }, WAIT);
      await vi.waitFor(async () => expect(await query('sum(fleetglass_alerts{state="firing"})')).toBe(1), WAIT);
      await vi.waitFor(() => expect(hooks.fromAlertmanager).toContain('firing'), WAIT);

      // The use falls.
      benchmark.kill();
      await vi.waitFor(() => expect(hooks.delivered).toHaveLength(2), WAIT);
      expect(hooks.delivered[1]).toMatchObject({ type: 'alert.cleared', rule: 'connections', id });
      expect(hooks.delivered[1]?.durationSeconds).toBeGreaterThan(0);
      await vi.waitFor(() => expect(hooks.fromAlertmanager).toEqual(['firing', 'resolved']), WAIT);
      await vi.waitFor(
        async () => expect(await query('sum(fleetglass_alerts{state="firing"}) or vector(0)')).toBe(0),
        WAIT,
      );

      const stoppedAt = performance.now();
      second.kill('SIGTERM');
      expect(await second.ended).toBe(0);
      expect(performance.now() - stoppedAt).toBeLessThan(5000);
      // One event fired and one cleared, each delivered once under its own key.
      expect(hooks.delivered.map(({ type }) => type)).toEqual(['alert.fired', 'alert.cleared']);
      expect(new Set(hooks.delivered.map(({ key }) => key)).size).toBe(2);
      // The documented rules for Prometheus work with these metrics.
      const { data } = (await (await fetch(`http://127.0.0.1:${prometheusPort}/api/v1/rules`)).json()) as {
        data: { groups: { rules: { name: string; health: string; lastError?: string }[] }[] };
      };
      const rules = data.groups.flatMap((group) => group.rules);
      expect(rules.length).toBeGreaterThan(0);
      expect(rules.filter(({ health }) => health === 'err')).toEqual([]);
    });
  },
);

interface ReceivedEvent {
  readonly key: string;
  readonly type: EventBody['type'];
  readonly rule: string;
  readonly id: string;
  readonly durationSeconds?: number;
}

/** A webhook that fails three times, and the receiver of Alertmanager's notifications. */
async function startHooks() {
  const attempts: ReceivedEvent[] = [];
  const delivered: ReceivedEvent[] = [];
  const fromAlertmanager: string[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      if (request.url === '/alertmanager') {
        const { status } = JSON.parse(body) as { status: string };
        if (fromAlertmanager.at(-1) !== status) fromAlertmanager.push(status);
        return void response.end();
      }
      const event = readEvent(String(request.headers['idempotency-key']), body);
      attempts.push(event);
      const isFailing = attempts.length <= 3;
      if (!isFailing) delivered.push(event);
      response.writeHead(isFailing ? 503 : 204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { attempts, delivered, fromAlertmanager, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function readEvent(key: string, body: string): ReceivedEvent {
  const { type, durationSeconds, alert } = JSON.parse(body) as EventBody;
  const { rule, id } = alert;
  return { key, type, rule, id, ...(durationSeconds !== undefined && { durationSeconds }) };
}

function configOf(parts: Readonly<Record<'baseUrl' | 'id' | 'hooksUrl', string> & Record<string, string | number>>) {
  return `
service: { baseUrl: '${parts.baseUrl}', username: demo, password: demo }
ids: [{ type: list, ids: ['${parts.id}'] }]
polling: { cadence: { tracked: 1s } }
usage: { every: 1s }
rules:
  - { name: connections, kind: limit, fields: [db_max_clients], ratio: 0.8, clearRatio: 0.5, severity: critical }
channels:
  - { type: webhook, name: pager, url: '${parts.hooksUrl}/hook' }
  - { type: alertmanager, name: alertmanager, url: 'http://127.0.0.1:${parts['alertmanagerPort']}', repeatEvery: 2s }
metrics: { listen: '127.0.0.1:${parts['metricsPort']}', seriesPerResource: 40 }
`;
}

interface Monitor {
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<number | null>;
}

function startMonitor(config: string, state: string): Monitor {
  const file = join(root, 'dist/apps/cli/main.js');
  const child = spawn(process.execPath, [file, 'watch', '--config', config, '--state', state], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    kill: (signal) => void child.kill(signal),
    ended: once(child, 'exit').then(([code]) => code as number | null),
  };
}

function startBenchmark(port: number, password: string): ChildProcess {
  const load = ['-p', String(port), '-a', password, '-q', '-c', String(BENCHMARK_CLIENTS), '-l', '-t', 'set,get'];
  const benchmark = spawn(BENCHMARK, [...load, '-r', '1000', '-P', '1'], { stdio: 'ignore' });
  onTestFinished(() => void benchmark.kill());
  return benchmark;
}

async function connectedClients(port: number, password: string): Promise<number> {
  const env = { ...process.env, REDISCLI_AUTH: password };
  const { stdout } = await run('redis-cli', ['-p', String(port), 'INFO', 'clients'], { env });
  return Number(/^connected_clients:(\d+)/m.exec(stdout)?.[1]);
}

async function startAlertmanager(folder: string, port: number, hooksUrl: string): Promise<void> {
  const config = join(folder, 'alertmanager.yml');
  await writeFile(
    config,
    `
route: { receiver: hook, group_wait: 0s, group_interval: 1s, repeat_interval: 1h }
receivers: [{ name: hook, webhook_configs: [{ url: '${hooksUrl}/alertmanager', send_resolved: true }] }]
`,
  );
  await startProgram('prometheus-alertmanager', `http://127.0.0.1:${port}/-/ready`, [
    `--config.file=${config}`,
    `--storage.path=${join(folder, 'alertmanager')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--cluster.listen-address=',
  ]);
}

async function startPrometheus(folder: string, port: number, metricsPort: number): Promise<void> {
  const data = join(folder, 'prometheus');
  await mkdir(data);
  const config = join(folder, 'prometheus.yml');
  await writeFile(
    config,
    `
global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: ['${join(root, 'docs/examples/monitor/prometheus-*-rules.yml')}']
scrape_configs: [{ job_name: fleetglass, static_configs: [{ targets: ['127.0.0.1:${metricsPort}'] }] }]
`,
  );
  await startProgram('prometheus', `http://127.0.0.1:${port}/-/ready`, [
    `--config.file=${config}`,
    `--storage.tsdb.path=${data}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
}

async function startProgram(program: string, readyUrl: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: 'ignore' });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  await vi.waitFor(async () => expect((await fetch(readyUrl)).status).toBe(200), WAIT);
}

async function queryPrometheus(port: number, query: string): Promise<number> {
  const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`;
  const { data } = (await (await fetch(url)).json()) as { data: { result: { value: [number, string] }[] } };
  return Number(data.result[0]?.value[1]);
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
