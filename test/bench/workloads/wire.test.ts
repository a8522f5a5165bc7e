import { describe, expect, it } from 'vitest';
import { sampleDatabase } from '../../support/sample-database.js';
import { bareStore, checkWireStore, fleetglassStore, queryStore, type WireStore } from './wire/wire-stores.js';

const ID = sampleDatabase.database_id;
const TEXT = JSON.stringify(sampleDatabase);
const steps = [
  { text: TEXT, isChange: true },
  { text: ` ${TEXT}`, isChange: false },
  { text: JSON.stringify({ ...sampleDatabase, replicas: 9 }), isChange: true },
];

describe('a store for the text of an answer in the benchmark', () => {
  it.each([bareStore, fleetglassStore, queryStore])(
    'keeps the record and notifies of each change once: $name',
    (peer) => {
      expect(() => checkWireStore(peer, ID, steps)).not.toThrow();
    },
  );

  it.each<[string, (store: WireStore) => Partial<WireStore>]>([
    ['tells twice', ({ subscribe }) => ({ subscribe: (id, tell) => subscribe(id, () => [tell(), tell()]) })],
    ['tells nothing', () => ({ subscribe() {} })],
    ['keeps another record', ({ take }) => ({ take: (id, text) => take(id, text.trim().replace('8', '9')) })],
    ['keeps nothing', () => ({ read: () => undefined })],
  ])('is refused if it %s', (_, break_) => {
    const create = (): WireStore => {
      const store = bareStore.create();
      return { ...store, ...break_(store) };
    };
    expect(() => checkWireStore({ name: 'broken', create }, ID, steps)).toThrow('broken');
  });
});
