import { createDatabase } from '../../src/index.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFleet, type Fleet } from '../../src/core/fleet/fleet.js';
import { scaled } from '../support/scale.js';
import { createSeededRandom } from '../support/seeded-random.js';
import { createRequest } from '../support/requests.js';

/** A call of a caller. `leave` aborts the call at once, so that the next call sends a new request. */
const calls = fc.array(
  fc.record({
    kind: fc.constantFrom('get', 'get', 'create', 'list'),
    leaves: fc.boolean(),
    answer: fc.constantFrom('good', 'good', 'failure', 'absence'),
  }),
  { minLength: 2, maxLength: 7 },
);

/**
 * An answer that takes no turn of the event loop. It contains the number of its request, so that each result shows
 * which answer it came from.
 */
function answerTo(order: number, isList: boolean, kind: string): Response {
  const status = kind === 'good' ? 200 : kind === 'failure' ? 422 : 404;
  const record = isList ? [{ id: 'x', name: String(order) }] : { database_id: 'x', database_name: String(order) };
  return Response.json(status === 200 ? record : { error: 'no' }, { status });
}

const RUNS = scaled({ short: 1000, long: 10_000 });

const still = { now: () => 1, monotonic: () => 1, schedule: () => () => {} };

/** A service that ignores signals: it answers aborted requests too. */
function createFleetOver(fetch: (url: string, init: RequestInit) => Promise<Response>, errors: unknown[]): Fleet {
  return createFleet({
    baseUrl: 'https://api.example.com',
    fetch,
    clock: still,
    random: createSeededRandom(1),
    polling: { concurrency: 100, perSecond: 1e6, burst: 1e6, cadence: () => Infinity },
    onError: (error) => void errors.push(error),
  });
}

test('an older answer of create, get or list never overwrites a newer answer, in any order', async () => {
  let overtaken = 0;
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), calls, async (scheduler, asked) => {
      const errors: unknown[] = [];
      const answers = asked.map(({ answer }) => answer);
      let sent = 0;
      const youngest = new Map<boolean, number>();
      const settled = new Map<string, number>();
      const fleet = createFleetOver((url) => {
        const order = (sent += 1);
        const isList = url.endsWith('/vector/index');
        return scheduler.schedule(Promise.resolve(), `answer ${order}`).then(() => {
          if (order < (youngest.get(isList) ?? 0)) overtaken += 1;
          else youngest.set(isList, order);
          return answerTo(order, isList, answers[order - 1] ?? 'good');
        });
      }, errors);
      using _ = fleet;
      fleet.databases.record('x').subscribe((record) => note('database', record?.database_name));
      fleet.indices.record('x').subscribe((record) => note('index', record?.name));

      function note(what: string, label: string | undefined): void {
        if (label === undefined) return;
        const order = Number(label);
        // The rule under test.
        expect(order).toBeGreaterThanOrEqual(settled.get(what) ?? 0);
        settled.set(what, order);
      }

      const ends = asked.map(({ kind, leaves }) => {
        const controller = new AbortController();
        const { signal } = controller;
        const call: Promise<unknown> =
          kind === 'get'
            ? fleet.databases.refresh('x', { signal })
            : kind === 'list'
              ? fleet.indices.refresh({ signal })
              : createDatabase(fleet, createRequest, { signal });
        const end = call.then(
          () => {},
          () => {},
        );
        if (leaves) queueMicrotask(() => controller.abort());
        return end;
      });
      await scheduler.waitFor(Promise.all(ends));
      for (const store of [fleet.databases, fleet.indices])
        expect(store.entry('x').value).toMatchObject({ fetching: false });
      expect(errors).toEqual([]);
    }),
    { numRuns: RUNS },
  );
  expect(overtaken).toBeGreaterThan(RUNS / 10);
}, 240_000);
