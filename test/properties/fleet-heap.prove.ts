import { activityOf, limitsOf, limitSummaryOf, reportUsage, transitionsOf } from '../../src/index.js';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Observable } from 'rxjs';
import { expect, test } from 'vitest';
import { createFleet } from '../../src/core/fleet/fleet.js';
import { idsUpTo } from '../core/fleet/fleet-under-test.js';
import { databaseOf } from '../core/fleet/scripted-service.js';
import { createManualClock } from '../support/manual-clock.js';
import { scaled } from '../support/scale.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The heap in use after repeated collections: a collected object may release others. */
async function heapBytes(): Promise<number> {
  let least = Infinity;
  for (let idle = 0; idle < 4; idle++) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
    const bytes = process.memoryUsage().heapUsed;
    if (bytes < least - JITTER_BYTES) idle = 0;
    least = Math.min(least, bytes);
  }
  return least;
}

const JITTER_BYTES = 4096;

/** Each period has 20 unknown ids, 60 polls and 90 subscriptions. Any leak would be several times as large as the bound. */
const ROUNDS = scaled({ short: 40, long: 80 });
const BOUND_BYTES = 5000 * ROUNDS;

test('the heap of a long-lived fleet does not grow while subscribers and other ids come and go', async () => {
  const clock = createManualClock();
  let sent = 0;
  const fleet = createFleet({
    baseUrl: 'https://api.example.com',
    clock,
    retainMs: 30_000,
    polling: { perSecond: 1000, burst: 1000 },
    async fetch(url) {
      sent += 1;
      if (url.endsWith('/vector/index')) return Response.json([{ id: `index-${sent}`, token: `t-${sent}` }]);
      const id = /([^/]*)\?/.exec(url)?.[1] ?? '';
      if (sent % 7 === 0) return Response.json({ error: `no ${sent}` }, { status: sent % 2 ? 404 : 500 });
      return Response.json(databaseOf(id, { state: sent % 3 ? 'active' : 'suspended', password: `p-${sent}` }));
    },
  });
  using _ = fleet;
  const { databases, indices } = fleet;
  databases.track(idsUpTo(50));
  // Operators and components add their subscriptions to a longer one.
  const long = databases.record('id-0').subscribe();
  let newIds = 0;

  async function runPeriods(rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      const ids = [...idsUpTo(10), ...Array.from({ length: 20 }, () => `new-${(newIds += 1)}`)];
      const views = ids.flatMap((id): Observable<unknown>[] => [
        databases.entry(id),
        databases.field(id, 'state'),
        limitsOf(fleet, 'database', id),
      ]);
      const subscriptions = [
        ...views.map((view) => view.subscribe()),
        ...ids.map((id) => indices.entry(id).subscribe()),
        activityOf(fleet).subscribe(),
        transitionsOf(fleet).subscribe(),
        fleet.polling.status.subscribe(),
        limitSummaryOf(fleet).subscribe(),
      ];
      for (const subscription of subscriptions) long.add(subscription);
      for (const id of ids) reportUsage(fleet, 'database', id, { db_max_clients: round });
      const controller = new AbortController();
      for (const id of ids) databases.refresh(id, { signal: controller.signal }).catch(() => {});
      const untrack = databases.track(ids);
      if (round % 2 === 0) controller.abort();
      await clock.advance(20_000);
      for (const subscription of subscriptions) subscription.unsubscribe();
      untrack();
      await clock.advance(40_000);
    }
  }

  // The store keeps a limited number of unknown ids. The first periods fill it.
  await runPeriods(80);
  // Tables and compiled code grow now and then, but a leak grows in each period.
  let growth = Infinity;
  for (let span = 0; span < 3 && growth >= BOUND_BYTES; span++) {
    const before = await heapBytes();
    await runPeriods(ROUNDS);
    growth = (await heapBytes()) - before;
  }
  expect(sent).toBeGreaterThan(31 * (80 + ROUNDS));
  expect(databases.known.value).toEqual(idsUpTo(50));
  expect(databases.entry('new-1').value.status).toBe('unknown');
  expect(growth).toBeLessThan(BOUND_BYTES);
}, 120_000);

test('the text of each answer is kept once, until the end of the fleet', async () => {
  const textBytes = 4 * 2 ** 20;
  let sent = 0;
  // The answers differ and have few objects with much text, and the store keeps only short values of them.
  const answerOf = (record: object): Response =>
    new Response(`${' '.repeat(textBytes)}${JSON.stringify(record)}`, {
      headers: { 'content-type': 'application/json' },
    });
  const fleet = createFleet({
    baseUrl: 'https://api.example.com',
    keptTextBytes: 4 * textBytes,
    polling: { perSecond: 1000, burst: 1000 },
    recordLimitBytes: 2 * textBytes,
    async fetch(url) {
      sent += 1;
      return answerOf(url.endsWith('/vector/index') ? [{ id: 'a', sent }] : databaseOf('a', { sent }));
    },
  });
  fleet.polling.pause();
  const held = [await heapBytes()];
  for (const rounds of [1, 5]) {
    for (let round = 0; round < rounds; round++)
      await Promise.all([fleet.databases.refresh('a'), fleet.indices.refresh()]);
    held.push(await heapBytes());
  }
  fleet.dispose();
  held.push(await heapBytes());
  const texts = held.map((bytes) => Math.abs(Math.round((bytes - (held[0] as number)) / textBytes)));
  expect(texts).toEqual([0, 2, 2, 0]);
  expect([fleet.databases.record('a').value, fleet.indices.record('a').value]).toMatchObject([{ sent: 11 }, {}]);
});
