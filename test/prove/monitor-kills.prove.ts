import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { DigestBody, EventBody } from '../../src/monitor/channels/event-body.js';
import { useFleetglass } from '../apps/cli/command.js';
import { watchFolder } from '../apps/watch/watch-process.js';
import { scaled } from '../support/scale.js';
import { recordFigures } from '../support/figures.js';
import { startHookReceiver } from '../support/hook-receiver.js';
import { sampleSeed } from '../support/sample-database.js';
import { createSeededRandom } from '../support/seeded-random.js';
import { startService } from '../support/start-service.js';
import { createQuietHook, QUIET_RULES, silenceInState, WINDOWS, type ReportedBreach } from './quiet-alerts.js';

/*
 * The whole command is killed with SIGKILL at random moments, during its start too, while breaches begin and end and the
 * webhook fails at random. Some alerts are silenced, in maintenance windows, or repeated.
 */

const KILLS = scaled({ short: 30, long: 200 });
const SILENCED_MS = scaled({ short: 60_000, long: 150_000 });
const DATABASES = 6;
/** Both rules hold for the same records. The alerts of the second one are pending for a while. */
const RULES = ['suspended', 'suspended-for'];
const WAIT = { timeout: 120_000, interval: 20 };

const fleetglass = await useFleetglass();
/** A channel sends a digest at most once in two minutes while a storm lasts. */
const STORM_WAIT = { timeout: 240_000, interval: 100 };

const credentials = { username: 'demo', password: 'demo' };
const random = createSeededRandom(14);
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test(`fleetglass watch under SIGKILL gives each breach one key for fired and one for cleared, in order, at most one repeated message per kill, over ${KILLS} kills`, async () => {
  const { state, write, start, keptIds } = await watchFolder(fleetglass);
  const seed = sampleSeed(...Array.from({ length: DATABASES }, (_, at) => `db-${at}`));
  await using service = await startService({ credentials, redis: 'off', seed });
  const { baseUrl, control, ids } = service;
  const hook = await startHook();
  const digests = await startDigestHook();
  const quiet = createQuietHook();
  const urls = [hook.url, digests.url, await startHookReceiver(quiet.receive)];

  // The ids come from the state from now on.
  await write(configOf(baseUrl, urls, `ids: [{ type: list, ids: ${JSON.stringify(ids)} }]`));
  const first = start();
  await first.logged('ids-added');
  await vi.waitFor(async () => expect((await first.get('/readyz')).status).toBe(200), WAIT);
  first.kill('SIGKILL');
  await first.ended;
  const silencedUntil = await silenceInState(join(state, 'monitor'), SILENCED_MS);
  await write(configOf(baseUrl, urls, ''));

  let isEnding = false;
  /** Suspends a database and activates it again, each time when both alerts of the last change were tried. */
  async function breach(id: string): Promise<number> {
    let count = 0;
    while (!isEnding) {
      count += 1;
      for (const [state, type] of [['suspended', 'alert.fired'] as const, ['active', 'alert.cleared'] as const]) {
        await control.databases.set(id, { state });
        await vi.waitFor(() => {
          for (const rule of RULES) expect(hook.tried(id, rule, type)).toBe(count);
        }, WAIT);
        await sleep(random() * 500);
      }
    }
    return count;
  }
  const breaches = Promise.all(ids.map(breach));
  for (let kill = 0; kill < KILLS; kill++) {
    const running = start();
    // Every third one is killed at a moment of its start. A busy machine starts no process in that time.
    if (kill % 3 !== 0) await running.logged('started');
    await sleep(random() * 2500);
    running.kill('SIGKILL');
    await running.ended;
    expect(() => running.lines()).not.toThrow();
    await sleep(random() * 200);
  }
  isEnding = true;
  // The last process meets no fault: after five faults in a row a channel waits for up to a minute between attempts.
  hook.heal();
  const last = start();
  const counts = await breaches;
  expect(Math.min(...counts)).toBeGreaterThan(0);
  await vi.waitFor(() => expect(hook.accepted('alert.cleared').size).toBe(sum(counts) * RULES.length), WAIT);
  await vi.waitFor(() => expect(digests.firstArrivals().length).toBe(2 * sum(counts) * RULES.length), STORM_WAIT);
  const reported = ids.flatMap((id) => reportedBreaches(id, hook.firstArrivals(id, 'suspended')));
  await vi.waitFor(() => quiet.expectReported(reported, silencedUntil), WAIT);
  last.kill('SIGTERM');
  expect((await last.ended).exitCode).toBe(0);
  const again = { repeatedMessages: quiet.counts.again, repeatedDigests: digests.counts.repeated };
  recordFigures({
    tried: `${KILLS + 1} kills, ${reported.length} breaches`,
    lost: `nothing; ${again.repeatedMessages} messages and ${again.repeatedDigests} digests sent twice`,
  });
  // At most one repeated message per kill, on each channel.
  for (const repeated of Object.values(again)) expect(repeated).toBeLessThanOrEqual(KILLS + 1);
  expect(Math.min(quiet.counts.outlasted + quiet.counts.held, quiet.counts.repeated)).toBeGreaterThan(0);

  for (const [at, id] of ids.entries()) {
    for (const rule of RULES) {
      const events = hook.firstArrivals(id, rule);
      // Neither a lost nor a second event, and no event overtakes another.
      expect(events.map(({ type }) => type)).toEqual(
        Array.from({ length: counts[at] ?? 0 }, () => ['alert.fired', 'alert.cleared']).flat(),
      );
      expect(events.map(({ timestamp }) => timestamp)).toEqual(events.map(({ timestamp }) => timestamp).toSorted());
      const inDigests = digests.firstArrivals().filter(({ alert }) => alert.id === id && alert.rule === rule);
      expect(inDigests.map(({ idempotencyKey }) => idempotencyKey)).toEqual(
        events.map(({ idempotencyKey }) => idempotencyKey),
      );
    }
  }
  expect(digests.counts.digests).toBeGreaterThan(0);
  expect(hook.contradictions).toEqual([]);
  expect(await keptIds()).toEqual(ids.toSorted());
}, 3_600_000);

