import { expect, it } from 'vitest';
import { createFleet, type Fetch, transitionsOf } from '../../../src/index.js';
import { replay, type History, type HistoryRow } from '../../../src/notebook/index.js';
import { createSeededRandom } from '../../../src/notebook/history/seeded-random.js';
import { createManualClock, type ManualClock } from '../../support/manual-clock.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { START, historyOf, type Fact } from '../sample-histories.js';

const LATENCY_MS = 150;

const outage = { from: START + 400_000, to: START + 520_000 };

/** Answers over HTTP with the last row of each id, without code of the replay. */
function createHttpService(history: History, clock: ManualClock, onRequest: (id: string, at: number) => void): Fetch {
  const rows: readonly HistoryRow[] = [...history.rows()];
  return async (input) => {
    const at = clock.now();
    const id = decodeURIComponent(new URL(String(input)).pathname.split('/').at(-1) ?? '');
    onRequest(id, at);
    const row = rows.findLast((each) => each.id === id && each.at <= at);
    await new Promise<void>((resolve) => void clock.schedule(resolve, LATENCY_MS));
    if (at >= outage.from && at < outage.to) return new Response('', { status: 503 });
    if (row === undefined || row.status === 'missing') return new Response('', { status: 404 });
    return Response.json({ ...sampleDatabase, database_id: id, ...row.values });
  };
}

/** A clock whose tasks run at whole milliseconds, as timers do. */
function createWholeClock(): ManualClock {
  const clock = createManualClock(START);
  const schedule: ManualClock['schedule'] = (task, delayMs) =>
    clock.schedule(task, Math.ceil(clock.monotonic() + delayMs) - clock.monotonic());
  return { ...clock, schedule };
}

const facts: Fact[] = [
  [0, 'a', { state: 'active' }],
  [0, 'b', { state: 'active' }],
  [0, 'c', { state: 'passive' }],
  [0, 'd', { state: 'active' }],
  [75, 'a', { state: 'active', modifying_state: 'updating' }],
  [90, 'e', { state: 'active', modifying_state: 'creating' }],
  [101, 'e', { state: 'active' }],
  [130, 'a', { state: 'suspended' }],
  [131, 'a', { state: 'active' }],
  [200, 'b', {}, 'missing'],
  [450, 'c', { state: 'active' }],
  [640, 'b', { state: 'suspended' }],
  [700, 'd', {}, 'forgotten'],
];

it('sends the same requests and shows the same transitions as a fleet that reads the service over HTTP', async () => {
  const history = historyOf(1200, facts);
  const replayed: [string | undefined, number][] = [];
  const polling = { perSecond: 0.5, burst: 3, concurrency: 2 };
  const { transitions, requests } = await replay(history, {
    gate: polling,
    latencyMs: LATENCY_MS,
    watched: ['a'],
    seed: 9,
    service: { outages: [outage] },
    onRequest: (id, at) => replayed.push([id, at - START]),
  });

  const clock = createWholeClock();
  const sent: [string, number][] = [];
  const shown: unknown[] = [];
  const fleet = createFleet({
    baseUrl: 'https://api.example.com',
    clock,
    random: createSeededRandom(9, 0),
    polling,
    fetch: createHttpService(history, clock, (id, at) => sent.push([id, at - START])),
  });
  transitionsOf(fleet).subscribe(({ record: _, ...transition }) => shown.push(transition));
  fleet.databases.add(['a', 'b', 'c', 'd']);
  fleet.databases.record('a').subscribe();
  clock.schedule(() => fleet.databases.add(['e']), 90_000);
  clock.schedule(() => fleet.databases.remove(['d']), 700_000);
  await clock.advance(1_200_000);
  fleet.dispose();

  expect(replayed).toEqual(sent);
  expect(requests.total).toBe(sent.length);
  expect(requests.unavailable).toBeGreaterThan(5);
  expect(transitions.map(({ record: _, ...transition }) => transition)).toEqual(shown);
  expect(shown).toHaveLength(5);
});
