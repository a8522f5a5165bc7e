import { createStore } from '@ngneat/elf';
import {
  getEntity,
  selectAllEntities,
  selectEntity,
  setEntities,
  upsertEntities,
  withEntities,
} from '@ngneat/elf-entities';
import { distinctUntilChanged, map, skip } from 'rxjs';
import type { Database } from '../../../src/core/records/database.js';
import { isSameRecord, isSameValue } from './compare-records.js';
import { COMPARED_BY_HAND, summarize, type Peer } from './peer.js';

let stores = 0;

/** A store of entities, a query for each subscriber. */
export const elf: Peer = {
  name: '@ngneat/elf',
  remark: COMPARED_BY_HAND,
  open(records) {
    const store = createStore(
      { name: `databases-${(stores += 1)}` },
      withEntities<Database, 'database_id'>({ idKey: 'database_id' }),
    );
    const isNews = (record: Database): boolean => {
      const before = store.query(getEntity(record.database_id));
      return before === undefined || !isSameRecord(before, record);
    };
    store.update(setEntities([...records]));
    return {
      change(record) {
        if (isNews(record)) store.update(upsertEntities(record));
      },
      changeAll: (changing) => store.update(upsertEntities(changing.filter(isNews))),
      watch: (id, onChange) => store.pipe(selectEntity(id)).subscribe(onChange),
      watchField: (id, field, onChange) =>
        store
          .pipe(
            selectEntity(id, { pluck: field }),
            distinctUntilChanged<Database[typeof field] | undefined>(isSameValue),
          )
          .subscribe(onChange),
      watchAll: (onChange) => store.pipe(selectAllEntities(), skip(1)).subscribe(onChange),
      watchSummary: (onChange) => store.pipe(selectAllEntities(), map(summarize), skip(1)).subscribe(onChange),
      close: () => store.destroy(),
    };
  },
};
