import { describe, expect, it } from 'vitest';
import { createRememberedIds } from '../../../../../src/apps/dashboard/page/server/remembered-ids.js';

function createStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

describe('createRememberedIds', () => {
  it('restores ids after a reload, each once, for its account only', () => {
    const storage = createStorage();
    const ids = createRememberedIds(storage, 'https://one.example');
    ids.add('a');
    ids.add('b');
    ids.add('a');
    expect(createRememberedIds(storage, 'https://one.example').ids).toEqual(['a', 'b']);
    expect(createRememberedIds(storage, 'https://two.example').ids).toEqual([]);
  });

  it('keeps ids that another tab adds', () => {
    const storage = createStorage();
    const [one, other] = [createRememberedIds(storage, 'x'), createRememberedIds(storage, 'x')];
    one.add('a');
    other.add('b');
    one.add('c');
    expect(other.ids).toEqual(['a', 'b', 'c']);
  });

  it('removes its key with the last id', () => {
    const storage = createStorage();
    const ids = createRememberedIds(storage, 'x');
    ids.add('a');
    ids.remove('a');
    expect(storage.kept.size).toBe(0);
  });

  it.each(['no JSON', '{"a":1}', '[1,null,"a"]', '["..","a/b","","a"]'])(
    'ignores invalid stored content: %s',
    (text) => {
      const storage = createStorage();
      storage.setItem('fleetglass.ids x', text);
      const ids = createRememberedIds(storage, 'x');
      expect(ids.ids.filter((id) => id !== 'a')).toEqual([]);
      ids.add('b');
      expect(ids.ids).toContain('b');
    },
  );
});
