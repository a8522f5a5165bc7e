import {
  StorageFailure,
  type EngineLoss,
  type StorageEngine,
  type StorageFailureReason,
  type StoredWrite,
} from '../../src/persistence/engine.js';

/** An engine in memory, whose values a test can read, damage and keep over restarts. */
export interface MemoryEngine extends StorageEngine {
  readonly values: Map<string, string>;
  /** The batches that were written. */
  readonly batches: (readonly StoredWrite[])[];
  /** The next reads report these losses. */
  readonly losses: EngineLoss[];
  /** While set, writes fail. */
  failure: StorageFailureReason | undefined;
  /** While set, writes wait. */
  gate: Promise<void> | undefined;
  readonly isClosed: boolean;
}

/** @param values the values of an earlier engine. */
export function createMemoryEngine(values = new Map<string, string>(), readInBatchesOf = 100): MemoryEngine {
  let isClosed = false;
  const engine: MemoryEngine = {
    values,
    batches: [],
    losses: [],
    failure: undefined,
    gate: undefined,
    get isClosed() {
      return isClosed;
    },
    async *read(onLoss) {
      const all = [...values].map(([key, text]) => ({ key, text })).toSorted((a, b) => (a.key < b.key ? -1 : 1));
      for (let start = 0; start < all.length; start += readInBatchesOf) {
        await Promise.resolve();
        yield all.slice(start, start + readInBatchesOf);
      }
      engine.losses.forEach(onLoss);
    },
    async write(writes) {
      await engine.gate;
      if (engine.failure !== undefined) throw new StorageFailure(engine.failure, `The disk is ${engine.failure}.`);
      engine.batches.push(writes);
      for (const { key, text } of writes) {
        if (text === undefined) values.delete(key);
        else values.set(key, text);
      }
    },
    clear: async () => values.clear(),
    close: async () => void (isClosed = true),
  };
  return engine;
}
