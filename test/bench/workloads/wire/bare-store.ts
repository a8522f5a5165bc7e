import type { Database } from '../../../../src/index.js';
import { deepEqual } from '../../../../src/core/shared/deep-equal.js';
import type { WirePeer } from './wire-store.js';

/** The floor: it compares the text, then parses it and compares the fields. It checks nothing and shares nothing. */
export const bareStore: WirePeer = {
  name: 'by hand: Maps, one callback, no checks',
  create() {
    const texts = new Map<string, string>();
    const records = new Map<string, Database>();
    const listeners = new Map<string, () => void>();
    return {
      take(id, text) {
        if (texts.get(id) === text) return;
        texts.set(id, text);
        const record = JSON.parse(text) as Database;
        if (deepEqual(record, records.get(id))) return;
        records.set(id, record);
        listeners.get(id)?.();
      },
      subscribe: (id, listener) => void listeners.set(id, listener),
      read: (id) => records.get(id),
    };
  },
};
