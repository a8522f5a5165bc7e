import type { AnswerTexts } from './answer-texts.js';
import type { Database, DatabaseWithCredentials } from './database.js';
import { decodeCreatedDatabase, decodeScreenedDatabase, decodeScreenedIndices, type Decoded } from './decode.js';
import type { ScreenRecord } from './decode-record.js';
import { containsSecret, maskSecrets } from './mask-credentials.js';
import type { SecretSearch } from './mentions-secret.js';
import { UnusableAnswer } from './unusable-answer.js';
import type { VectorIndex } from './vector-index.js';

/** What an answer is read with. */
export interface EarlierAnswer<R> {
  /** An earlier answer for the same thing. */
  readonly previous: R | undefined;
  readonly texts: AnswerTexts | undefined;
}

/**
 * Makes a record of the text of the answer to a create. The database exists: where the response contains the credentials
 * that it was asked with, they are masked, and the rest is kept.
 *
 * @throws UnusableAnswer
 */
export function readCreated(text: string, isEcho: SecretSearch | undefined): DatabaseWithCredentials {
  return usable(decodeCreatedDatabase(text, isEcho && ((record) => maskSecrets(record, isEcho, ['database_id']))));
}

/**
 * Makes a record of the text of an answer.
 *
 * @throws UnusableAnswer also where it holds the credentials that it was asked with
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
 * Makes a list of the text of an answer. It keeps its text itself.
 *
 * @throws UnusableAnswer also where it holds the credentials that it was asked with, or more items than `limitItems`
 */
export function readVectorIndices(
  text: string,
  { previous, limitItems }: Pick<EarlierAnswer<readonly VectorIndex[]>, 'previous'> & { readonly limitItems?: number },
  isEcho?: SecretSearch,
): readonly VectorIndex[] {
  const { records, drift } = decodeScreenedIndices(text, previous, isEcho && refuseEchoes(isEcho), limitItems);
  return usable({ record: records, drift });
}

/** Decodes an answer, unless its text is the one that `previous` came from. */
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

/** @throws UnusableAnswer where not even an identifier could be read. */
function usable<R>({ record, drift }: Decoded<R>): R {
  if (record !== undefined) return record;
  const { path, expected } = drift[0] ?? { path: '', expected: 'JSON' };
  throw new UnusableAnswer(`the response does not decode: expected ${expected}${path === '' ? '' : ` at ${path}`}`);
}

/**
 * Makes the screen that refuses a record with the account's credentials in a name, a string or a number, at any depth.
 *
 * @param except the field of the requested id.
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
