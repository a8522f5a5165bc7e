import { expect, test, vi } from 'vitest';
import { IndexedDBEngine } from '../../src/persistence/indexeddb/indexeddb-engine.js';
import { openDatabase } from '../../src/persistence/indexeddb/open-database.js';
import { TabLock } from '../../src/persistence/indexeddb/tab-lock.js';
import { describeEngine } from '../persistence/engine-contract.js';

describeEngine('in IndexedDB', async () => {
  const name = `fleetglass:test:${crypto.randomUUID()}`;
  return {
    open: async () => new IndexedDBEngine(await openDatabase(name), await TabLock.take(name), () => {}),
    destroy: async () => void indexedDB.deleteDatabase(name),
  };
});

test('a read of many values from IndexedDB lets the browser do other work', async () => {
  const name = `fleetglass:test:${crypto.randomUUID()}`;
  const engine = new IndexedDBEngine(await openDatabase(name), await TabLock.take(name), () => {});
  try {
    await engine.write(Array.from({ length: 2000 }, (_, at) => ({ key: String(at), text: '{}' })));
    const other = vi.fn<() => void>();
    for await (const _ of engine.read(() => expect.unreachable('no loss'))) setTimeout(other);
    // One task after each batch but the last one, which may still wait.
    expect(other.mock.calls.length).toBeGreaterThanOrEqual(3);
  } finally {
    await engine.close();
    indexedDB.deleteDatabase(name);
  }
});
