import { describe, expect, it } from 'vitest';
import { rememberedIds } from '../../../../../src/apps/dashboard/page/server/page-fleet.js';
import { createBrowserStorage, type KeyValues } from '../../../../../src/apps/dashboard/page/shell/browser-storage.js';

function createStorage(): KeyValues & { readonly kept: Map<string, string>; isFull: boolean } {
  const kept = new Map<string, string>();
  return {
    kept,
    isFull: false,
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key) => void kept.delete(key),
  };
}

describe('rememberedIds', () => {
  it('restores ids after a reload, each once, for its account only', () => {
    const storage = createStorage();
    const ids = rememberedIds(storage, 'https://one.example');
    ids.add(['a']);
    ids.add(['b']);
    ids.add(['a']);
    expect(rememberedIds(storage, 'https://one.example').read()).toEqual(['a', 'b']);
    expect(rememberedIds(storage, 'https://two.example').read()).toEqual([]);
  });

  it('keeps ids that another tab adds', () => {
    const storage = createStorage();
    const [one, other] = [rememberedIds(storage, 'x'), rememberedIds(storage, 'x')];
    one.add(['a']);
    other.add(['b']);
    one.add(['c']);
    expect(other.read()).toEqual(['a', 'b', 'c']);
  });

  it.each(['no JSON', '[1,null,"..","a/b","","a"]'])('ignores invalid stored content: %s', (text) => {
    const storage = createStorage();
    storage.setItem('fleetglass.ids x', text);
    const ids = rememberedIds(storage, 'x');
    expect(ids.read().filter((id) => id !== 'a')).toEqual([]);
    ids.add(['b']);
    expect(ids.read()).toContain('b');
  });
});

describe('createBrowserStorage', () => {
  it('keeps texts in memory if the browser denies access', () => {
    const kept = createBrowserStorage(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    expect(kept.getItem('a')).toBeNull();
    kept.setItem('a', '1');
    expect(kept.getItem('a')).toBe('1');
    kept.removeItem('a');
    expect(kept.getItem('a')).toBeNull();
  });

  it('keeps the newest text in memory while the storage is full', () => {
    const storage = createStorage();
    const kept = createBrowserStorage(() => storage);
    kept.setItem('a', '1');
    storage.isFull = true;
    kept.setItem('a', '2');
    expect(kept.getItem('a')).toBe('2');
    storage.isFull = false;
    kept.setItem('a', '3');
    expect([kept.getItem('a'), storage.getItem('a')]).toEqual(['3', '3']);
  });
});
