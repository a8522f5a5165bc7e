import { describe, expect, it } from 'vitest';
import { KeyedLock } from '../../../src/service/shared/keyed-lock.js';

/** Tasks that end on demand, and a record of their starts and ends. */
function createRecorder() {
  const seen: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) => (): Promise<string> => {
    seen.push(`${name} begins`);
    return new Promise((resolve, reject) => {
      ends.set(name, (error) => {
        seen.push(`${name} ends`);
        if (error === undefined) resolve(name);
        else reject(error);
      });
    });
  };
  const end = async (name: string, error?: Error): Promise<void> => {
    ends.get(name)?.(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { seen, work, end };
}

describe('KeyedLock', () => {
  it('runs the tasks of one key in sequence, also after a failure, and those of other keys concurrently', async () => {
    const { seen, work, end } = createRecorder();
    const locks = new KeyedLock();
    const first = locks.withLock('a', work('a1'));
    const second = locks.withLock('a', work('a2'));
    void locks.withLock('b', work('b1'));
    await end('none');
    expect(seen).toEqual(['a1 begins', 'b1 begins']);
    await Promise.all([expect(first).rejects.toThrow('broken'), end('a1', new Error('broken'))]);
    await end('a2');
    expect(await second).toBe('a2');
    expect(seen).toEqual(['a1 begins', 'b1 begins', 'a1 ends', 'a2 begins', 'a2 ends']);
  });

  it('runs a task with the global lock after all earlier tasks and before all later tasks', async () => {
    const { seen, work, end } = createRecorder();
    const locks = new KeyedLock();
    void locks.withLock('a', work('before'));
    const global = locks.withGlobalLock(work('global'));
    void locks.withLock('b', work('after'));
    void locks.withGlobalLock(work('last'));
    for (const name of ['none', 'before', 'global', 'after', 'last']) await end(name);
    expect(seen).toEqual(['before', 'global', 'after', 'last'].flatMap((name) => [`${name} begins`, `${name} ends`]));
    expect(await global).toBe('global');
  });

  it('runs later tasks after a failed task with the global lock', async () => {
    const locks = new KeyedLock();
    await expect(locks.withGlobalLock(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await locks.withLock('a', async () => 'done')).toBe('done');
  });
});
