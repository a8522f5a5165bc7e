import { describe, expect, test } from 'vitest';
import { isLoaded, whenLoaded } from '../../src/bindings/when-loaded.js';
import { FleetError } from '../../src/shared/fleet-error.js';
import type { Database, Entry } from '../../src/index.js';
import { createReadable } from './create-readable.js';

const loading: Entry<Database> = { id: 'a', record: undefined, status: 'loading', fetching: true, drift: [] };
const record = { database_id: 'a' } as Database;
const fresh: Entry<Database> = { ...loading, status: 'fresh', fetching: false, record };
const failed: Entry<Database> = {
  ...loading,
  status: 'unknown',
  fetching: false,
  error: new FleetError('timeout', 'get-database', 'no answer'),
};

describe('waiting for an entry', () => {
  test.each([
    ['a record', fresh],
    ['the reason why there is none', failed],
  ])('ends with %s, and so does its subscription', async (_, end) => {
    const entry = createReadable<Entry<Database>>(loading);
    const loaded = whenLoaded(entry);
    expect(entry.subscribers).toBe(1);
    entry.set({ ...loading, fetching: false });
    entry.set(end);
    await loaded;
    expect(entry.subscribers).toBe(0);
  });

  test('ends at once where there is something', async () => {
    const entry = createReadable<Entry<Database>>(fresh);
    await whenLoaded(entry);
    expect(entry.subscribers).toBe(0);
  });

  test('is one promise for all who wait, and another one the next time', async () => {
    const entry = createReadable<Entry<Database>>(loading);
    const first = whenLoaded(entry);
    expect(whenLoaded(entry)).toBe(first);
    expect(entry.subscribers).toBe(1);
    entry.set(fresh);
    await first;
    entry.set(loading);
    const second = whenLoaded(entry);
    expect(second).not.toBe(first);
    entry.set(failed);
    await second;
  });

  test.each([
    [loading, false],
    [fresh, true],
    [failed, true],
  ])('is over: %#', (entry, expected) => {
    expect(isLoaded(entry)).toBe(expected);
  });
});
