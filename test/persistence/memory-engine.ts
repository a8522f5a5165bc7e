import type { StorageRole } from '../../src/core/fleet/storage.js';
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
  readonly batches: (readonly StoredWrite[])[];
  /** The next reads report these losses. */
  readonly losses: EngineLoss[];
  /** While set, writes fail. */
  failure: StorageFailureReason | undefined;
  /** While set, writes wait. */
  gate: Promise<void> | undefined;
  /** While set, reads wait. */
  readGate: Promise<void> | undefined;
  isClosed: boolean;
  role?: StorageRole | undefined;
  become(role: StorageRole): void;
}

/**
 * @param values the values of an earlier engine, or of an engine that shares them.
 * @param role absent in a place with one user.
 */
export function createMemoryEngine(values = new Map<string, string>(), role?: StorageRole): MemoryEngine {
  const engine: MemoryEngine = {
    values,
    batches: [],
    losses: [],
    failure: undefined,
    gate: undefined,
    readGate: undefined,
    isClosed: false,
    role,
    async *read(onLoss) {
      if (engine.readGate !== undefined) await engine.readGate;
      engine.losses.forEach(onLoss);
      const all = [...values].map(([key, text]) => ({ key, text })).toSorted((a, b) => (a.key < b.key ? -1 : 1));
      for (let start = 0; start < all.length; start += 100) {
        await Promise.resolve();
        yield all.slice(start, start + 100);
      }
    },
    async write(writes) {
      await engine.gate;
      if (engine.failure !== undefined) throw new StorageFailure(engine.failure, `The disk is ${engine.failure}.`);
      engine.batches.push(writes);
      for (const { key, text, requires, ifAbsent } of writes) {
        if (text === undefined || (requires !== undefined && !values.has(requires))) values.delete(key);
        else if (!ifAbsent || !values.has(key)) values.set(key, text);
      }
    },
    get: async (key) => values.get(key),
    clear: async () => values.clear(),
    close: async () => void (engine.isClosed = true),
    become(next) {
      engine.role = next;
      engine.onChanged?.();
    },
  };
  return engine;
}
