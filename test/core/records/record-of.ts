import type { Decoded } from '../../../src/core/records/decode.js';

/** The record of an answer that must have one. */
export function recordOf<R>({ record, drift }: Decoded<R>): R {
  if (record === undefined) throw new Error(`no record: ${JSON.stringify(drift)}`);
  return record;
}
