import type { Database } from '../../../../../src/core/api/database.js';
import { decodeDatabase } from '../../../../../src/core/api/decode.js';

/** A record as a fleet has it: decoded, with all that is known beside it. */
export function decoded(json: string): Database {
  const { record } = decodeDatabase(json);
  if (record === undefined) throw new Error('no record');
  return record;
}
