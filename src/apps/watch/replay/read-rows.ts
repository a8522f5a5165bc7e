import { readFile } from 'node:fs/promises';
import { isObject } from '../../../core/shared/is-object.js';
import { parseJson } from '../../../core/wire/parse-json.js';
import { describeSystemError } from '../../../monitor/system/describe-system-error.js';
import { loadHistory } from '../../../notebook/history/history-file.js';
import type { HistoryRow } from '../../../notebook/history/history.js';
import { UsageError } from '../../terminal/command-errors.js';

export interface CapturedRows {
  /** In the order of time. */
  readonly rows: readonly HistoryRow[];
  /** The end of the capture, Unix milliseconds. */
  readonly to: number;
}

/**
 * Reads a captured history: an Arrow file of `saveHistory`, or the JSON of `toObjects`.
 *
 * @throws UsageError, or FleetError for a damaged Arrow file or if the package apache-arrow is not installed
 */
export async function readRows(file: string): Promise<CapturedRows> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new UsageError(`Cannot read the history ${file}: ${describeSystemError(error)}.`);
  });
  if (bytes.subarray(0, 5).toString('latin1') === 'ARROW') {
    const history = await loadHistory(bytes);
    return { rows: [...history.rows()], to: history.to };
  }
  const objects = parseJson(bytes.toString('utf8'));
  const rows = Array.isArray(objects) ? objects.map(readObject) : [];
  const wrong = rows.indexOf(undefined);
  if (!Array.isArray(objects) || wrong !== -1)
    throw new UsageError(
      `The file ${file} is no history${wrong > -1 ? `: item ${wrong}` : ''}. Expected the bytes of saveHistory, or the JSON of toObjects.`,
    );
  const sorted = (rows as HistoryRow[]).toSorted((one, other) => one.at - other.at);
  return { rows: sorted, to: sorted.at(-1)?.at ?? 0 };
}

const STATUSES: readonly unknown[] = ['fresh', 'stale', 'missing', 'forgotten'];

function readObject(given: unknown): HistoryRow | undefined {
  if (!isObject(given)) return undefined;
  const { time, resource, id, status, ...values } = given;
  const at = Date.parse(String(time));
  const isRow =
    Number.isFinite(at) &&
    (resource === 'database' || resource === 'index') &&
    typeof id === 'string' &&
    id !== '' &&
    STATUSES.includes(status);
  return isRow ? ({ at, resource, id, status, values } as HistoryRow) : undefined;
}
