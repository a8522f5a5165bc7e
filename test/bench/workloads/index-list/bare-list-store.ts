import type { VectorIndex } from '../../../../src/index.js';
import { deepEqual } from '../../../../src/core/shared/deep-equal.js';
import type { ListPeer } from './list-store.js';

/** The floor: it compares the text, parses a changed text, and compares each record field by field. It checks nothing. */
export const bareListStore: ListPeer = {
  name: 'by hand: Maps, callbacks, no checks',
  create() {
    let before = '';
    const records = new Map<string, VectorIndex>();
    const listeners = new Map<string, () => void>();
    return {
      take(text) {
        if (text === before) return;
        before = text;
        for (const record of JSON.parse(text) as VectorIndex[]) {
          if (deepEqual(record, records.get(record.id))) continue;
          records.set(record.id, record);
          listeners.get(record.id)?.();
        }
      },
      subscribe: (id, _, listener) => void listeners.set(id, listener),
      read: (id) => records.get(id),
    };
  },
};
