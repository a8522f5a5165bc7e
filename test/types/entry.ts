/* The status of an entry narrows the type of its record. Nothing runs here: see `public-api.ts`. */
import type { Database, Entry, EntryStatus } from '../../src/index.js';

export function aStatusSaysWhetherThereIsARecord(entry: Entry<Database>): void {
  if (entry.status === 'fresh' || entry.status === 'stale') entry.record satisfies Database;
  if (entry.status === 'unknown' || entry.status === 'loading') entry.record satisfies undefined;
  // @ts-expect-error a missing database may never have been seen
  if (entry.status === 'missing') entry.record satisfies Database;
  // @ts-expect-error it may not be known yet
  entry.record satisfies Database;
}

export function aRecordSaysWhichStatusItMayHave({ record, status, error }: Entry<Database>): void {
  if (status === 'fresh') record satisfies Database;
  if (record !== undefined) record.state satisfies string;
  status satisfies EntryStatus;
  error?.code satisfies string | undefined;
}

export function anEntryIsOneOfAnyRecord<R extends object>(entry: Entry<R>): Entry<object> {
  entry.record satisfies R | undefined;
  return entry;
}

// @ts-expect-error a record that is fresh is there
export const withoutRecord: Entry<Database> = { id: 'a', record: undefined, status: 'fresh', fetching: false };
