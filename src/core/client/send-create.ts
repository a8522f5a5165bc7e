import type { DatabaseWithCredentials } from '../records/database.js';
import { createOutcome } from '../wire/create-outcome.js';
import type { Operations } from './operations.js';
import { readCreated } from './read-answer.js';

/** Sends a create. Apart from the other operations, because most pages create no database. @param body JSON text */
export function sendCreate(
  { send, recordLimitBytes }: Operations,
  body: string,
  signal: AbortSignal | undefined,
): Promise<DatabaseWithCredentials> {
  return send({
    operation: 'create-database',
    body,
    limitBytes: recordLimitBytes,
    signal,
    decode: readCreated,
    outcomeOf: createOutcome,
  });
}
