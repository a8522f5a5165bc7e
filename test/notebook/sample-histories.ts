import fc from 'fast-check';
import { HistoryBuilder } from '../../src/notebook/history/history-builder.js';
import type { History, HistoryRow } from '../../src/notebook/history/history.js';

export const FIELDS = ['state', 'db_max_clients', 'db_max_clients_used', 'undocumented'];

const anyValues = fc.record({
  state: fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
  db_max_clients: fc.option(fc.nat(), { nil: undefined }),
  db_max_clients_used: fc.option(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), { nil: undefined }),
  undocumented: fc.option(fc.constantFrom('=1+1', '-5', 'a,b', '"', 'two\r\nlines', ''), { nil: undefined }),
});

/** Rows of several resources, in the order of time. A resource has one row at a time. */
export const anyRows = fc
  .uniqueArray(
    fc.record({
      at: fc.nat(2e12),
      resource: fc.constantFrom('database' as const, 'index' as const),
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      status: fc.constantFrom('fresh' as const, 'stale' as const, 'missing' as const, 'forgotten' as const),
      values: anyValues,
    }),
    { maxLength: 60, selector: ({ at, resource, id }) => `${at} ${resource} ${id}` },
  )
  .map((rows): HistoryRow[] => rows.toSorted((a, b) => a.at - b.at));

export function historyOfRows(rows: readonly HistoryRow[], fields: readonly string[] = FIELDS, to = 3e12): History {
  const builder = new HistoryBuilder({ fields });
  for (const row of rows) builder.add(row);
  return builder.history(to);
}

/** The start of the histories, Unix milliseconds. */
export const START = Date.UTC(2026, 2, 1);

/** A row of a history: seconds after the start, the id, the values, and the status, which is `fresh` by default. */
export type Fact = readonly [
  second: number,
  id: string,
  values?: HistoryRow['values'],
  status?: HistoryRow['status'],
  resource?: HistoryRow['resource'],
];

/** Makes a history of some seconds. */
export function historyOf(seconds: number, facts: readonly Fact[], fields = ['state', 'modifying_state']): History {
  const rows = facts.map(([second, id, values = {}, status = 'fresh', resource = 'database']): HistoryRow => {
    return { at: START + second * 1000, resource, id, status, values };
  });
  return historyOfRows(rows, fields, START + seconds * 1000);
}

/** The largest integer of 64 bits. */
export const LARGEST = 9223372036854775807n;

/** A history with a small integer, one that a 64-bit float cannot hold, and none. */
export function largeNumbers(): History {
  const builder = new HistoryBuilder({ fields: ['db_request_limit'] });
  const facts = { at: START, resource: 'database', status: 'fresh' } as const;
  for (const [place, db_request_limit] of [7, LARGEST, undefined].entries())
    builder.add({ ...facts, id: `id ${place}`, values: { db_request_limit } });
  return builder.history(START);
}

export async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}
