import type { Database } from '../../../src/api/database.js';
import { decodeDatabase } from '../../../src/api/decode.js';

/** A record as a fleet has it: decoded, with all that is known beside it. */
export function decoded(json: string): Database {
  const { record } = decodeDatabase(json);
  if (record === undefined) throw new Error('no record');
  return record;
}
