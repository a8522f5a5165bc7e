import { databaseSchema } from '../core/records/database.js';
import { identifierProblem } from '../core/wire/identifier.js';
import { isObject } from '../core/shared/is-object.js';
import { UnusableAnswer } from '../core/wire/unusable-answer.js';
import { vectorIndexSchema } from '../core/records/vector-index.js';
import { splitItems } from '../core/records/split-json.js';
import { createSecretSearch, type SecretSearch } from '../core/wire/mentions-secret.js';
import { secretsIn } from '../core/records/split-credentials.js';
import { cutFields, cutFieldsOfEach, documentedFields } from './cut-fields.js';
import { textContainsSecret, maskText } from './mask-text.js';
import type { ProxySettings } from './proxy-options.js';

/**
 * Turns the JSON text of a response into the text for the page: without credential fields, without undocumented fields,
 * and without the account's credentials. Other fields that contain a removed credential become `[redacted]`.
 *
 * Each function throws an UnusableAnswer, or the error of `JSON.parse`, for a response that must not reach a page.
 */
export interface AnswerScreen {
  database(text: string, id: string, isEcho: SecretSearch | undefined): string;
  list(text: string, isEcho: SecretSearch | undefined): string;
  /** Masks the account's credentials instead of refusing the response: the database exists, and its id must not be lost. */
  created(text: string, isEcho: SecretSearch | undefined): string;
}

/** Makes the screen for the settings of a proxy. */
export function createAnswerScreen({
  passUnknown,
  listLimitItems,
}: Pick<ProxySettings, 'passUnknown' | 'listLimitItems'>): AnswerScreen {
  const databaseFields = passUnknown ? undefined : documentedFields(databaseSchema);
  const indexFields = passUnknown ? undefined : documentedFields(vectorIndexSchema);
  return {
    database(text, id, isEcho) {
      const record: unknown = JSON.parse(text);
      if (idOf(record) !== id) throw new UnusableAnswer('the response is not the record of this database');
      refuseEcho(text, isEcho, id);
      return maskText(cutFields(text, databaseFields), createSecretSearch(secretsIn(record)), id);
    },
    list(text, isEcho) {
      const list: unknown = JSON.parse(text);
      if (!Array.isArray(list)) throw new UnusableAnswer('the response is not a list');
      if (list.length > listLimitItems) throw new UnusableAnswer(`the list has more than ${listLimitItems} items`);
      refuseEcho(text, isEcho);
      return maskEach(cutFieldsOfEach(text, indexFields), list);
    },
    created(text, isEcho) {
      const record: unknown = JSON.parse(text);
      const id = idOf(record);
      if (id === undefined) throw new UnusableAnswer('the response has no usable id');
      const isCutOut = createSecretSearch(secretsIn(record));
      const isSecret: SecretSearch = (value) => isCutOut(value) || isEcho?.(value) === true;
      return maskText(cutFields(text, databaseFields), isSecret, id);
    },
  };
}

/** Masks in each element of a list the secrets that were cut out of it. */
function maskEach(text: string, list: readonly unknown[]): string {
  const secrets = list.map(secretsIn);
  if (secrets.every(({ length }) => length === 0)) return text;
  const elements = splitItems(text.trim()).map((element, at) =>
    maskText(element, createSecretSearch(secrets[at] ?? []), isObject(list[at]) && list[at]['id']),
  );
  return `[${elements.join(',')}]`;
}

function idOf(record: unknown): string | undefined {
  const id = isObject(record) ? record['database_id'] : undefined;
  return identifierProblem(id) === undefined ? (id as string) : undefined;
}

/** @throws UnusableAnswer if the response contains the account's credentials. */
function refuseEcho(text: string, isEcho: SecretSearch | undefined, id?: string): void {
  if (isEcho && textContainsSecret(text, isEcho, id))
    throw new UnusableAnswer('the response contains the credentials of the request');
}
