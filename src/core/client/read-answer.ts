import type { AnswerTexts } from './answer-texts.js';
import type { Database } from '../records/database.js';
import { readDatabaseText } from '../records/read-database.js';
import { readVectorIndicesText } from '../records/read-list.js';
import type { Reading, ScreenRecord } from '../records/read-record.js';
import { containsSecret } from '../records/mask-credentials.js';
import type { SecretSearch } from '../wire/mentions-secret.js';
import { UnusableAnswer } from '../wire/unusable-answer.js';
import type { VectorIndex } from '../records/vector-index.js';

/** The earlier answer for the same id, and the cached texts. */
export interface EarlierAnswer<R> {
  /** The earlier answer. */
  readonly previous: R | undefined;
  readonly texts: AnswerTexts | undefined;
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
    const database = usable(readDatabaseText(text, previous, isEcho && refuseEchoes(isEcho, 'database_id')));
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
  return usable(readVectorIndicesText(text, previous, isEcho && refuseEchoes(isEcho), limitItems));
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
export function usable<R>({ record, problem }: Reading<R>): R {
  if (problem === undefined) return record;
  const { path, expected } = problem;
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
