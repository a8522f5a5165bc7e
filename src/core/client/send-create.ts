import type { DatabaseWithCredentials } from '../records/database.js';
import { maskSecrets } from '../records/mask-credentials.js';
import { readCreatedText } from '../records/read-created.js';
import { createOutcome } from '../wire/create-outcome.js';
import type { SecretSearch } from '../wire/mentions-secret.js';
import type { Operations } from './operations.js';
import { usable } from './read-answer.js';

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

/**
 * Reads the record from the answer to a create. The database exists, so an answer that contains the credentials of the
 * request is not refused: they are masked, and the rest is kept.
 *
 * @throws UnusableAnswer
 */
function readCreated(text: string, isEcho: SecretSearch | undefined): DatabaseWithCredentials {
  return usable(readCreatedText(text, isEcho && ((record) => maskSecrets(record, isEcho, ['database_id']))));
}
