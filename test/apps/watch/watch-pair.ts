import { expect, onTestFinished } from 'vitest';
import type { EventBody } from '../../../src/monitor/channels/event-body.js';
import { freePort } from '../../support/free-port.js';
import { startHookReceiver } from '../../support/hook-receiver.js';
import { startRedisServer } from '../../support/redis-server.js';
import { parseMetrics } from '../../support/parse-metrics.js';
import { sampleSeed } from '../../support/sample-database.js';
import { startService } from '../../support/start-service.js';
import { account, asAccount, type FleetglassCommand } from '../cli/command.js';
import { watchFolder, type Watch } from './watch-process.js';

export type WatchPair = Awaited<ReturnType<typeof startWatchPair>>;

const WAIT = { timeout: 60_000, interval: 50 };
export const REDIS_PASSWORD = 'CANARY-of-redis';

/**
 * Starts two `fleetglass watch` that share a Redis, a service, and a receiver of their alerts.
 *
 * @param hasRedis whether Redis runs when the two start
 */
export async function startWatchPair(fleetglass: FleetglassCommand, databases: number, hasRedis = true) {
  const seed = sampleSeed(...Array.from({ length: databases }, (_, at) => `db-${at}`));
  const service = await startService({ credentials: account, redis: 'off', seed });
  const { baseUrl, control, ids } = service;
  const redis = await startRedisServer({ appendOnly: true, password: REDIS_PASSWORD });
  const arrivals: EventBody[] = [];
  const hook = await startHookReceiver((text, response) => {
    arrivals.push(JSON.parse(text) as EventBody);
    response.writeHead(204).end();
  });
  const folders = await Promise.all([0, 1].map(() => watchFolder(fleetglass)));
  const ports = [await freePort(), await freePort()];
  const watches: Watch[] = [];
  const started: Watch[] = [];
  const counts = { breaches: 0, ended: 0 };
  onTestFinished(async () => {
    for (const watch of started) watch.kill('SIGKILL');
    await redis.close();
    await service.close();
  });

  async function start(at: number): Promise<void> {
    const watch = folders[at]?.start([], asAccount(baseUrl));
    if (watch === undefined) return;
    watches[at] = watch;
    started.push(watch);
    await watch.logged('started');
  }

  /** Reads `/metrics` of each process. A process that does not answer gives an empty text. */
  function metricsTexts(): Promise<string[]> {
    const read = async (port: number): Promise<string> =>
      (await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(1000) })).text();
    return Promise.all(ports.map((port) => read(port).catch(() => '')));
  }

  /** The value of a metric at each process, without those that do not export it. */
  async function metric(name: string): Promise<number[]> {
    return (await metricsTexts()).flatMap((text) => {
      const series = parseMetrics(text).series.filter((each) => each.name === name);
      return series.length === 0 ? [] : [series.reduce((sum, { value }) => sum + value, 0)];
    });
  }

  async function write(at: number): Promise<void> {
    await folders[at]?.write(`
metrics: { listen: "127.0.0.1:${ports[at]}", process: false }
sharing: { redis: "${redis.url}" }
usage: { redis: false, vector: false }
polling: { cadence: { tracked: 300ms, inactive: 300ms }, perSecond: 100 }
ids: [{ type: list, ids: ${JSON.stringify(ids)} }]
rules: [{ name: suspended, kind: state, in: [suspended] }]
channels: [{ type: webhook, name: pager, url: "${hook}" }]
`);
  }

  if (!hasRedis) await redis.kill();
  for (const at of folders.keys()) {
    await write(at);
    await start(at);
  }
  const arrivedOf = (type: EventBody['type']): number =>
    new Set(arrivals.filter((event) => event.type === type).map(({ idempotencyKey }) => idempotencyKey)).size;

  return {
    redis,
    ids,
    arrivals,
    /** The output of all processes so far. */
    output: (): string =>
      started
        .flatMap((watch) => watch.lines())
        .map((line) => JSON.stringify(line))
        .join('\n'),
    /** Suspends a database or activates it again, and counts the breach. */
    async setSuspended(id: string, isSuspended: boolean): Promise<void> {
      counts[isSuspended ? 'breaches' : 'ended'] += 1;
      await control.databases.set(id, { state: isSuspended ? 'suspended' : 'active' });
    },
    /** Waits until each breach so far has fired at the receiver, and has cleared if it has ended. */
    async settled(): Promise<void> {
      const expected = [counts.breaches, counts.ended];
      await expect.poll(() => [arrivedOf('alert.fired'), arrivedOf('alert.cleared')], WAIT).toEqual(expected);
    },
    /** Waits until one of the two delivers. @returns its number */
    async deliverer(): Promise<number> {
      const roles = (): Promise<number[]> => metric('fleetglass_monitor_delivers');
      await expect.poll(roles, WAIT).toSatisfy((each: number[]) => each.filter((value) => value === 1).length === 1);
      return (await metricsTexts()).findIndex((text) => text.includes('fleetglass_monitor_delivers 1'));
    },
    metric,
    signal: (at: number, signal: NodeJS.Signals) => watches[at]?.kill(signal),
    start,
    /** Runs a command such as `alerts` with the state directory of a process. @returns its output, in JSON */
    async ask(at: number, ...args: string[]): Promise<unknown> {
      const { stdout, stderr } = await fleetglass.run([...args, '--json', '--state', folders[at]?.state ?? '']);
      expect(stderr).toBe('');
      return JSON.parse(stdout);
    },
    async stop(): Promise<void> {
      for (const watch of watches) {
        expect(await watch.endBy('SIGTERM')).toMatchObject({ exitCode: 0, stderr: '' });
      }
    },
    /** How many different events of each kind arrived, and how many were expected. */
    counts: () => ({ ...counts, fired: arrivedOf('alert.fired'), cleared: arrivedOf('alert.cleared') }),
  };
}
