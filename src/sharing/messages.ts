import { identifierProblem } from '../core/wire/identifier.js';
import { isObject } from '../core/shared/is-object.js';

/** The key of the list of vector indices. An id contains no slash. */
export const LIST_KEY = '/vector-indices';

/** The pace at which a member wants a key polled, milliseconds; `null`: it does not want the key any more. */
export type Want = readonly [key: string, everyMs: number | null];

/** The result of a request for one key: a record or its confirmation, a failure, or a record and a later failure. */
export interface SharedAnswer {
  readonly key: string;
  readonly order: number;
  /** The number does not tell the order, for example because the member was alone. The age decides. */
  readonly isUnordered?: boolean | undefined;
  /** The number of the request that first gave this record. A member that has that record needs no copy of it. */
  readonly version?: number | undefined;
  /** A record, or the list of vector indices, if it differs from the content that was shared last. */
  readonly content?: unknown;
  /** How long ago the record was confirmed, if it was not just now, milliseconds. */
  readonly ageMs?: number | undefined;
  /** The failure of the last request, as `FleetError.toJSON` returns it. */
  readonly error?: unknown;
}

export type Message =
  | { readonly kind: 'wants'; readonly wants: readonly Want[]; readonly isFirst?: boolean | undefined }
  | { readonly kind: 'answers'; readonly answers: readonly SharedAnswer[] }
  | { readonly kind: 'hold'; readonly delayMs: number }
  /** Asks for the answers for some keys. Without `keys`, asks for all answers of the receiver and for its wants. */
  | { readonly kind: 'ask'; readonly keys?: readonly string[] | undefined }
  /** Ends the backoff of a key: a caller waits for an answer. */
  | { readonly kind: 'retry'; readonly key: string }
  /** Lets the others notice that a message was lost, and number later turns beyond the greatest number of the sender. */
  | { readonly kind: 'pulse'; readonly latest?: number | undefined };

/** A message on its way. Messages to all members are numbered, so that the others notice that one was lost. */
export interface Envelope {
  readonly number?: number | undefined;
  readonly message: Message;
}

/**
 * @param maxOrder the greatest number that a request can have
 * @returns `undefined` for a value that no member sends
 */
export function readEnvelope(value: unknown, maxOrder: number): Envelope | undefined {
  if (!isObject(value)) return undefined;
  const { number } = value;
  const message = readMessage(value['message'], maxOrder);
  if (message === undefined || !(number === undefined || isCount(number))) return undefined;
  return { number, message };
}

function readMessage(value: unknown, maxOrder: number): Message | undefined {
  if (!isObject(value)) return undefined;
  const { kind, wants, answers, delayMs, key, keys, isFirst, latest } = value;
  switch (kind) {
    case 'wants':
      return Array.isArray(wants) ? { kind, wants: wants.filter(isWant), isFirst: isFirst === true } : undefined;
    case 'answers':
      return Array.isArray(answers)
        ? { kind, answers: answers.filter((answer) => isAnswer(answer, maxOrder)) }
        : undefined;
    case 'hold':
      return isCount(delayMs) ? { kind, delayMs } : undefined;
    case 'ask':
      return keys === undefined || Array.isArray(keys) ? { kind, keys: keys?.filter(isKey) } : undefined;
    case 'retry':
      return isKey(key) ? { kind, key } : undefined;
    case 'pulse':
      return { kind, latest: isOrder(latest, maxOrder) ? latest : undefined };
    default:
      return undefined;
  }
}

function isKey(value: unknown): value is string {
  return value === LIST_KEY || identifierProblem(value) === undefined;
}

function isWant(value: unknown): value is Want {
  return Array.isArray(value) && isKey(value[0]) && (value[1] === null || (isCount(value[1]) && value[1] > 0));
}

function isAnswer(value: unknown, maxOrder: number): value is SharedAnswer {
  if (!isObject(value)) return false;
  const { key, order, version, ageMs } = value;
  return (
    isKey(key) &&
    isOrder(order, maxOrder) &&
    (version === undefined || isOrder(version, maxOrder)) &&
    (ageMs === undefined || isCount(ageMs))
  );
}

function isOrder(value: unknown, maxOrder: number): value is number {
  return isCount(value) && value <= maxOrder;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
