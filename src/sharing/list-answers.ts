import type { Kernel } from '../core/fleet/kernel.js';
import { reviveRecord } from '../core/records/read-record.js';
import { isObject } from '../core/shared/is-object.js';
import type { VectorIndex } from '../core/records/vector-index.js';
import { afterFailure, isOutdated, type LastAnswer, unorderedSince, versionOf } from './answer-age.js';
import type { AnswerFacts, AnswerExchange } from './database-answers.js';
import { LIST_KEY, type SharedAnswer } from './messages.js';
import { isSharedError, readSharedError } from './shared-error.js';

/** Shares the list of vector indices. Its records are from the store, which holds no token. */
export function createListAnswers(kernel: Kernel, { owns, isOrdered }: AnswerFacts): AnswerExchange {
  const { list } = kernel;
  const clock = kernel.clocks.corrected;
  let last: LastAnswer | undefined;
  let isReceiving = false;

  return {
    describe(key, order) {
      const { error, record, status } = list.entry;
      if (last !== undefined && last.order > order) return undefined;
      if (error !== undefined) {
        if (!isSharedError(error) || !owns(key)) return undefined;
        last = afterFailure(last, { order, record, isSent: true });
        return { key, order, error: error.toJSON() };
      }
      if (status !== 'fresh') return undefined;
      const sharedVersion = versionOf(last, record);
      const version = sharedVersion ?? order;
      const unorderedMs = isOrdered(key, order) ? undefined : clock.monotonic();
      last = { order, version, record, isSent: true, unorderedMs };
      return { key, order, version, ...(sharedVersion === undefined && { content: contentOf(kernel) }) };
    },
    describeWhole(key) {
      const { confirmedAt = list.failedAt, record, error } = list.entry;
      if (last === undefined || last.record !== record) return undefined;
      const { order, version } = last;
      const isUnordered = last.unorderedMs !== undefined;
      const ageMs = Math.max(0, clock.now() - confirmedAt);
      const failure = error && isSharedError(error) ? error.toJSON() : undefined;
      return { key, order, version, content: contentOf(kernel), ageMs, isUnordered, error: failure };
    },
    receive(answer) {
      const { order, version, ageMs = 0, content: given } = answer;
      kernel.effects.orders.receive(order);
      if (isOutdated(answer, last, list.entry, clock)) return false;
      const at = clock.now() - ageMs;
      const error = readSharedError(answer.error, 'list-vector-indices');
      const isSame = versionOf(last, list.entry.record) === version;
      const records = given === undefined && isSame ? list.entry.record : readList(given);
      if (version !== undefined && records === undefined) return given === undefined;
      const isRequested = list.entry.fetching;
      isReceiving = true;
      if (version !== undefined && records !== undefined) list.confirm(records, order, at);
      if (error !== undefined) list.fail(error, order);
      isReceiving = false;
      // A request of this member is still in flight.
      if (isRequested) list.onFetching(LIST_KEY, true);
      if (version !== undefined && list.entry.record === records)
        last = { order, version, record: records, isSent: false, unorderedMs: unorderedSince(answer, clock) };
      list.confirmed();
      return false;
    },
    isReceived: () => isReceiving,
    *sent() {
      if (last?.isSent) yield LIST_KEY;
    },
  };
}

function contentOf({ list, indices }: Kernel): unknown {
  const { record: listed = [] } = list.entry;
  return listed.flatMap(({ id }) => {
    const { record } = indices.peek(id);
    return record === undefined ? [] : [{ id, record }];
  });
}

/** Reads a list of another member. */
function readList(content: SharedAnswer['content']): readonly VectorIndex[] | undefined {
  if (!Array.isArray(content)) return undefined;
  const records = content.map((each: unknown) => {
    if (!isObject(each) || typeof each['id'] !== 'string') return undefined;
    return reviveRecord<VectorIndex>('index', each['id'], each['record']);
  });
  return records.every((record) => record !== undefined) ? records : undefined;
}
