import { describe, expect, it } from 'vitest';
import { createBrowserStorage, type KeyValues } from '../../../../../src/apps/dashboard/page/server/browser-storage.js';

function createStorage(): KeyValues & { isFull: boolean } {
  const kept = new Map<string, string>();
  return {
    isFull: false,
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key) => void kept.delete(key),
  };
}

describe('createBrowserStorage', () => {
  it('stores texts in the storage of the browser', () => {
    const storage = createStorage();
    createBrowserStorage(() => storage).setItem('a', '1');
    expect(createBrowserStorage(() => storage).getItem('a')).toBe('1');
    createBrowserStorage(() => storage).removeItem('a');
    expect(storage.getItem('a')).toBeNull();
  });

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
