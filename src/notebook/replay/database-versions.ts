import type { Database } from '../../index.js';
import { readState } from '../../core/records/database-state.js';
import { transitionFields, type TransitionField } from '../../core/fleet/transition.js';
import { limitOfUse } from '../history/history-fields.js';
import type { History, HistoryColumn } from '../history/history.js';

/** A change of one field of a database, as the history tells it. */
export interface HistoryChange {
  readonly id: string;
  /** A record field; `status` when the database was deleted or came back. */
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
  /** When it happened, Unix milliseconds. */
  readonly at: number;
}

/** The answer of the service from `at` on. */
export interface Version {
  readonly at: number;
  /** Absent while the database does not exist: the service answers 404. */
  readonly record: Database | undefined;
  /** The changes that made it. Empty for the first version after the id became known. */
  readonly changes: readonly HistoryChange[];
  /** Whether the fleet knows the id. Without it, the version is the last one, until the id is known again. */
  readonly isKnown: boolean;
}

/** All versions of one database, in the order of time. */
export interface DatabaseVersions {
  readonly id: string;
  readonly versions: readonly Version[];
}

/** Reads the databases of a history. Rows that change no field of a record, such as rows of use, make no version. */
export function readDatabaseVersions(history: History): readonly DatabaseVersions[] {
  const columns = history.fields
    .filter((field) => limitOfUse(field) === undefined)
    .map((field) => ({ field, column: history.column(field) }));
  const building = new Map<number, VersionsBuilder>();
  const { id, resource, status } = history;
  for (let row = 0; row < history.rowCount; row++) {
    if (textAt(resource, row) !== 'database') continue;
    const number = id.values[row] as number;
    let builder = building.get(number);
    if (builder === undefined) building.set(number, (builder = createBuilder(textAt(id, row) as string, columns)));
    builder.add(row, history.at[row] as number, textAt(status, row));
  }
  return [...building.values()].map(({ database }) => database);
}

interface RecordColumn {
  readonly field: string;
  readonly column: HistoryColumn;
}

interface VersionsBuilder {
  readonly database: DatabaseVersions;
  add(row: number, at: number, status: string | undefined): void;
}

function createBuilder(id: string, columns: readonly RecordColumn[]): VersionsBuilder {
  const versions: Version[] = [];
  /** The row of the last record, which stays while the database is missing or forgotten. */
  let recordRow: number | undefined;
  let lastRecord: Database | undefined;

  function addForgotten(at: number, before: Version | undefined): void {
    if (before?.isKnown) versions.push({ ...before, at, changes: [], isKnown: false });
  }

  function addMissing(at: number, before: Version | undefined): void {
    if (before?.isKnown && before.record === undefined) return;
    const changes = before?.isKnown ? [{ id, field: 'status', from: 'fresh', to: 'missing', at }] : [];
    versions.push({ at, record: undefined, changes, isKnown: true });
  }

  function addRecord(row: number, at: number, before: Version | undefined): void {
    const isSame = recordRow !== undefined && columns.every(({ column }) => isSameAt(column, recordRow as number, row));
    if (isSame && before?.isKnown && before.record !== undefined) return;
    const previous = lastRecord;
    const record = isSame && previous !== undefined ? previous : makeRecord(id, columns, row);
    const changes: HistoryChange[] = [];
    if (before?.isKnown) {
      if (before.record === undefined) changes.push({ id, field: 'status', from: 'missing', to: 'fresh', at });
      if (previous !== undefined) changes.push(...changesBetween(previous, record, columns, at));
    }
    recordRow = row;
    lastRecord = record;
    versions.push({ at, record, changes, isKnown: true });
  }

  return {
    database: { id, versions },
    add(row, at, status) {
      const before = versions.at(-1);
      if (status === 'forgotten') addForgotten(at, before);
      else if (status === 'missing') addMissing(at, before);
      else addRecord(row, at, before);
    },
  };
}

function changesBetween(
  before: Database,
  after: Database,
  columns: readonly RecordColumn[],
  at: number,
): HistoryChange[] {
  return columns.flatMap(({ field }) => {
    const [from, to] = [valueOf(before, field), valueOf(after, field)];
    return from === to ? [] : [{ id: after.database_id, field, from, to, at }];
  });
}

/** An empty `modifying_state` is an absent one, as for transitions. */
function valueOf(record: Database, field: string): unknown {
  const isState = (transitionFields as readonly string[]).includes(field);
  return isState ? readState(record, field as TransitionField) : (record as Readonly<Record<string, unknown>>)[field];
}

function makeRecord(id: string, columns: readonly RecordColumn[], row: number): Database {
  // Without a captured state, the databases count as active: others are polled half as often.
  const record: Record<string, unknown> = { database_id: id, state: 'active' };
  for (const { field, column } of columns) {
    const value = column.kind === 'number' ? column.values[row] : column.texts[column.values[row] as number];
    if (value === undefined || Number.isNaN(value)) {
      if (field === 'state') delete record['state'];
    } else record[field] = value;
  }
  return record as unknown as Database;
}

function isSameAt(column: HistoryColumn, a: number, b: number): boolean {
  return column.kind === 'number'
    ? Object.is(column.values[a], column.values[b])
    : column.texts[column.values[a] as number] === column.texts[column.values[b] as number];
}

function textAt({ values, texts }: HistoryColumn & { readonly kind: 'text' }, row: number): string | undefined {
  return texts[values[row] as number];
}
