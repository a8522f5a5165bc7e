import type { Database } from '../../index.js';
import { readState } from '../../core/records/database-state.js';
import { transitionFields, type TransitionField } from '../../core/fleet/transition.js';
import { limitOfUse } from '../history/history-fields.js';
import { valueOf } from '../history/create-history.js';
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
  readonly lastRecord: Database | undefined;
  /** The changes that made it. Empty for the first version after the id became known. */
  readonly changes: readonly HistoryChange[];
  /** Whether the fleet knows the id. Without it, the version is the last one, until the id is known again. */
  readonly isKnown: boolean;
}

export interface DatabaseVersions {
  readonly id: string;
  readonly versions: readonly Version[];
}

/** Reads the databases of a history. Rows that change no field of a record, such as rows of use, make no version. */
export function readDatabaseVersions(history: History): readonly DatabaseVersions[] {
  const columns = history.fields
    .filter((field) => limitOfUse(field) === undefined)
    .map((field) => ({ field, column: history.column(field) }));
  const databases = new Map<string, DatabaseVersions & { readonly versions: Version[] }>();
  const recordRows = new Map<string, number>();
  for (let row = 0; row < history.rowCount; row++) {
    if (valueOf(history.resource, row) !== 'database') continue;
    const id = valueOf(history.id, row) as string;
    const status = valueOf(history.status, row);
    const database = databases.get(id) ?? { id, versions: [] };
    databases.set(id, database);
    const recordRow = recordRows.get(id);
    if (status !== 'forgotten' && status !== 'missing') recordRows.set(id, row);
    const before = database.versions.at(-1);
    const isSame = recordRow !== undefined && columns.every(({ column }) => isSameAt(column, recordRow, row));
    const readRecord = (): Database =>
      isSame && before?.lastRecord !== undefined ? before.lastRecord : makeRecord(id, columns, row);
    const version = nextVersion({ id, at: history.at[row] as number, status, before, readRecord, columns });
    if (version !== undefined) database.versions.push(version);
  }
  return [...databases.values()];
}

interface RecordColumn {
  readonly field: string;
  readonly column: HistoryColumn;
}

interface Row {
  readonly id: string;
  readonly at: number;
  readonly status: string | undefined;
  readonly before: Version | undefined;
  /** Returns the last record if the row has the same values. */
  readonly readRecord: () => Database;
  readonly columns: readonly RecordColumn[];
}

/** Returns the version that a row makes; `undefined` if it changes nothing. */
function nextVersion({ id, at, status, before, readRecord, columns }: Row): Version | undefined {
  const known = before?.isKnown ? before : undefined;
  const lastRecord = before?.lastRecord;
  if (status === 'forgotten') return known && { ...known, at, changes: [], isKnown: false };
  if (status === 'missing') {
    if (known !== undefined && known.record === undefined) return undefined;
    const changes = known === undefined ? [] : [{ id, field: 'status', from: 'fresh', to: 'missing', at }];
    return { at, record: undefined, lastRecord, changes, isKnown: true };
  }
  const record = readRecord();
  if (known !== undefined && record === known.record) return undefined;
  const changes: HistoryChange[] = [];
  if (known !== undefined && known.record === undefined)
    changes.push({ id, field: 'status', from: 'missing', to: 'fresh', at });
  if (known !== undefined && lastRecord !== undefined) changes.push(...changesBetween(lastRecord, record, columns, at));
  return { at, record, lastRecord: record, changes, isKnown: true };
}

function changesBetween(
  before: Database,
  after: Database,
  columns: readonly RecordColumn[],
  at: number,
): HistoryChange[] {
  return columns.flatMap(({ field }) => {
    const [from, to] = [recordValue(before, field), recordValue(after, field)];
    return from === to ? [] : [{ id: after.database_id, field, from, to, at }];
  });
}

/** An empty `modifying_state` is an absent one, as for transitions. */
function recordValue(record: Database, field: string): unknown {
  const isState = (transitionFields as readonly string[]).includes(field);
  return isState ? readState(record, field as TransitionField) : (record as Readonly<Record<string, unknown>>)[field];
}

function makeRecord(id: string, columns: readonly RecordColumn[], row: number): Database {
  // Without a captured state, the databases count as active: others are polled half as often.
  const record: Record<string, unknown> = { database_id: id, state: 'active' };
  for (const { field, column } of columns) {
    const value = valueOf(column, row);
    if (value !== undefined) record[field] = value;
    else if (field === 'state') delete record['state'];
  }
  return record as unknown as Database;
}

function isSameAt(column: HistoryColumn, one: number, other: number): boolean {
  return Object.is(valueOf(column, one), valueOf(column, other));
}
