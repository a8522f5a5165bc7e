import { isObject, type JsonObject } from '../../core/shared/is-object.js';
import { MAX_WAITING, type WaitingRequest } from './turn-queue.js';

export type NumberedRequest = Omit<WaitingRequest, 'from'>;

/** A message of a member to the others, without its sender. */
export type TabMessage =
  /** The locks have changed. */
  | { readonly kind: 'look' }
  /** The requests for turns that this member waits for. The holder answers a ping. */
  | {
      readonly kind: 'state';
      readonly after: number;
      readonly requests: readonly NumberedRequest[];
      readonly isPing: boolean;
    }
  /** The sender holds the lock of the holder. A new holder asks all members for their state. */
  | { readonly kind: 'holding'; readonly isNew: boolean }
  /** The sender gives turns to a member. All others hear it, so that the next holder knows the rate and the last number. */
  | { readonly kind: 'give'; readonly to: string; readonly requestId: number; readonly turns: readonly number[] }
  | { readonly kind: 'data'; readonly to?: string | undefined; readonly message: unknown };

export interface SentMessage {
  readonly from: string;
  readonly content: TabMessage;
}

/** Reads a message of the channel, to which any script of this origin can write. Returns undefined for a foreign message. */
export function readMessage(data: unknown): SentMessage | undefined {
  if (!isObject(data) || typeof data['from'] !== 'string' || !isObject(data['content'])) return undefined;
  const content = readContent(data['content']);
  return content && { from: data['from'], content };
}

function readContent(content: JsonObject): TabMessage | undefined {
  const { kind, to, requestId, turns, after, requests, isPing, isNew, message } = content;
  if (kind === 'look') return { kind };
  if (kind === 'holding') return { kind, isNew: isNew === true };
  if (kind === 'data' && (to === undefined || typeof to === 'string')) return { kind, to, message };
  if (kind === 'state' && isCount(after) && isListOfRequests(requests))
    return { kind, after, requests, isPing: isPing === true };
  if (kind === 'give' && typeof to === 'string' && isCount(requestId) && Array.isArray(turns) && isAscending(turns))
    return { kind, to, requestId, turns };
  return undefined;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const isListOfRequests = (value: unknown): value is NumberedRequest[] =>
  Array.isArray(value) && value.length <= MAX_WAITING && value.every(isRequest);

const isRequest = (value: unknown): value is NumberedRequest =>
  isObject(value) &&
  isCount(value['requestId']) &&
  isCount(value['count']) &&
  value['count'] > 0 &&
  isCount(value['after']) &&
  typeof value['isUrgent'] === 'boolean';

const isAscending = (turns: readonly unknown[]): turns is number[] =>
  turns.length > 0 && turns.every((turn, index) => isCount(turn) && (index === 0 || turn > Number(turns[index - 1])));
