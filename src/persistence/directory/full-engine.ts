import { detailOf, FleetError } from '../../core/shared/fleet-error.js';
import { StorageFailure, type EngineLoss, type StorageEngine } from '../engine.js';
import { readJournalValues } from './journal.js';

type LateEngine = Pick<StorageEngine, 'read' | 'write' | 'close'>;

/**
 * Stands in for the engine of a directory whose disk is full at the start. It reads the journal, not the cache. Each
 * write tries to open the directory, and fails until there is room. Until then, other processes can open the directory.
 *
 * @param open opens the directory. Its engine reports the damage of the opening as soon as `read` is called
 * @param message says why writes fail
 */
export function createFullEngine(directory: string, open: () => Promise<LateEngine>, message: string): StorageEngine {
  let opening: Promise<LateEngine> | undefined;
  let report: (loss: EngineLoss) => void = () => {};

  async function opened(): Promise<LateEngine> {
    opening ??= open();
    try {
      const engine = await opening;
      // Reports the damage that the opening has found, once. The values are not read again.
      engine.read(report);
      return engine;
    } catch (error) {
      opening = undefined;
      if (error instanceof FleetError && error.code === 'in-use') throw new StorageFailure('failed', detailOf(error));
      throw new StorageFailure('full', message);
    }
  }

  return {
    async *read(onLoss) {
      report = onLoss;
      const values = await readJournalValues(directory);
      yield Array.from(values, ([key, text]) => ({ key, text }));
    },
    async write(writes) {
      await (await opened()).write(writes);
    },
    clear: () => Promise.reject(new StorageFailure('full', message)),
    async close() {
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}
