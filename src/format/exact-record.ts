import { exactInt64 } from '../core/api/exact-int64.js';

/** A record as it is shown: JSON, with a bigint for each integer that a number cannot hold exactly. */
export type ShownRecord = Readonly<Record<string, unknown>>;

/** A copy of a decoded record with all digits of its integers. Made first: any other copy has lost the digits. */
export function exactRecord(record: object): ShownRecord {
  const fields = record as ShownRecord;
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, exactly(fields, field, value)]));
}

function exactly(record: ShownRecord, field: string, value: unknown): unknown {
  return Number.isSafeInteger(value) ? value : (exactInt64(record, field) ?? value);
}
