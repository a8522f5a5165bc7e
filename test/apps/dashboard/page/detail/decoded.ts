import type { Database } from '../../../../../src/core/records/database.js';
import { decodeDatabase } from '../../../../../src/core/records/decode.js';

/** Decodes a record as a fleet does, with its drift and exact integers. */
export function decoded(json: string): Database {
  const { record } = decodeDatabase(json);
  if (record === undefined) throw new Error('no record');
  return record;
}
