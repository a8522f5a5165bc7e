import { subscribeWithSelector } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { Database } from '../../../src/core/records/database.js';
import { deepEqual } from '../../../src/core/shared/deep-equal.js';
import { COMPARED_BY_HAND, summarize, type Peer } from './peer.js';

interface State {
  readonly records: ReadonlyMap<string, Database>;
}

/** One store with a Map in it, which is copied when it changes; a selector for each subscriber. */
export const zustand: Peer = {
  name: 'zustand',
  remark: COMPARED_BY_HAND,
  open(opened) {
    const store = createStore<State>()(
      subscribeWithSelector((): State => ({ records: new Map(opened.map((record) => [record.database_id, record])) })),
    );

    function changeAll(changing: readonly Database[]): void {
      const { records: before } = store.getState();
      const news = changing.filter((record) => !deepEqual(before.get(record.database_id) as Database, record));
      if (news.length === 0) return;
      const records = new Map(before);
      for (const record of news) records.set(record.database_id, record);
      store.setState({ records });
    }

    return {
      change: (record) => changeAll([record]),
      changeAll,
      watch: (id, onChange) => store.subscribe(({ records }) => records.get(id), onChange),
      watchField: (id, field, onChange) =>
        store.subscribe(({ records }) => records.get(id)?.[field], onChange, { equalityFn: deepEqual }),
      watchAll: (onChange) =>
        store.subscribe(
          ({ records }) => records,
          (records) => onChange([...records.values()]),
        ),
      watchSummary: (onChange) =>
        store.subscribe(
          ({ records }) => records,
          (records) => onChange(summarize(records.values())),
        ),
      close() {},
    };
  },
};
