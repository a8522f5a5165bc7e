import { BehaviorSubject, distinctUntilChanged, map, Subject } from 'rxjs';
import type { Database } from '../../../src/core/records/database.js';
import { deepEqual } from '../../../src/core/shared/deep-equal.js';
import { summarize, type Peer } from './peer.js';

/** A subject for each record, and a subject for a change of any record. The comparison of the floor drops equal answers. */
export const rxjsKeyed: Peer = {
  name: 'rxjs, a subject each',
  open(records) {
    const subjects = new Map(
      records.map((record): [string, BehaviorSubject<Database>] => [record.database_id, new BehaviorSubject(record)]),
    );
    const subjectOf = (id: string): BehaviorSubject<Database> => subjects.get(id) as BehaviorSubject<Database>;
    const changes = new Subject<void>();
    const all = (): Database[] => Array.from(subjects.values(), ({ value }) => value);

    function put(record: Database): boolean {
      const subject = subjectOf(record.database_id);
      if (deepEqual(subject.value, record)) return false;
      subject.next(record);
      return true;
    }

    return {
      change(record) {
        if (put(record)) changes.next();
      },
      changeAll(changing) {
        if (changing.filter(put).length > 0) changes.next();
      },
      watch: (id, onChange) => subjectOf(id).subscribe(onChange),
      watchField: (id, field, onChange) =>
        subjectOf(id)
          .pipe(
            map((record) => record[field]),
            distinctUntilChanged<Database[typeof field] | undefined>(deepEqual),
          )
          .subscribe(onChange),
      watchAll: (onChange) => changes.pipe(map(all)).subscribe(onChange),
      watchSummary: (onChange) => changes.pipe(map(() => summarize(all()))).subscribe(onChange),
      close() {},
    };
  },
};
