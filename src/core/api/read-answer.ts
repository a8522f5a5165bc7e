import type { AnswerTexts } from './answer-texts.js';
import type { Database, DatabaseWithCredentials } from './database.js';
import { decodeCreatedDatabase, decodeScreenedDatabase, decodeScreenedIndices, type Decoded } from './decode.js';
import type { ScreenRecord } from './decode-record.js';
import { containsSecret, maskSecrets } from './mask-credentials.js';
import type { SecretSearch } from './mentions-secret.js';
import { UnusableAnswer } from './unusable-answer.js';
import type { VectorIndex } from './vector-index.js';

/** The earlier answer for the same id, and the cached texts. */
export interface EarlierAnswer<R> {
  /** The earlier answer. */
  readonly previous: R | undefined;
  readonly texts: AnswerTexts | undefined;
}

/**
 * Reads the record from the answer to a create. The database exists, so an answer that contains the credentials of the
 * request is not refused: they are masked, and the rest is kept.
 *
 * @throws UnusableAnswer
 */
export function readCreated(text: string, isEcho: SecretSearch | undefined): DatabaseWithCredentials {
  return usable(decodeCreatedDatabase(text, isEcho && ((record) => maskSecrets(record, isEcho, ['database_id']))));
}

/**
 * Reads a record from the text of an answer.
 *
 * @throws UnusableAnswer also for an answer that contains the credentials of the request
 */
export function readDatabase(
  text: string,
  id: string,
  { previous, texts }: EarlierAnswer<Database>,
  isEcho?: SecretSearch,
): Database {
  return unlessKept(texts, id, previous, text, () => {
    const database = usable(decodeScreenedDatabase(text, previous, isEcho && refuseEchoes(isEcho, 'database_id')));
    if (database.database_id !== id) throw new UnusableAnswer('the response is the record of another database');
    return database;
  });
}

/**
 * Reads a list from the text of an answer. The list keeps its own text, so it needs no cache.
 *
 * @throws UnusableAnswer also for an answer that contains the credentials of the request, or more than `limitItems`
 *   items
 */
export function readVectorIndices(
  text: string,
  { previous, limitItems }: Pick<EarlierAnswer<readonly VectorIndex[]>, 'previous'> & { readonly limitItems?: number },
  isEcho?: SecretSearch,
): readonly VectorIndex[] {
  const { records, drift } = decodeScreenedIndices(text, previous, isEcho && refuseEchoes(isEcho), limitItems);
  return usable({ record: records, drift });
}

/** Decodes an answer, unless `previous` was decoded from the same text. */
function unlessKept<R extends object>(
  texts: AnswerTexts | undefined,
  key: string,
  previous: R | undefined,
  text: string,
  decode: () => R,
): R {
  if (previous !== undefined && texts?.recall(key, previous) === text) return previous;
  const record = decode();
  texts?.keep(key, record, text);
  return record;
}

/** @throws UnusableAnswer if the id could not be read */
function usable<R>({ record, drift }: Decoded<R>): R {
  if (record !== undefined) return record;
  const { path, expected } = drift[0] ?? { path: '', expected: 'JSON' };
  throw new UnusableAnswer(`the response does not decode: expected ${expected}${path === '' ? '' : ` at ${path}`}`);
}

/**
 * Makes a screen that refuses a record with the account's credentials in a name, a string or a number, at any depth.
 *
 * @param except the field of the requested id, which is not searched
 */
function refuseEchoes(isEcho: SecretSearch, except?: string): ScreenRecord {
  return (record, fields) => {
    for (const field of fields) {
      if (isEcho(field) || (field !== except && containsSecret(record[field], isEcho)))
        throw new UnusableAnswer('the response contains the credentials of the request');
    }
    return record;
  };
}
