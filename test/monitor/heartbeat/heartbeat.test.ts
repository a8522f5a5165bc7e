import { expect, it, onTestFinished } from 'vitest';
import { startHeartbeat, type HeartbeatOptions } from '../../../src/monitor/heartbeat/start-heartbeat.js';
import { failureOf } from '../../support/failure-of.js';
import { createMemoryEngine } from '../../persistence/memory-engine.js';
import { createWorld, MINUTE, openMonitored } from '../monitored-world.js';

const heartbeat = 'watchdog';

async function setUp(options: Partial<HeartbeatOptions> = {}) {
  const world = createWorld(['db-1']);
  const { clock } = world;
  const state = createMemoryEngine();
  const { monitor } = await openMonitored(world, { state });
  const beats: string[] = [];
  const logged: object[] = [];
  let status = 200;
  const stop = startHeartbeat(monitor, {
    name: heartbeat,
    url: 'https://hc.example.com/canary-in-path?token=canary-in-query',
    headers: { authorization: 'Bearer canary-in-header' },
    clock,
    // No heartbeat depends on its log. An unhandled rejection fails the run.
    log(level, event, facts) {
      logged.push({ level, event, ...facts });
      throw new Error('the log is closed');
    },
    fetch: async (url, { method, headers } = {}) => {
      beats.push(`${method} ${url} ${new Headers(headers).get('authorization')}`);
      return new Response(null, { status });
    },
    ...options,
  });
  onTestFinished(stop);
  /** How many requests were sent in so many minutes. */
  async function countIn(minutes: number): Promise<number> {
    const before = beats.length;
    await clock.advance(minutes * MINUTE);
    return beats.length - before;
  }
  return { world, state, monitor, beats, logged, stop, countIn, answer: (next: number) => void (status = next) };
}

it('sends a request each minute while the monitor works, also if a request fails or the log throws, until it is stopped', async () => {
  const { beats, logged, stop, countIn, answer } = await setUp();
  expect(await countIn(10)).toBe(10);
  expect(new Set(beats)).toEqual(
    new Set(['GET https://hc.example.com/canary-in-path?token=canary-in-query Bearer canary-in-header']),
  );
  answer(400);
  expect(await countIn(5)).toBe(5);
  answer(200);
  await countIn(2);
  const sent = { level: 'info', event: 'heartbeat-sent', heartbeat };
  const error = 'hc.example.com answered with status 400';
  expect(logged).toEqual([sent, { level: 'warn', event: 'heartbeat-failed', heartbeat, error }, sent]);
  expect(JSON.stringify(logged)).not.toContain('canary');
  stop();
  expect(await countIn(10)).toBe(0);
});

it('sends nothing while polling is stopped, nothing can be saved, or the monitor has ended', async () => {
  const { world, state, monitor, logged, countIn } = await setUp({ method: 'POST', everyMs: 10_000 });
  expect(await countIn(1)).toBe(6);
  world.failure = 401;
  await countIn(3);
  expect(await countIn(5)).toBe(0);
  world.failure = undefined;
  await countIn(10);
  expect(await countIn(1)).toBe(6);
  state.failure = 'full';
  monitor.setRules([{ name: 'active', kind: 'state', in: ['active'] }]);
  await countIn(1);
  expect(await countIn(5)).toBe(0);
  state.failure = undefined;
  await countIn(5);
  expect(await countIn(1)).toBe(6);
  await Promise.all([monitor.dispose(), world.clock.advance(5000)]);
  expect(await countIn(5)).toBe(0);
  expect(logged).toMatchObject([
    { event: 'heartbeat-sent' },
    { level: 'warn', event: 'heartbeat-withheld', reasons: [expect.stringContaining('Polling is stopped.')] },
    { event: 'heartbeat-sent' },
    { event: 'heartbeat-withheld', reasons: [expect.stringContaining('cannot be saved')] },
    { event: 'heartbeat-sent' },
    { event: 'heartbeat-withheld', reasons: ['The monitor has ended.'] },
  ]);
});

it('ends a request that gets no answer before it sends the next one', async () => {
  const requests: AbortSignal[] = [];
  const openOnes: number[] = [];
  const fetch: HeartbeatOptions['fetch'] = (_, { signal } = {}) => {
    requests.push(signal as AbortSignal);
    openOnes.push(requests.filter(({ aborted }) => !aborted).length);
    return new Promise(() => {});
  };
  const { world, logged } = await setUp({ timeoutMs: 600_000, fetch });
  await world.clock.advance(10 * MINUTE);
  expect(openOnes).toEqual(Array(10).fill(1));
  expect(logged).toMatchObject([{ event: 'heartbeat-failed', error: 'no result within 60 s' }]);
});

it('refuses wrong options', async () => {
  const monitor = { health: () => ({ failures: [], unready: [] }) };
  const wrong = { name: 'a b', url: 'http://example.com', method: 'PUT', everyMs: 1 } as unknown as HeartbeatOptions;
  const { code, issues = [] } = await failureOf(Promise.resolve().then(() => startHeartbeat(monitor, wrong)));
  expect([code, issues.map(({ path }) => path)]).toEqual(['invalid-request', ['name', 'method', 'everyMs']]);
});
