import type { Database, ResourceKind, VectorIndex } from '../../index.js';
import { readState } from '../../core/records/database-state.js';
import { transitionFields, type TransitionField } from '../../core/fleet/transition.js';
import { isOwnSeries } from '../history/history-fields.js';
import { rowsWith } from '../history/create-history.js';
import type { History, HistoryRow } from '../history/history.js';

/** A change of one field of a database or vector index in the history. */
export interface HistoryChange {
  readonly resource: ResourceKind;
  readonly id: string;
  /** A record field; `status` when a database was deleted or came back, and when an index left the list or appeared in it. */
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
  /** When it happened, Unix milliseconds. */
  readonly at: number;
}

/** A part of the answer of the service from `at` on. */
export interface Version {
  readonly at: number;
  /** Absent while the resource does not exist: the service answers 404, or the list lacks the index. */
  readonly record: Database | VectorIndex | undefined;
  readonly lastRecord: Database | VectorIndex | undefined;
  /** The changes that made it. Empty for the first version after the id of a database became known. */
  readonly changes: readonly HistoryChange[];
  /** Whether the fleet knows the id. A version without a known id lasts until the id is known again. */
  readonly isKnown: boolean;
}

export interface ResourceVersions {
  readonly resource: ResourceKind;
  readonly id: string;
  readonly versions: readonly Version[];
}

/**
 * Reads the databases and vector indices of a history. Rows that change no field of a record, such as rows of use, make no
 * version. The list of indices begins with the first row of an index: later first rows are indices that appear.
 */
export function readResourceVersions(history: History): readonly ResourceVersions[] {
  const fields = history.fields.filter((field) => !isOwnSeries(field));
  const resources = new Map<string, ResourceVersions & { readonly versions: Version[] }>();
  let listedAt = Infinity;
  for (const row of rowsWith(history, fields)) {
    const { at, resource, id } = row;
    // A database and an index may have the same id.
    const found = resources.get(`${resource} ${id}`) ?? { resource, id, versions: [] };
    resources.set(`${resource} ${id}`, found);
    if (resource === 'index') listedAt = Math.min(listedAt, at);
    // The list of the service names all indices, so it lacks a forgotten index as it lacks a missing one.
    const status = row.status === 'forgotten' && resource === 'index' ? 'missing' : row.status;
    const before = found.versions.at(-1) ?? (resource === 'index' && at - listedAt > ONE_LIST_MS ? ABSENT : undefined);
    const version = nextVersion({ ...row, status }, before, fields);
    if (version !== undefined) found.versions.push(version);
  }
  return [...resources.values()];
}

/** A capture notes the indices of one list one after the other, so the times of their first rows differ a little. */
const ONE_LIST_MS = 1000;

/** The version of an index before it appears in the list. */
const ABSENT: Version = { at: -Infinity, record: undefined, lastRecord: undefined, changes: [], isKnown: true };

/** Returns the version that a row makes; `undefined` if it changes nothing. */
function nextVersion(row: HistoryRow, before: Version | undefined, fields: readonly string[]): Version | undefined {
  const { resource, id, at, status } = row;
  const known = before?.isKnown ? before : undefined;
  if (status === 'forgotten') return known && { ...known, at, changes: [], isKnown: false };
  const earlier = before?.lastRecord;
  const made = makeRecord(resource, id, row.values);
  const isSame = earlier !== undefined && fields.every((field) => fieldOf(made, field) === fieldOf(earlier, field));
  const present = isSame ? earlier : made;
  const record = status === 'missing' ? undefined : present;
  if (known !== undefined && record === known.record) return undefined;
  const changes: HistoryChange[] = [];
  const compare = (field: string, from: unknown, to: unknown): void => {
    if (known !== undefined && from !== to) changes.push({ resource, id, field, from, to, at });
  };
  compare('status', statusOf(known?.record), statusOf(record));
  if (earlier !== undefined && record !== undefined)
    for (const field of fields) compare(field, recordValue(earlier, field), recordValue(record, field));
  return { at, record, lastRecord: record ?? earlier, changes, isKnown: true };
}

function statusOf(record: Version['record']): HistoryRow['status'] {
  return record === undefined ? 'missing' : 'fresh';
}

/** An empty `modifying_state` counts as absent, as for transitions. */
function recordValue(record: Database | VectorIndex, field: string): unknown {
  const isState = (transitionFields as readonly string[]).includes(field);
  return isState ? readState(record as Database, field as TransitionField) : fieldOf(record, field);
}

function fieldOf(record: object, field: string): unknown {
  return (record as Readonly<Record<string, unknown>>)[field];
}

function makeRecord(resource: ResourceKind, id: string, values: HistoryRow['values']): Database | VectorIndex {
  // Without a captured state, the databases count as active: others are polled half as often.
  const record: Record<string, unknown> = resource === 'index' ? { id } : { database_id: id, state: 'active' };
  for (const [field, value] of Object.entries(values)) {
    if (value !== undefined) record[field] = value;
    else if (field === 'state') delete record['state'];
  }
  return record as unknown as Database | VectorIndex;
}
