import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import {
  createFleet,
  type Fleet,
  createDatabase,
  addUsageSource,
  usageOf,
  refreshAll,
  usageSourcesOf,
  activityOf,
} from 'fleetglass';
import { redisInfo } from 'fleetglass/probes/redis';
import { createControlClient, createService } from 'fleetglass/service';
import { scaled } from '../support/scale.js';

const credentials = { username: 'demo', password: 'demo' };
const request = { database_name: 'orders', platform: 'aws', primary_region: 'us-east-1' } as const;
const run = promisify(execFile);

/** A program of the package of redis-server. */
const BENCHMARK = 'redis-benchmark';

describe.runIf(inject('hasRedisServer'))('redisInfo under redis-benchmark', () => {
  test('agrees with redis-cli within one sample', async () => {
    const service = createService({ credentials, redis: 'on' });
    onTestFinished(() => service.close());
    const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });
    onTestFinished(() => fleet.dispose());
    const { database_id: id, port } = await createDatabase(fleet, request);
    const env = { ...process.env, REDISCLI_AUTH: fleet.databases.credentials(id)?.password };
    const load = ['-p', String(port), '-a', env.REDISCLI_AUTH ?? '', '-q', '-c', '20', '-r', '100000', '-l'];
    const benchmark = spawn(BENCHMARK, [...load, '-d', '200', '-t', 'set,get'], { stdio: 'ignore' });
    onTestFinished(() => void benchmark.kill());
    const readCli = async (): Promise<ReadonlyMap<string, number>> => {
      const { stdout } = await run('redis-cli', ['-p', String(port), 'INFO'], { env });
      return new Map(stdout.split(/\r?\n/).map((line) => [line.split(':')[0] ?? '', Number(line.split(':')[1])]));
    };
    // The load has to run at its full rate.
    await vi.waitFor(async () => expect((await readCli()).get('connected_clients')).toBeGreaterThanOrEqual(21), 10_000);
    addUsageSource(fleet, redisInfo({ everyMs: 1000 }));

    const rows: unknown[] = [];
    let last = 0;
    for (let sample = 0; sample < scaled({ short: 5, long: 30 }); sample++) {
      const before = await readCli();
      last = Math.max(last, Date.now());
      const usage = await vi.waitFor(
        () => {
          const found = usageOf(fleet, 'database', id).value;
          if (found?.db_request_limit === undefined || found.db_request_limit.at <= last) throw new Error('not yet');
          return found;
        },
        { timeout: 5000, interval: 5 },
      );
      const after = await readCli();
      last = usage.db_request_limit?.at ?? 0;
      const seen = {
        commands: usage.db_request_limit?.used ?? 0,
        clients: usage.db_max_clients?.used ?? 0,
        memory: usage.db_memory_threshold?.used ?? 0,
        rate: usage.db_max_commands_per_second?.used ?? 0,
      };
      rows.push({ ...seen, cliRate: after.get('instantaneous_ops_per_sec') });
      // Counters only grow, so the reading is between the two readings of redis-cli.
      expect(seen.commands).toBeGreaterThan(before.get('total_commands_processed') ?? 0);
      expect(seen.commands).toBeLessThan(after.get('total_commands_processed') ?? 0);
      // redis-benchmark, and at times redis-cli.
      expect([20, 21]).toContain(seen.clients);
      expectNear(seen.memory, [before.get('used_memory') ?? 0, after.get('used_memory') ?? 0], 0.1);
    }
    console.table(rows);
    const rates = (rows as { rate: number; cliRate: number }[]).slice(1);
    const mean = (name: 'rate' | 'cliRate'): number => rates.reduce((sum, row) => sum + row[name], 0) / rates.length;
    expect(mean('rate')).toBeGreaterThan(1000);
    expectNear(mean('rate'), [mean('cliRate')], 0.25);
  });
});

function expectNear(value: number, range: readonly number[], tolerance: number): void {
  expect(value).toBeGreaterThan(Math.min(...range) * (1 - tolerance));
  expect(value).toBeLessThan(Math.max(...range) * (1 + tolerance));
}

const DATABASES = 500;

/**
 * Each pair measures the polls without and then with the probes, in the same process and within seconds, so that other
 * programs on the machine disturb both alike.
 */
const PAIRS = scaled({ short: 4, long: 12 });

const SLICE_MS = scaled({ short: 2000, long: 3000 });

