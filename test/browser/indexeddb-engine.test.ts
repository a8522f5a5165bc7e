import { createIndexedDBEngine } from '../../src/persistence/indexeddb/indexeddb-engine.js';
import { openDatabase } from '../../src/persistence/indexeddb/open-database.js';
import { takeTabLock } from '../../src/persistence/indexeddb/tab-lock.js';
import { describeEngine } from '../persistence/engine-contract.js';

describeEngine('in IndexedDB', async () => {
  const name = `fleetglass:test:${crypto.randomUUID()}`;
  return {
    open: async () => createIndexedDBEngine(await openDatabase(name), await takeTabLock(name), () => {}),
    destroy: async () => void indexedDB.deleteDatabase(name),
  };
});
