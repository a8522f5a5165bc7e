import { HistoryBuilder } from '../../../src/notebook/history/history-builder.js';
import type { History, HistoryRow } from '../../../src/notebook/history/history.js';

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
  const builder = new HistoryBuilder({ fields });
  for (const [second, id, values = {}, status = 'fresh', resource = 'database'] of facts)
    builder.add({ at: START + second * 1000, resource, id, status, values });
  return builder.history(START + seconds * 1000);
}
