import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FleetError } from '../../src/core/shared/fleet-error.js';
import { failed, missing } from '../../src/core/store/entry.js';
import { createNotes } from '../core/store/create-notes.js';
import { note } from '../core/store/notes.js';

const answers = fc.array(
  fc.record({ id: fc.constantFrom('a', 'b'), kind: fc.constantFrom('record', 'record', 'failure', 'absence') }),
  { minLength: 1, maxLength: 8 },
);

const failure = new FleetError('unavailable', 'get-database', 'down');
const absence = new FleetError('not-found', 'get-database', 'not there');

test('an older answer never overwrites a newer answer, in any order', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), answers, async (scheduler, requests) => {
      const { store, errors } = createNotes();
      const seen: Record<string, number[]> = { a: [], b: [] };
      for (const id of ['a', 'b']) {
        // The newest request that the entry can contain: each answer is labelled with its request.
        store.entry(id).subscribe(({ record, confirmedAt, status, error }) => {
          if (status === 'fresh') expect(record?.text).toBe(String(confirmedAt));
          if (record !== undefined || error !== undefined) seen[id]?.push(orders.at(-1) ?? 0);
        });
      }
      const orders: number[] = [];
      const youngest: Record<string, { order: number; kind: string }> = {};

      const answered = requests.map(({ id, kind }, at) => {
        const order = at + 1;
        return scheduler.schedule(Promise.resolve(), `${kind} ${order} of ${id}`).then(() => {
          const isLate = order < (youngest[id]?.order ?? 0);
          const before = store.peek(id);
          orders.push(order);
          if (kind === 'record') store.confirm(id, order, note(id, String(order)), order);
          else if (kind === 'failure') store.settle(id, order, (entry) => failed(entry, failure));
          else store.settle(id, order, (entry) => missing(entry, absence));
          if (isLate) expect(store.peek(id)).toBe(before);
          else youngest[id] = { order, kind };
        });
      });
      await scheduler.waitAll();
      await Promise.all(answered);
      expect(errors).toEqual([]);

      for (const id of ['a', 'b']) {
        // The result of the answers in sequence, without answers that a newer answer overtook.
        expect(seen[id]).toEqual(seen[id]?.toSorted((a, b) => a - b));
        const last = requests.findLastIndex((request) => request.id === id);
        if (last >= 0) expect(youngest[id]).toEqual({ order: last + 1, kind: requests[last]?.kind });
        expect(store.peek(id).error).toBe(errorOf(requests[last]?.kind));
        if (requests[last]?.kind === 'record') expect(store.peek(id).record?.text).toBe(String(last + 1));
      }
      runs += 1;
    }),
    { numRuns: 10_000 },
  );
  expect(runs).toBe(10_000);
});

function errorOf(kind: string | undefined): FleetError | undefined {
  if (kind === 'failure') return failure;
  return kind === 'absence' ? absence : undefined;
}
