import { describe, expect, it } from 'vitest';
import { createLanes } from '../../src/service/lanes.js';

/** Work that ends when it is told to, and writes down what happens. */
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

describe('lanes', () => {
  it('let work of one key wait for each other, however it ends, and that of others go on', async () => {
    const { seen, work, end } = createRecorder();
    const lanes = createLanes();
    const first = lanes.run('a', work('a1'));
    const second = lanes.run('a', work('a2'));
    void lanes.run('b', work('b1'));
    await end('none');
    expect(seen).toEqual(['a1 begins', 'b1 begins']);
    await Promise.all([expect(first).rejects.toThrow('broken'), end('a1', new Error('broken'))]);
    await end('a2');
    expect(await second).toBe('a2');
    expect(seen).toEqual(['a1 begins', 'b1 begins', 'a1 ends', 'a2 begins', 'a2 ends']);
  });

  it('let lone work wait for all before it, and all after it wait', async () => {
    const { seen, work, end } = createRecorder();
    const lanes = createLanes();
    void lanes.run('a', work('before'));
    const alone = lanes.runAlone(work('alone'));
    void lanes.run('b', work('after'));
    void lanes.runAlone(work('last'));
    for (const name of ['none', 'before', 'alone', 'after', 'last']) await end(name);
    expect(seen).toEqual(['before', 'alone', 'after', 'last'].flatMap((name) => [`${name} begins`, `${name} ends`]));
    expect(await alone).toBe('alone');
  });

  it('go on after lone work that failed', async () => {
    const lanes = createLanes();
    await expect(lanes.runAlone(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await lanes.run('a', async () => 'done')).toBe('done');
  });
});
