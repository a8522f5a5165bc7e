import type { AnswerTexts } from './answer-texts.js';
import type { Database, DatabaseWithCredentials } from '../records/database.js';
import { containsSecret, maskSecrets } from '../records/mask-secrets.js';
import { readCreatedText, readDatabaseText, type Reading } from '../records/read-record.js';
import { readVectorIndicesText } from '../records/read-list.js';
import type { VectorIndex } from '../records/vector-index.js';
import { parseJson } from '../wire/parse-json.js';
import type { SecretSearch } from '../wire/secret-search.js';
import { UnusableAnswer } from '../wire/read-text.js';

/** Reads a record from the text of an answer. Returns `previous` if it has the same text. @throws UnusableAnswer */
export function readDatabase(
  text: string,
  id: string,
  { previous, texts }: { readonly previous?: Database | undefined; readonly texts?: AnswerTexts | undefined },
  isEcho?: SecretSearch,
): Database {
  if (previous !== undefined && texts?.recall(id, previous) === text) return previous;
  const database = usable(readDatabaseText(text, previous), text);
  refuseEcho(text, database, isEcho);
  if (database.database_id !== id) throw new UnusableAnswer('the response is the record of another database');
  texts?.keep(id, database, text);
  return database;
}

/** Reads a list of vector indices. @throws UnusableAnswer also for more than `limitItems` items */
export function readVectorIndices(
  text: string,
  { previous, limitItems }: { readonly previous?: readonly VectorIndex[] | undefined; readonly limitItems?: number },
  isEcho?: SecretSearch,
): readonly VectorIndex[] {
  const list = usable(readVectorIndicesText(text, previous, limitItems), text);
  if (list !== previous) refuseEcho(text, list, isEcho);
  return list;
}

/** Reads the answer to a create. Masks the account's credentials in it: the database exists. @throws UnusableAnswer */
export function readCreated(text: string, isEcho: SecretSearch | undefined): DatabaseWithCredentials {
  const record = usable(readCreatedText(text), text);
  return isEcho === undefined ? record : maskSecrets(record, isEcho);
}

function usable<R>({ record, problem }: Reading<R>, text: string): R {
  if (problem === undefined) return record;
  // For example the login page of a proxy.
  if (parseJson(text) === undefined) throw new UnusableAnswer('the response is not JSON');
  const { path, expected } = problem;
  throw new UnusableAnswer(`the response does not decode: expected ${expected}${path === '' ? '' : ` at ${path}`}`);
}

/** @throws UnusableAnswer for an answer that contains the account's credentials */
export function refuseEcho(text: string, value: unknown, isEcho: SecretSearch | undefined): void {
  // Escapes may hide a secret in the text, but not in the decoded strings. Most texts have no escape.
  if (isEcho && (text.includes('\\') ? containsSecret(value, isEcho) : isEcho(text)))
    throw new UnusableAnswer('the response contains the credentials of the request');
}
