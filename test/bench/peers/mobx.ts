import { compareStructural, computed, observable, reaction, runInAction } from 'mobx';
import type { Database } from '../../../src/core/records/database.js';
import { deepEqual } from '../../../src/core/shared/deep-equal.js';
import { COMPARED_BY_HAND, summarize, type Peer } from './peer.js';

/** An observable map of plain records, a reaction for each subscriber. */
export const mobx: Peer = {
  name: 'mobx',
  remark: COMPARED_BY_HAND,
  open(opened) {
    const records = observable.map<string, Database>(
      opened.map((record) => [record.database_id, record]),
      { deep: false },
    );
    const summary = computed(() => summarize(records.values()), { equals: compareStructural });

    function put(record: Database): void {
      const before = records.get(record.database_id);
      if (before === undefined || !deepEqual(before, record)) records.set(record.database_id, record);
    }

    return {
      change: (record) => runInAction(() => put(record)),
      changeAll: (changing) => runInAction(() => changing.forEach(put)),
      watch: (id, onChange) => reaction(() => records.get(id), onChange),
      watchField: (id, field, onChange) =>
        reaction(() => records.get(id)?.[field], onChange, { equals: compareStructural }),
      watchAll: (onChange) => reaction(() => [...records.values()], onChange),
      watchSummary: (onChange) => reaction(() => summary.get(), onChange),
      close() {},
    };
  },
};
