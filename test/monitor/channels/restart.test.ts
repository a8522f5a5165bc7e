import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import type { EventBody } from '../../../src/monitor/channels/event-body.js';
import { buildWorker } from '../../support/build-worker.js';
import { createSeededRandom } from '../../support/seeded-random.js';
import { scaled } from '../../support/scale.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { httpAnswer, startWireServer } from '../../support/wire-server.js';

const ROUNDS = scaled({ short: 2, long: 150 });
const EVENTS_PER_ROUND = 40;

let worker = '';

beforeAll(async () => {
  worker = await buildWorker('test/monitor/channels/deliver-worker.ts');
});

/** Starts a process that delivers kept events, and adds events from one number to another. */
function startWorker(directory: string, url: string, first = 1, last = 0) {
  const child: ChildProcess = spawn(process.execPath, [worker, directory, url, String(first), String(last)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout?.on('data', (chunk) => (printed += chunk));
  const ended = once(child, 'close');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  return {
    /** The numbers of the events that are durable. */
    durable: () => [...printed.matchAll(/^(\d+)\n/gm)].map(([, number]) => Number(number)),
    isEmpty: () => printed.includes('empty\n'),
    kill,
  };
}

const keyOf = (body: string): string => (JSON.parse(body) as EventBody).idempotencyKey;

it(
  'deliveries of a process that is killed lose no durable event and keep the order of each alert, whenever that happens',
  async () => {
    const random = createSeededRandom(7);
    let faults = 0.3;
    const delivered: number[] = [];
    await using server = await startWireServer((wire, { body }) => {
      const fault = random() / faults;
      if (fault < 0.3) return wire.reset();
      if (fault >= 1) delivered.push(Number(keyOf(body).split('-')[2]));
      wire.send(httpAnswer(fault < 1 ? 503 : 200));
    });
    const directory = join(await temporaryFolder(), 'state');
    const durable: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const first = round * EVENTS_PER_ROUND + 1;
      const running = startWorker(directory, server.url, first, first + EVENTS_PER_ROUND - 1);
      const enough = 1 + Math.floor(random() * EVENTS_PER_ROUND);
      await expect.poll(() => running.durable().length, { interval: 1 }).toBeGreaterThanOrEqual(enough);
      await running.kill();
      durable.push(...running.durable());
    }
    faults = 1e-9;
    const last = startWorker(directory, server.url);
    await expect.poll(last.isEmpty, { timeout: 120_000 }).toBe(true);

    expect(durable.filter((number) => !delivered.includes(number))).toEqual([]);
    // An even number clears the alert that the number before it fired.
    const cleared = durable.filter((number) => number % 2 === 0);
    expect(cleared.filter((number) => delivered.indexOf(number) < delivered.indexOf(number - 1))).toEqual([]);
  },
  150_000 + ROUNDS * 10_000,
);
