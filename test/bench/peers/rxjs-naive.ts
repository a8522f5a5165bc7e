import { BehaviorSubject, distinctUntilChanged, map, skip } from 'rxjs';
import type { Database } from '../../../src/core/records/database.js';
import { isSameRecord, isSameValue } from './compare-records.js';
import { COMPARED_BY_HAND, summarize, type Peer } from './peer.js';

/** One subject with all records. Subscribers select a record and skip equal values. */
export const rxjsNaive: Peer = {
  name: 'rxjs, one subject',
  remark: COMPARED_BY_HAND,
  open(opened) {
    const state = new BehaviorSubject(new Map(opened.map((record) => [record.database_id, record])));

    function put(record: Database): boolean {
      const records = state.value;
      if (isSameRecord(records.get(record.database_id) as Database, record)) return false;
      records.set(record.database_id, record);
      return true;
    }

    return {
      change(record) {
        if (put(record)) state.next(state.value);
      },
      changeAll(changing) {
        if (changing.filter(put).length > 0) state.next(state.value);
      },
      watch: (id, onChange) =>
        state
          .pipe(
            map((records) => records.get(id)),
            distinctUntilChanged(),
          )
          .subscribe(onChange),
      watchField: (id, field, onChange) =>
        state
          .pipe(
            map((records) => records.get(id)?.[field]),
            distinctUntilChanged<Database[typeof field] | undefined>(isSameValue),
          )
          .subscribe(onChange),
      watchAll: (onChange) =>
        state
          .pipe(
            skip(1),
            map((records) => [...records.values()]),
          )
          .subscribe(onChange),
      watchSummary: (onChange) =>
        state
          .pipe(
            skip(1),
            map((records) => summarize(records.values())),
          )
          .subscribe(onChange),
      close() {},
    };
  },
};