function reportedBreaches(id: string, events: readonly EventBody[]): ReportedBreach[] {
  return events.flatMap(({ type, timestamp }, at) => {
    const firedAt = Date.parse(events[at - 1]?.timestamp ?? '');
    return type === 'alert.cleared' ? [{ id, firedAt, clearedAt: Date.parse(timestamp) }] : [];
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** A webhook that refuses, hangs up and never answers at random, also after it has accepted an event. */
async function startHook() {
  const triedEvents = new Map<string, EventBody>();
  const acceptedEvents = new Map<string, EventBody>();
  /** Deliveries under one key with different bodies. */
  const contradictions: string[] = [];
  let isHealed = false;

  function receive(text: string, response: ServerResponse, { headers }: IncomingMessage): void {
    const key = String(headers['idempotency-key']);
    const event = JSON.parse(text) as EventBody;
    const earlier = triedEvents.get(key);
    if (event.idempotencyKey !== key || (earlier !== undefined && JSON.stringify(earlier) !== text))
      contradictions.push(`${JSON.stringify(earlier)} and ${text}`);
    triedEvents.set(key, event);
    const luck = isHealed ? 0 : random();
    if (luck < 0.5 && !acceptedEvents.has(key)) acceptedEvents.set(key, event);
    if (luck < 0.4) response.writeHead(204).end();
    else if (luck < 0.6) response.destroy();
    else if (luck < 0.95) response.writeHead(503).end();
  }

  const url = await startHookReceiver(receive);
  const of = (events: Iterable<EventBody>, id: string, rule: string): EventBody[] =>
    [...events].filter(({ alert }) => alert.id === id && alert.rule === rule);
  return {
    url,
    /** How many different events of an alert arrived, accepted or not. */
    tried: (id: string, rule: string, type: EventBody['type']) =>
      of(triedEvents.values(), id, rule).filter((event) => event.type === type).length,
    /** The keys of the events that were accepted. */
    accepted: (type: EventBody['type']) =>
      new Set([...acceptedEvents].flatMap(([key, event]) => (event.type === type ? [key] : []))),
    firstArrivals: (id: string, rule: string) => of(acceptedEvents.values(), id, rule),
    contradictions,
    heal: () => void (isHealed = true),
  };
}

/** A webhook with a group. It accepts everything. */
async function startDigestHook() {
  const arrived = new Map<string, EventBody>();
  /** The number of digests, and of messages with an event that has arrived before. */
  const counts = { digests: 0, repeated: 0 };
  const url = await startHookReceiver((text, response) => {
    const body = JSON.parse(text) as EventBody | DigestBody;
    const events = body.type === 'alert.digest' ? body.events : [body];
    if (body.type === 'alert.digest') counts.digests += 1;
    if (events.some(({ idempotencyKey }) => arrived.has(idempotencyKey))) counts.repeated += 1;
    for (const event of events) if (!arrived.has(event.idempotencyKey)) arrived.set(event.idempotencyKey, event);
    response.writeHead(204).end();
  });
  return { url, counts, firstArrivals: () => [...arrived.values()] };
}

function configOf(baseUrl: string, [hook, digests, quiet]: readonly string[], ids: string): string {
  return `
service: { baseUrl: '${baseUrl}', username: demo, password: demo }
${ids}
polling: { cadence: { tracked: 100ms, inactive: 100ms }, perSecond: 500, burst: 100 }
usage: { redis: false, vector: false }
rules:
  - { name: ${RULES[0]}, kind: state, in: [suspended], channels: [pager, digests] }
  - { name: ${RULES[1]}, kind: state, in: [suspended], for: 300ms, channels: [pager, digests] }${QUIET_RULES}${WINDOWS}
channels:
  - { type: webhook, name: pager, url: '${hook}', timeout: 500ms }
  - { type: webhook, name: digests, url: '${digests}', timeout: 500ms, group: { wait: 200ms, max: 1 } }
  - { type: webhook, name: quiet, url: '${quiet}', timeout: 500ms }
metrics: { listen: '127.0.0.1:0' }
`;
}
