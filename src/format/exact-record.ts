import { exactIntegersOf } from '../core/records/exact-int64.js';

/** A record for display: JSON with a bigint for each integer that a number cannot hold exactly. */
export type ShownRecord = Readonly<Record<string, unknown>>;

/** Copies a decoded record with exact integers. Call it on the decoded record itself: a copy of the record has lost the digits. */
export function exactRecord(record: object): ShownRecord {
  return { ...record, ...Object.fromEntries(exactIntegersOf(record) ?? []) };
}
