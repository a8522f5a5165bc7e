import { atom, batch, computed, type WritableAtom } from 'nanostores';
import type { Database } from '../../../src/core/records/database.js';
import { isSameRecord, isSameValue } from './compare-records.js';
import { summarize, type Peer } from './peer.js';

/** A store for each record, a computed store for each field. */
export const nanostores: Peer = {
  name: 'nanostores',
  remark: 'has the same comparison as its `eq`',
  open(records) {
    const stores = new Map<string, WritableAtom<Database>>();
    for (const record of records) {
      const store = atom(record);
      store.eq = isSameRecord;
      stores.set(record.database_id, store);
    }
    const storeOf = (id: string): WritableAtom<Database> => stores.get(id) as WritableAtom<Database>;
    const change = (record: Database): void => storeOf(record.database_id).set(record);

    return {
      change,
      changeAll: (changing) => batch(() => changing.forEach(change)),
      watch: (id, onChange) => storeOf(id).listen(onChange),
      watchField(id, field, onChange) {
        const view = computed(storeOf(id), (record) => record[field] as Database[typeof field]);
        view.eq = isSameValue;
        return view.listen((value) => onChange(value as Database[typeof field]));
      },
      watchAll: (onChange) => computed([...stores.values()], (...all: Database[]) => all).listen(onChange),
      watchSummary: (onChange) =>
        computed([...stores.values()], (...all: Database[]) => summarize(all)).listen(onChange),
      close() {},
    };
  },
};