/** The first reads of a source are a burst of their own, and the polls that it delayed are not counted. */
const SETTLE_MS = scaled({ short: 1000, long: 2000 });

/** The most processor time of a probe with its connection: 17 probes a second then take 7 % of a core. */
const MOST_CPU_MS = 4;

/** Below this share of pairs with slower polls, chance explains them. */
const SLOWER_SHARE = 0.75;

describe('500 databases that are probed every 30 s', () => {
  test('do not change the p99 of the polls', async () => {
    const ports = await startStandIns(DATABASES);
    const service = createService({ credentials, controlToken: 'token', lifecycle: { creatingMs: 0, updatingMs: 0 } });
    onTestFinished(() => service.close());
    const { url } = await service.listen();
    const control = createControlClient({ baseUrl: url, token: 'token' });
    const fleet = createFleet({ baseUrl: url, credentials, polling: { perSecond: 100, burst: 20 } });
    onTestFinished(() => fleet.dispose());
    for (const port of ports) {
      const { database_id: id } = await createDatabase(fleet, request);
      await control.databases.set(id, { endpoint: '127.0.0.1', port, tls: false });
    }
    await refreshAll(fleet);
    const durations = watchPolls(fleet);
    const ids = fleet.databases.tracked.value;
    const remove = fleet.databases.track(ids, { everyMs: 5000 });
    const pairs: {
      without: number;
      with: number;
      polls: number;
      probes: number;
      cpuWithout: number;
      cpuWith: number;
    }[] = [];
    for (let pair = 0; pair < PAIRS; pair++) {
      const [without, polls, cpuWithout] = await p99During(durations);
      let probes = 0;
      const source = redisInfo({ everyMs: 30_000 });
      const stop = addUsageSource(fleet, {
        ...source,
        async read(record, context) {
          const values = await source.read(record, context);
          probes += 1;
          return values;
        },
      });
      await vi.waitFor(() => expect(probes).toBeGreaterThanOrEqual(DATABASES), { timeout: 30_000 });
      const first = probes;
      const [withProbes, , cpuWith] = await p99During(durations);
      expect(usageSourcesOf(fleet).value).toMatchObject([{ resources: DATABASES, failing: 0 }]);
      pairs.push({ without, with: withProbes, polls, probes: probes - first, cpuWithout, cpuWith });
      stop();
    }
    remove();
    console.table(pairs);
    for (const { probes } of pairs) expect(probes).toBeGreaterThan((DATABASES * SLICE_MS) / 30_000 / 2);
    // A busy machine hides a slow poll, but not the processor time that made it slow.
    const sum = (name: 'cpuWith' | 'cpuWithout' | 'probes'): number =>
      pairs.reduce((total, pair) => total + pair[name], 0);
    expect((sum('cpuWith') - sum('cpuWithout')) / sum('probes')).toBeLessThan(MOST_CPU_MS);
    const slower = pairs.filter((pair) => pair.with > pair.without * 1.25 + 1);
    expect(slower.length).toBeLessThanOrEqual(PAIRS * SLOWER_SHARE);
  });

  /** Returns the 99th percentile of the durations during a slice, milliseconds, their number, and the processor time. */
  async function p99During(durations: number[]): Promise<[p99: number, count: number, cpuMs: number]> {
    await sleep(SETTLE_MS);
    durations.length = 0;
    const before = process.cpuUsage();
    await sleep(SLICE_MS);
    const { user, system } = process.cpuUsage(before);
    const sorted = durations.toSorted((a, b) => a - b);
    return [
      Math.round((sorted[Math.floor(sorted.length * 0.99)] ?? NaN) * 100) / 100,
      sorted.length,
      Math.round((user + system) / 1000),
    ];
  }
});

/** Collects how long each poll takes, from its start to its answer. */
function watchPolls(fleet: Fleet): number[] {
  const durations: number[] = [];
  activityOf(fleet).subscribe((event) => {
    if (event.kind === 'answer' && event.operation === 'get-database') durations.push(event.durationMs);
  });
  return durations;
}

/** Starts stand-ins for Redis servers in another process, because their work is none of the fleet's. */
async function startStandIns(count: number): Promise<readonly number[]> {
  const worker = fileURLToPath(new URL('redis-stand-ins-worker.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', worker, String(count)], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return JSON.parse(line) as number[];
}
