import { expect, it } from 'vitest';
import { createFleet, type Fetch, transitionsOf } from '../../../src/index.js';
import { kernelOf } from '../../../src/core/fleet/kernel.js';
import { replay, type History, type HistoryRow } from '../../../src/notebook/index.js';
import { createSeededRandom } from '../../../src/notebook/history/seeded-random.js';
import { createManualClock, type ManualClock } from '../../support/manual-clock.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';
import { START, historyOf, type Fact } from '../sample-histories.js';

const LATENCY_MS = 150;

const outage = { from: START + 400_000, to: START + 520_000 };

/** Answers over HTTP with the last row of each id, without code of the replay. */
function createHttpService(
  history: History,
  clock: ManualClock,
  onRequest: (id: string | undefined, at: number) => void,
): Fetch {
  const rows: readonly HistoryRow[] = [...history.rows()];
  return async (input) => {
    const at = clock.now();
    const { pathname } = new URL(String(input));
    const id = pathname === '/v2/vector/index' ? undefined : decodeURIComponent(pathname.split('/').at(-1) ?? '');
    onRequest(id, at);
    const row = rows.findLast((each) => each.id === id && each.at <= at);
    const listed = new Map(
      rows.filter((each) => each.resource === 'index' && each.at <= at).map((each) => [each.id, each]),
    );
    await new Promise<void>((resolve) => void clock.schedule(resolve, LATENCY_MS));
    if (at >= outage.from && at < outage.to) return new Response('', { status: 503 });
    const existing = [...listed.values()].filter(({ status }) => status === 'fresh');
    if (id === undefined)
      return Response.json(existing.map((each) => ({ ...sampleVectorIndices(1)[0], id: each.id, ...each.values })));
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
  [0, 'x', { max_daily_queries: 10 }, 'fresh', 'index'],
  [130, 'x', { max_daily_queries: 20 }, 'fresh', 'index'],
  [300, 'y', { max_daily_queries: 10 }, 'fresh', 'index'],
  [650, 'x', {}, 'forgotten', 'index'],
];

it('sends the same requests and shows the same changes as a fleet that reads the service over HTTP', async () => {
  const inOrder = facts.toSorted(([one], [other]) => one - other);
  const history = historyOf(1200, inOrder, ['state', 'modifying_state', 'max_daily_queries']);
  const replayed: [string | undefined, number][] = [];
  const polling = { perSecond: 0.5, burst: 3, concurrency: 2 };
  const { transitions, requests, changes } = await replay(history, {
    gate: polling,
    latencyMs: LATENCY_MS,
    watched: ['a'],
    seed: 9,
    service: { outages: [outage] },
    onRequest: (id, at) => replayed.push([id, at - START]),
  });

  const clock = createWholeClock();
  const sent: [string | undefined, number][] = [];
  const shown: unknown[] = [];
  const fleet = createFleet({
    baseUrl: 'https://api.example.com',
    clock,
    random: createSeededRandom(9, 0),
    polling,
    fetch: createHttpService(history, clock, (id, at) => sent.push([id, at - START])),
  });
  transitionsOf(fleet).subscribe(({ record: _, ...transition }) => shown.push(transition));
  const listed: string[] = [];
  fleet.indices.track();
  fleet.databases.add(['a', 'b', 'c', 'd']);
  kernelOf(fleet, 'test').indices.onChange((id, before, after) => {
    if (before.record?.max_daily_queries !== after.record?.max_daily_queries)
      listed.push(`${id} at ${clock.now() - START}`);
  });
  fleet.databases.record('a').subscribe();
  clock.schedule(() => fleet.databases.add(['e']), 90_000);
  clock.schedule(() => fleet.databases.remove(['d']), 700_000);
  await clock.advance(1_200_000);
  fleet.dispose();

  expect(replayed).toEqual(sent);
  expect(requests.total).toBe(sent.length);
  expect(requests.unavailable).toBeGreaterThan(5);
  expect(transitions.map(({ record: _, ...transition }) => transition)).toEqual(shown);
  expect(shown).toHaveLength(7);
  const ofIndices = changes.filter(({ resource }) => resource === 'index');
  // The first answer of the list is no change.
  expect(ofIndices.map(({ id, seenAt = NaN }) => `${id} at ${seenAt - START}`)).toEqual(listed.slice(1));
  expect(listed).toHaveLength(4);
});
