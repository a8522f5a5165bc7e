import type { FleetError, FleetIssue } from '../../index.js';
import { invalidRequest } from '../../core/shared/refuse-issues.js';

export interface Frame {
  readonly names: readonly string[];
  readonly rowCount: number;
  /** Returns a function that reads the values of a column of `names`. */
  reader(name: string): (row: number) => unknown;
  /** All values are texts, as in CSV: digits are numbers, and an empty text is an absent value. */
  readonly isText?: boolean;
  /** The end of the history, if the data tells it. */
  readonly to?: number | undefined;
  readonly droppedRows?: number | undefined;
  readonly problems?: Problems;
}

/** @param problem what is wrong with the data, and what was expected */
export function unusable(problem: string): FleetError {
  return invalidRequest('configure', [{ path: 'data', message: problem }]);
}

/** A longer list of problems is of no use to a reader. */
const MAX_PROBLEMS = 50;

/** Collects the first problems of data, by row. */
export class Problems {
  readonly #issues: FleetIssue[] = [];

  get isFull(): boolean {
    return this.#issues.length >= MAX_PROBLEMS;
  }

  /** @param row its number from 0; told from 1 */
  add(row: number, message: string): void {
    this.addAt(`row ${row + 1}`, message);
  }

  addAt(path: string, message: string): void {
    if (!this.isFull) this.#issues.push({ path, message });
  }

  /** @throws FleetError `invalid-request` if there is a problem */
  refuse(): void {
    if (this.#issues.length > 0) throw invalidRequest('configure', this.#issues);
  }
}

export function rowsFrame(rows: readonly object[], problems?: Problems): Frame {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  const records = rows as readonly Readonly<Record<string, unknown>>[];
  return {
    names: [...names],
    rowCount: rows.length,
    reader: (name) => (row) => {
      const record = records[row] as Readonly<Record<string, unknown>>;
      return Object.hasOwn(record, name) ? record[name] : undefined;
    },
    ...(problems && { problems }),
  };
}

export function columnsFrame(columns: Readonly<Record<string, ArrayLike<unknown>>>, isText = false): Frame {
  const names = Object.keys(columns);
  const [first, ...others] = names;
  const rowCount = first === undefined ? 0 : (columns[first]?.length ?? 0);
  const problems = new Problems();
  for (const name of others)
    if (columns[name]?.length !== rowCount)
      problems.addAt(
        `data.${name}`,
        `expected ${rowCount} values, as in the column ${first}, not ${columns[name]?.length}`,
      );
  return { names, rowCount, isText, problems, reader: (name) => (row) => columns[name]?.[row] };
}
