import type { Kernel } from '../core/fleet/kernel.js';
import { reviveRecord } from '../core/records/read-record.js';
import type { VectorIndex } from '../core/records/vector-index.js';
import { isObject } from '../core/shared/is-object.js';
import type { AnswerSource } from './answer-exchange.js';
import { LIST_KEY } from './messages.js';

/** The answers for the list of vector indices. The records come from the store of the indices, which holds no token. */
export function listAnswers({ list, indices }: Kernel): AnswerSource<readonly VectorIndex[]> {
  return {
    operation: 'list-vector-indices',
    store: list.store,
    failedAt: () => list.failedAt,
    contentOf: (listed) =>
      listed.flatMap(({ id }) => {
        const { record } = indices.peek(id);
        return record === undefined ? [] : [{ id, record }];
      }),
    readContent(_, content) {
      if (!Array.isArray(content)) return undefined;
      const records = content.map((each: unknown) => {
        if (!isObject(each) || typeof each['id'] !== 'string') return undefined;
        return reviveRecord<VectorIndex>('index', each['id'], each['record']);
      });
      return records.every((record) => record !== undefined) ? records : undefined;
    },
    settle({ order, record, error, at }) {
      const isRequested = list.entry.fetching;
      if (record) list.confirm(record, order, at);
      if (error) list.fail(error, order);
      if (isRequested) list.onFetching(LIST_KEY, true);
      list.confirmed();
    },
  };
}
