import { computed, effect, endBatch, signal, startBatch } from 'alien-signals';
import type { Database } from '../../../src/core/records/database.js';
import { isSameRecord, isSameValue } from './compare-records.js';
import { COMPARED_BY_HAND, summarize, type Peer } from './peer.js';

type Signal<T> = ReturnType<typeof signal<T>>;

/** A signal for each record, an effect for each subscriber. */
export const alienSignals: Peer = {
  name: 'alien-signals',
  remark: COMPARED_BY_HAND,
  open(records) {
    const signals = new Map(records.map((record): [string, Signal<Database>] => [record.database_id, signal(record)]));
    const signalOf = (id: string): Signal<Database> => signals.get(id) as Signal<Database>;
    const all = computed(() => Array.from(signals.values(), (each) => each()));
    const summary = computed(() => summarize(Array.from(signals.values(), (each) => each())));

    function change(record: Database): void {
      const target = signalOf(record.database_id);
      if (!isSameRecord(target(), record)) target(record);
    }

    return {
      change,
      changeAll(changing) {
        startBatch();
        changing.forEach(change);
        endBatch();
      },
      watch(id, onChange) {
        const record = signalOf(id);
        return effect(() => onChange(record()));
      },
      watchField(id, field, onChange) {
        const record = signalOf(id);
        const value = computed<Database[typeof field]>((before) => {
          const now = record()[field];
          return isSameValue(before, now) ? (before as typeof now) : now;
        });
        return effect(() => onChange(value()));
      },
      watchAll: (onChange) => effect(() => onChange(all())),
      watchSummary: (onChange) => effect(() => onChange(summary())),
      close() {},
    };
  },
};
