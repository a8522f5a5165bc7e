import { describe, expect, it } from 'vitest';
import { StorageFailure, type EngineLoss, type StorageEngine, type StoredValue } from '../../src/persistence/engine.js';

/** One place that an engine can open. Each test gets a place of its own. */
export interface EnginePlace {
  /** Opens the place, which is empty at first. Can be called again after a close. */
  open(): Promise<StorageEngine>;
  /** Removes the place after the test. Called after all engines are closed. */
  destroy?(): Promise<void>;
}

/** All values of an engine. Fails if the engine reports a loss. */
async function readAll(engine: StorageEngine): Promise<readonly StoredValue[]> {
  const losses: EngineLoss[] = [];
  const values: StoredValue[] = [];
  for await (const batch of engine.read((loss) => losses.push(loss))) values.push(...batch);
  expect(losses).toEqual([]);
  return values;
}

/** The rules of {@link StorageEngine} that hold without damage. Every engine passes them. */
export function describeEngine(name: string, createPlace: () => Promise<EnginePlace>): void {
  const run = async (test: (open: () => Promise<StorageEngine>) => Promise<void>): Promise<void> => {
    const place = await createPlace();
    const opened: StorageEngine[] = [];
    try {
      await test(async () => {
        const engine = await place.open();
        opened.push(engine);
        return engine;
      });
    } finally {
      await Promise.all(opened.map((engine) => engine.close()));
      await place.destroy?.();
    }
  };

  describe(`the storage engine ${name}`, () => {
    it('returns what was written', () =>
      run(async (open) => {
        const engine = await open();
        const keys = ['b', 'a', '\u{1f680}', '\uffee', 'ä', '"', '\\', '\u0000', 'z'.repeat(300), 'head', '\ud800x'];
        await engine.write(keys.map((key) => ({ key, text: JSON.stringify({ key, number: 1e300 }) })));
        const expected = new Map(keys.map((key) => [key, JSON.stringify({ key, number: 1e300 })]));
        const read = async (from: StorageEngine): Promise<unknown> =>
          new Map((await readAll(from)).map(({ key, text }) => [key, text]));
        expect(await read(engine)).toEqual(expected);
        await engine.close();
        expect(await read(await open())).toEqual(expected);
      }));

    it('replaces and deletes values, and keeps the last write of a key in a batch', () =>
      run(async (open) => {
        const engine = await open();
        await engine.write(['a', 'b', 'c'].map((key) => ({ key, text: '1' })));
        await engine.write([{ key: 'a', text: '2' }, { key: 'b' }, { key: 'nothing' }]);
        const repeated = [{ key: 'd', text: '1' }, { key: 'd' }, { key: 'd', text: '2' }];
        await engine.write([...repeated, { key: 'e', text: '1' }, { key: 'e' }]);
        const expected = [
          { key: 'a', text: '2' },
          { key: 'c', text: '1' },
          { key: 'd', text: '2' },
        ];
        expect(await readAll(engine)).toEqual(expected);
        await engine.close();
        expect(await readAll(await open())).toEqual(expected);
      }));

    it('applies batches in the order of the calls', () =>
      run(async (open) => {
        const engine = await open();
        const texts = Array.from({ length: 20 }, (_, at) => String(at));
        await Promise.all(texts.map((text) => engine.write([{ key: 'a', text }])));
        expect(await readAll(engine)).toEqual([{ key: 'a', text: '19' }]);
      }));

    it('reads the values of one moment', () =>
      run(async (open) => {
        const engine = await open();
        const write = (text: string): Promise<void> =>
          engine.write(Array.from({ length: 1500 }, (_, at) => ({ key: String(at), text: `"${text.repeat(200)}"` })));
        await write('a');
        await engine.close();
        const again = await open();
        const writing: Promise<void>[] = [];
        const texts = new Set<string>();
        let batches = 0;
        for await (const batch of again.read(() => expect.unreachable('no loss'))) {
          if (batches++ === 0) writing.push(again.write([{ key: '999' }, { key: '5', text: '"b"' }]));
          for (const { text } of batch) texts.add(text);
        }
        await Promise.all(writing);
        expect(batches).toBeGreaterThan(1);
        expect(texts).toEqual(new Set([`"${'a'.repeat(200)}"`]));
        expect(await readAll(again)).toHaveLength(1499);
      }));

    it('keeps large values and large batches', () =>
      run(async (open) => {
        const engine = await open();
        const large = JSON.stringify('ö'.repeat(1_000_000));
        await engine.write([{ key: 'large', text: large }]);
        await engine.write(Array.from({ length: 1500 }, (_, at) => ({ key: `key ${at}`, text: '{}' })));
        await engine.close();
        const values = await readAll(await open());
        expect(values).toHaveLength(1501);
        expect(values.find(({ key }) => key === 'large')?.text === large).toBe(true);
      }));

    it('is empty after a clear, and can be used again', () =>
      run(async (open) => {
        const engine = await open();
        await engine.write(Array.from({ length: 1000 }, (_, at) => ({ key: String(at), text: '1' })));
        await engine.clear();
        expect(await readAll(engine)).toEqual([]);
        await engine.write([{ key: 'a', text: '1' }]);
        await engine.close();
        expect(await readAll(await open())).toEqual([{ key: 'a', text: '1' }]);
      }));

    it('finishes earlier writes before it closes, and refuses later ones', () =>
      run(async (open) => {
        const engine = await open();
        const writing = engine.write([{ key: 'a', text: '1' }]);
        await Promise.all([engine.close(), engine.close()]);
        await writing;
        await expect(engine.write([{ key: 'b', text: '1' }])).rejects.toBeInstanceOf(StorageFailure);
        await expect(engine.clear()).rejects.toBeInstanceOf(StorageFailure);
        expect(await readAll(await open())).toEqual([{ key: 'a', text: '1' }]);
      }));
  });
}
