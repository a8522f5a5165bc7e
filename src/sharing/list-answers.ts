import type { Kernel } from '../core/fleet/kernel.js';
import { leftOutOf, MAX_DRIFT, setLeftOut, type Drift } from '../core/records/drift.js';
import { reviveRecord } from '../core/records/read-record.js';
import { isObject, type JsonObject } from '../core/shared/is-object.js';
import type { VectorIndex } from '../core/records/vector-index.js';
import { afterFailure, isOutdated, type LastAnswer, unorderedSince, versionOf } from './answer-age.js';
import type { AnswerFacts, AnswerExchange } from './database-answers.js';
import { LIST_KEY, type SharedAnswer } from './messages.js';
import { isSharedError, readSharedError } from './shared-error.js';

/** Shares the list of vector indices, even an incomplete list. Its records are from the store, which holds no token. */
export function createListAnswers(kernel: Kernel, { owns, isOrdered }: AnswerFacts): AnswerExchange {
  const { list } = kernel;
  const clock = kernel.clocks.corrected;
  let last: LastAnswer | undefined;
  let isReceiving = false;

  return {
    describe(key, order) {
      const { error, record, status } = list.entry;
      if (last !== undefined && last.order > order) return undefined;
      const { isIncomplete } = list;
      if (error !== undefined && !isIncomplete) {
        if (!isSharedError(error) || !owns(key)) return undefined;
        last = afterFailure(last, { order, record, isSent: true });
        return { key, order, error: error.toJSON() };
      }
      if (status !== 'fresh' && !isIncomplete) return undefined;
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
      const { isIncomplete } = list;
      // `confirmedAt` is the time of the last complete list.
      const ageMs = Math.max(0, clock.now() - (isIncomplete ? list.failedAt : confirmedAt));
      const failure = error && !isIncomplete && isSharedError(error) ? error.toJSON() : undefined;
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
  const records = listed.flatMap(({ id }) => {
    const { record } = indices.peek(id);
    return record === undefined ? [] : [{ id, record }];
  });
  const leftOut = leftOutOf(listed);
  return leftOut.length === 0 ? records : { records, leftOut };
}

/** Reads a list of another member: its records, or its records and the elements that were left out of it. */
function readList(content: SharedAnswer['content']): readonly VectorIndex[] | undefined {
  const { records: given, leftOut = [] }: JsonObject = isObject(content) ? content : { records: content };
  if (!Array.isArray(given) || !isListOfDrift(leftOut)) return undefined;
  const records = given.map((each: unknown) => {
    if (!isObject(each) || typeof each['id'] !== 'string') return undefined;
    return reviveRecord<VectorIndex>('index', each['id'], each['record']);
  });
  if (!records.every((record) => record !== undefined)) return undefined;
  if (leftOut.length > 0) setLeftOut(records, leftOut);
  return records;
}

function isListOfDrift(value: unknown): value is readonly Drift[] {
  const isDrift = (each: unknown): boolean =>
    isObject(each) && ['path', 'kind', 'expected'].every((name) => typeof each[name] === 'string');
  return Array.isArray(value) && value.length <= MAX_DRIFT && value.every(isDrift);
}
