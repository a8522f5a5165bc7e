import { readFile } from 'node:fs/promises';
import { detailOf, type FleetError } from '../../../core/shared/fleet-error.js';
import { describeSystemError } from '../../../monitor/system/describe-system-error.js';
import { historyFrom } from '../../../notebook/history/history-from.js';
import type { HistoryRow } from '../../../notebook/history/history.js';
import { UsageError } from '../../terminal/command-errors.js';

export interface CapturedRows {
  /** In the order of time. */
  readonly rows: readonly HistoryRow[];
  /** The end of the capture, Unix milliseconds. */
  readonly to: number;
}

/**
 * Reads a captured history: the file of `arrowOf` or of `saveTo`, or what `historyFrom` reads otherwise.
 *
 * @throws UsageError
 */
export async function readRows(file: string): Promise<CapturedRows> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new UsageError(`Cannot read the history ${file}: ${describeSystemError(error)}.`);
  });
  const history = await historyFrom(bytes, { contradictions: 'last' }).catch((error: FleetError) => {
    throw new UsageError(`The file ${file} is no history: ${detailOf(error)}.`);
  });
  return { rows: [...history.rows()], to: history.to };
}
