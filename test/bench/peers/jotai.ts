import { atom, createStore, type Atom, type PrimitiveAtom } from 'jotai/vanilla';
import { selectAtom } from 'jotai/vanilla/utils';
import type { Database } from '../../../src/core/records/database.js';
import { isSameRecord, isSameValue } from './compare-records.js';
import { COMPARED_BY_HAND, summarize, type Peer } from './peer.js';

/** An atom for each record, a selecting atom for each field. */
export const jotai: Peer = {
  name: 'jotai',
  remark: COMPARED_BY_HAND,
  open(records) {
    const store = createStore();
    const atoms = new Map(
      records.map((record): [string, PrimitiveAtom<Database>] => [record.database_id, atom(record)]),
    );
    const atomOf = (id: string): PrimitiveAtom<Database> => atoms.get(id) as PrimitiveAtom<Database>;
    const allAtom = atom((get) => Array.from(atoms.values(), (each) => get(each)));
    const summaryAtom = atom((get) => summarize(Array.from(atoms.values(), (each) => get(each))));
    const answersAtom = atom(null, (get, set, answers: readonly Database[]) => {
      for (const answer of answers) {
        const target = atomOf(answer.database_id);
        if (!isSameRecord(get(target), answer)) set(target, answer);
      }
    });
    const watch = <T>(watched: Atom<T>, onChange: (value: T) => void): (() => void) =>
      store.sub(watched, () => onChange(store.get(watched)));

    return {
      change(record) {
        const target = atomOf(record.database_id);
        if (!isSameRecord(store.get(target), record)) store.set(target, record);
      },
      changeAll: (changing) => store.set(answersAtom, changing),
      watch: (id, onChange) => watch(atomOf(id), onChange),
      watchField: (id, field, onChange) =>
        watch(
          selectAtom(atomOf(id), (record) => record[field], isSameValue),
          onChange,
        ),
      watchAll: (onChange) => watch(allAtom, onChange),
      watchSummary: (onChange) => watch(summaryAtom, onChange),
      close() {},
    };
  },
};
