import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { createManagementClient } from 'fleetglass';
import type { EventBody } from '../../src/monitor/channels/event-body.js';
import { useFleetglass } from '../apps/cli/command.js';
import { watchFolder } from '../apps/watch/watch-process.js';
import { root } from '../docs/root.js';
import { startAlertmanager } from '../monitor/channels/start-alertmanager.js';
import { freePort } from '../support/free-port.js';
import { startHookReceiver } from '../support/hook-receiver.js';
import { infoOfCli, startBenchmark } from '../support/redis-programs.js';
import { createRequest } from '../support/requests.js';
import { startService } from '../support/start-service.js';

/*
 * The monitor as operators run it: the command in a process of its own, a real redis-server under redis-benchmark, a real
 * Prometheus, a real Alertmanager, and a webhook that fails.
 */

const fleetglass = await useFleetglass();
const credentials = { username: 'demo', password: 'demo' };
const WAIT = { timeout: 60_000, interval: 100 };

/** The limit of connections. redis-benchmark opens 22, and the monitor's own probe one more: 92 %. */
const MAX_CLIENTS = 25;
const BENCHMARK_CLIENTS = 22;

describe.runIf(inject('hasRedisServer') && inject('hasPrometheus') && inject('hasAlertmanager'))(
  'fleetglass watch in operation',
  () => {
    test('reports one breach once, over three failures and a SIGKILL, with the numbers of Prometheus and Redis', async () => {
      const { folder, write, start } = await watchFolder(fleetglass);
      await using service = await startService({ credentials, redis: 'on' });
      const { baseUrl, control } = service;
      const client = createManagementClient({ baseUrl, credentials });
      const database = await client.createDatabase(createRequest);
      const { database_id: id, port, password = '' } = database as { password?: string } & typeof database;
      await control.databases.set(id, { db_max_clients: MAX_CLIENTS });

      const hooks = await startHooks();
      const alertmanager = await startAlertmanager(`${hooks.url}/alertmanager`);
      onTestFinished(() => alertmanager.stop());
      const [metricsPort, prometheusPort] = [await freePort(), await freePort()];
      await startPrometheus(folder, prometheusPort, metricsPort);

      await write(`
service: { baseUrl: '${baseUrl}', username: demo, password: demo }
ids: [{ type: list, ids: ['${id}'] }]
polling: { cadence: { tracked: 1s } }
usage: { every: 1s }
rules:
  - { name: connections, kind: limit, fields: [db_max_clients], ratio: 0.8, clearRatio: 0.5, severity: critical }
channels:
  - { type: webhook, name: pager, url: '${hooks.url}/hook' }
  - { type: alertmanager, name: alertmanager, url: '${alertmanager.url}', repeatEvery: 2s }
metrics: { listen: '127.0.0.1:${metricsPort}', seriesPerResource: 40 }
`);
      const first = start();
      await vi.waitFor(async () => expect((await first.get('/readyz')).status).toBe(200), WAIT);

      // The use climbs, and the webhook fails.
      const benchmark = startBenchmark(port, password, ['-c', String(BENCHMARK_CLIENTS), '-r', '1000', '-P', '1']);
      await vi.waitFor(() => expect(hooks.attempts.length).toBeGreaterThanOrEqual(2), WAIT);
      first.kill('SIGKILL');
      await first.ended;
      const second = start();
      await vi.waitFor(() => expect(hooks.delivered).toHaveLength(1), WAIT);
      expect(hooks.attempts.length).toBeGreaterThan(3);
      expect(new Set(hooks.attempts.map(({ key }) => key)).size).toBe(1);
      expect(hooks.delivered).toMatchObject([{ type: 'alert.fired', rule: 'connections', id }]);

      // Prometheus, Alertmanager and redis-cli agree.
      const query = async (given: string): Promise<number> => {
        const url = `http://127.0.0.1:${prometheusPort}/api/v1/query?query=${encodeURIComponent(given)}`;
        const { data } = (await (await fetch(url)).json()) as { data: { result: { value: [number, string] }[] } };
        return Number(data.result[0]?.value[1]);
      };
      await vi.waitFor(async () => {
        const seen = await query(`fleetglass_limit_used{id="${id}",field="db_max_clients"}`);
        const counted = Number((await infoOfCli(port, password)).get('connected_clients'));
        // redis-cli counts as a client too, and so does the probe while it reads.
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
      expect((await second.ended).exitCode).toBe(0);
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

/** A webhook that fails three times, and the receiver of Alertmanager's notifications. */
async function startHooks() {
  const attempts: ReturnType<typeof readEvent>[] = [];
  const delivered: ReturnType<typeof readEvent>[] = [];
  const fromAlertmanager: string[] = [];
  const url = await startHookReceiver((body, response, { url: path, headers }) => {
    if (path === '/alertmanager') {
      const { status } = JSON.parse(body) as { status: string };
      if (fromAlertmanager.at(-1) !== status) fromAlertmanager.push(status);
      return void response.end();
    }
    const event = readEvent(String(headers['idempotency-key']), body);
    attempts.push(event);
    const isFailing = attempts.length <= 3;
    if (!isFailing) delivered.push(event);
    response.writeHead(isFailing ? 503 : 204).end();
  });
  return { attempts, delivered, fromAlertmanager, url };
}

function readEvent(key: string, body: string) {
  const { type, durationSeconds, alert } = JSON.parse(body) as EventBody;
  const { rule, id } = alert;
  return { key, type, rule, id, durationSeconds };
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
  const options = [`--config.file=${config}`, `--storage.tsdb.path=${data}`, `--web.listen-address=127.0.0.1:${port}`];
  const child = spawn('prometheus', options, { stdio: 'ignore' });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/-/ready`)).status).toBe(200), WAIT);
}
