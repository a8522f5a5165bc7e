import { readCreated, readDatabase, refuseEcho } from '../core/client/read-answer.js';
import { databaseSchema } from '../core/records/database.js';
import { exactIntegersOf } from '../core/records/exact-int64.js';
import { isDeeperThan, MAX_DEPTH } from '../core/records/read-record.js';
import { splitCredentials } from '../core/records/split-credentials.js';
import { splitList } from '../core/records/split-list.js';
import { vectorIndexSchema } from '../core/records/vector-index.js';
import { isObject, type JsonObject } from '../core/shared/is-object.js';
import type { SecretSearch } from '../core/wire/secret-search.js';
import { UnusableAnswer } from '../core/wire/read-text.js';
import type { ProxySettings } from './proxy-options.js';
import { documentedFields, selectFields, type DocumentedFields } from './select-fields.js';

type IsEcho = SecretSearch | undefined;

/**
 * Makes functions that turn the JSON text of a response into the text for the page: without credentials, and without
 * undocumented fields. They throw UnusableAnswer, or the error of `JSON.parse`, for a response that must not reach a page.
 */
export function createAnswerScreen({ passUnknown, listLimitItems }: ProxySettings) {
  const databaseFields = passUnknown ? undefined : documentedFields(databaseSchema);
  const indexFields = passUnknown ? undefined : documentedFields(vectorIndexSchema);
  return {
    database: (text: string, id: string, isEcho: IsEcho) =>
      shownText(readDatabase(text, id, {}, isEcho), databaseFields),
    /** Masks the account's credentials instead of refusing the response: the database exists, and its id must not be lost. */
    created: (text: string, isEcho: IsEcho) => shownText(readCreated(text, isEcho), databaseFields),
    /** An element that cannot be read becomes `null`: without it the list would seem to be complete. */
    list(text: string, isEcho: IsEcho) {
      const texts = splitList(text, listLimitItems);
      if (texts === undefined) throw new UnusableAnswer('the response is not a list');
      const items = Array.from(texts, (item): unknown => JSON.parse(item));
      const readable = items.filter((item) => isObject(item) && !isDeeperThan(MAX_DEPTH, item));
      refuseEcho(text, readable, isEcho);
      const shown = new Set(readable);
      return `[${items.map((item) => (shown.has(item) ? shownText(item as object, indexFields) : 'null')).join(',')}]`;
    },
  };
}

/** The JSON text of a record without credentials, with every digit. @param fields the fields to show. @default all */
function shownText(given: object, fields?: DocumentedFields): string {
  const { record } = splitCredentials(given);
  const exact = exactIntegersOf(record);
  const members = Object.entries(selectFields(record, fields) as JsonObject).map(
    ([name, value]) => `${JSON.stringify(name)}:${exact?.get(name) ?? JSON.stringify(value)}`,
  );
  return `{${members.join(',')}}`;
}
