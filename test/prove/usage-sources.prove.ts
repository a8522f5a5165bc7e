import { expect, inject, test, vi } from 'vitest';
import { addUsageSource, createDatabase, createFleet, usageOf } from 'fleetglass';
import { redisInfo } from 'fleetglass/probes/redis';
import { createService } from 'fleetglass/service';
import { infoOfCli, startBenchmark } from '../support/redis-programs.js';
import { createRequest } from '../support/requests.js';
import { scaled } from '../support/scale.js';

const credentials = { username: 'demo', password: 'demo' };

test.runIf(inject('hasRedisServer'))('redisInfo agrees with redis-cli within one sample under load', async () => {
  await using service = createService({ credentials, redis: 'on' });
  using fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });
  const { database_id: id, port } = await createDatabase(fleet, createRequest);
  const { password = '' } = fleet.databases.credentials(id) ?? {};
  startBenchmark(port, password, ['-c', '20', '-r', '100000', '-d', '200']);
  const readCli = async (): Promise<ReadonlyMap<string, number>> =>
    new Map([...(await infoOfCli(port, password))].map(([field, value]) => [field, Number(value)]));
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
    // redis-benchmark, and sometimes redis-cli.
    expect([20, 21]).toContain(seen.clients);
    expectNear(seen.memory, [before.get('used_memory') ?? 0, after.get('used_memory') ?? 0], 0.1);
  }
  console.table(rows);
  const rates = (rows as { rate: number; cliRate: number }[]).slice(1);
  const mean = (name: 'rate' | 'cliRate'): number => rates.reduce((sum, row) => sum + row[name], 0) / rates.length;
  expect(mean('rate')).toBeGreaterThan(1000);
  expectNear(mean('rate'), [mean('cliRate')], 0.25);
});

function expectNear(value: number, range: readonly number[], tolerance: number): void {
  expect(value).toBeGreaterThan(Math.min(...range) * (1 - tolerance));
  expect(value).toBeLessThan(Math.max(...range) * (1 + tolerance));
}
