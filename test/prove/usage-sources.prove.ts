import { execFile, spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { createFleet, type Fleet } from 'fleetglass';
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
    const { database_id: id, port } = await fleet.databases.create(request);
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
    fleet.usage.addSource(redisInfo({ everyMs: 1000 }));

    const rows: unknown[] = [];
    let last = 0;
    for (let sample = 0; sample < scaled({ short: 5, long: 30 }); sample++) {
      const before = await readCli();
      last = Math.max(last, Date.now());
      const usage = await vi.waitFor(
        () => {
          const found = fleet.usage.latest('database', id).value;
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
      // redis-benchmark, the probe, and at times redis-cli.
      expect([21, 22]).toContain(seen.clients);
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

/** Each round measures the polls without and with the probes, one after the other in the same process. */
const ROUNDS = scaled({ short: 2, long: 4 });

/** A round with probes covers a whole interval of 30 s only in the long form. The rate of the probes is the same. */
const ROUND_MS = scaled({ short: 10_000, long: 40_000 });

describe('500 databases that are probed every 30 s', () => {
  test('do not change the p99 of the polls', async () => {
    const ports = await Promise.all(Array.from({ length: DATABASES }, startRedisStandIn));
    const service = createService({ credentials, controlToken: 'token', lifecycle: { creatingMs: 0, updatingMs: 0 } });
    onTestFinished(() => service.close());
    const { url } = await service.listen();
    const control = createControlClient({ baseUrl: url, token: 'token' });
    const fleet = createFleet({ baseUrl: url, credentials, polling: { perSecond: 100, burst: 20 } });
    onTestFinished(() => fleet.dispose());
    for (const port of ports) {
      const { database_id: id } = await fleet.databases.create(request);
      await control.databases.set(id, { endpoint: '127.0.0.1', port, tls: false });
    }
    await fleet.databases.refreshAll();
    const durations = watchPolls(fleet);
    const ids = fleet.databases.tracked.value;
    const remove = fleet.databases.track(ids, { everyMs: 5000 });
    const rounds: { without: number; with: number; polls: number; probes: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const [without, polls] = await p99During(durations);
      let probes = 0;
      const source = redisInfo({ everyMs: 30_000 });
      const stop = fleet.usage.addSource({
        ...source,
        async read(record, context) {
          const values = await source.read(record, context);
          probes += 1;
          return values;
        },
      });
      // The first reads of all databases are a burst of their own.
      await vi.waitFor(() => expect(probes).toBeGreaterThanOrEqual(DATABASES), { timeout: 30_000 });
      const first = probes;
      const [withProbes] = await p99During(durations);
      expect(fleet.usage.sources.value).toMatchObject([{ resources: DATABASES, failing: 0 }]);
      rounds.push({ without, with: withProbes, polls, probes: probes - first });
      stop();
    }
    remove();
    console.table(rounds);
    const best = (name: 'without' | 'with'): number => Math.min(...rounds.map((round) => round[name]));
    // The two are equal but for the noise of the machine.
    expect(best('with')).toBeLessThan(best('without') * 1.25 + 1);
    for (const { probes } of rounds) expect(probes).toBeGreaterThan((DATABASES * ROUND_MS) / 30_000 / 2);
  });

  /** Returns the 99th percentile of the durations during a round, milliseconds, and their number. */
  async function p99During(durations: number[]): Promise<[p99: number, count: number]> {
    durations.length = 0;
    await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
    const sorted = durations.toSorted((a, b) => a - b);
    return [Math.round((sorted[Math.floor(sorted.length * 0.99)] ?? NaN) * 100) / 100, sorted.length];
  }
});

/** Collects how long each poll takes, from its start to its answer. */
function watchPolls(fleet: Fleet): number[] {
  const durations: number[] = [];
  fleet.activity.subscribe((event) => {
    if (event.kind === 'answer' && event.operation === 'get-database') durations.push(event.durationMs);
  });
  return durations;
}

/** A server that answers AUTH and INFO, as 500 real ones would need more memory than a small machine has. */
async function startRedisStandIn(): Promise<number> {
  const fields = ['connected_clients:3', 'used_memory:1000000', 'instantaneous_ops_per_sec:9'];
  const text = `${fields.join('\r\n')}\r\n# filler\r\n${'x'.repeat(5000)}\r\n`;
  const info = `$${text.length}\r\n${text}\r\n`;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => void socket.write(String(chunk).includes('INFO') ? info : '+OK\r\n'));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}
