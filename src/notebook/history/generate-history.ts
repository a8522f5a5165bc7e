import { readGenerateOptions, type GenerateHistoryOptions } from './generate-options.js';
import { generateChanges, type GeneratedChange } from './generated-changes.js';
import { createGeneratedDatabase, generatedFields, type GeneratedDatabase } from './generated-database.js';
import { generatedIndexFields, rowsOfIndex } from './generated-index.js';
import { HistoryBuilder } from './history-builder.js';
import type { History } from './history.js';

/**
 * Makes the history of a simulated fleet. Each region has a daily load with noise. The memory of a database grows until the
 * database is upgraded. There are incidents and outages of a region, and databases are created and deleted.
 *
 * A vector index has a daily and weekly load, and grows until it gets higher limits. It begins with its first row. A
 * deleted index has a last row with the status `forgotten`, since the list of the service lacks it.
 *
 * A deleted database has a row with the status `missing`. `state` has the values of api.md. `modifying_state` is `creating`
 * or `updating`, as in the local service.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * const history = generateHistory({ seed: 7, databases: 1000, days: 1 });
 * ```
 */
export function generateHistory(options: GenerateHistoryOptions = {}): History {
  const settings = readGenerateOptions(options);
  const { databases: count, indices, from, until, everyMs } = settings;
  const databases = Array.from({ length: count }, (_, place) => createGeneratedDatabase(place, settings));
  const changes = generateChanges(settings, databases);
  const fields = indices > 0 ? [...generatedFields, ...generatedIndexFields] : generatedFields;
  const builder = new HistoryBuilder({ fields });

  function addRow(at: number, { id, status, values }: GeneratedDatabase): void {
    if (status !== undefined) builder.add({ at, resource: 'database', id, status, values });
  }

  function apply({ at, place, status, values }: GeneratedChange): void {
    const database = databases[place] as GeneratedDatabase;
    database.status = status ?? database.status;
    Object.assign(database.values, values);
    addRow(at, database);
  }

  for (const database of databases) {
    database.measure(from);
    addRow(from, database);
  }
  let next = 0;
  for (let start = from; start < until; start += everyMs)
    for (const [place, database] of databases.entries()) {
      // The readings are spread over the interval.
      const at = start + Math.round(((place + 1) / count) * everyMs);
      if (at >= until) break;
      for (let change = changes[next]; change !== undefined && change.at <= at; change = changes[++next]) apply(change);
      if (database.status !== 'fresh') continue;
      database.measure(at);
      addRow(at, database);
    }
  for (const change of changes.slice(next)) apply(change);
  for (let place = 0; place < indices; place++) for (const row of rowsOfIndex(place, settings)) builder.add(row);
  return builder.history(until);
}
