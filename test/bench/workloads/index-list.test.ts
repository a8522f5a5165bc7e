import { describe, expect, it } from 'vitest';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';
import {
  bareListStore,
  checkListStore,
  fleetglassListStore,
  type ListStore,
  queryListStore,
} from './index-list/list-stores.js';

const list = sampleVectorIndices(3);
const ids = list.map(({ id }) => id);
const [first = ''] = ids;
const steps = [
  { text: JSON.stringify(list), changedIds: ids },
  { text: ` ${JSON.stringify(list)}`, changedIds: [] },
  {
    text: JSON.stringify(list.map((index) => (index.id === first ? { ...index, dimension_count: 7 } : index))),
    changedIds: [first],
  },
];

describe('a store for the text of a list in the benchmark', () => {
  it.each([bareListStore, fleetglassListStore, queryListStore])(
    'keeps the records, and notifies exactly of the changes: $name',
    async (peer) => {
      await expect(checkListStore(peer, ids, steps)).resolves.toBeUndefined();
    },
  );

  it.each<[string, (store: ListStore) => Partial<ListStore>]>([
    ['tells twice', ({ subscribe }) => ({ subscribe: (id, at, tell) => subscribe(id, at, () => [tell(), tell()]) })],
    [
      'tells the wrong one',
      ({ subscribe }) => ({ subscribe: (_, at, tell) => subscribe(ids.at(at - 1) ?? '', at, tell) }),
    ],
    ['keeps nothing', () => ({ read: () => undefined })],
  ])('is refused if it %s', async (_, break_) => {
    const create = (): ListStore => {
      const store = bareListStore.create();
      return { ...store, ...break_(store) };
    };
    await expect(checkListStore({ name: 'broken', create }, ids, steps)).rejects.toThrow('strictly deep-equal');
  });
});
