import type { DirectoryEngine } from '../../persistence/directory/directory-engine.js';
import { StorageFailure } from '../../persistence/engine.js';
import { DirectoryLost, parseRecord, recordKey, type RecordStore, type Write } from '../account/record-store.js';
import { stringifyExactJson } from '../shared/exact-json.js';

/**
 * Stores records in the journal of a directory, as JSON text: JSON text is exact for every integer. Reads from memory, which
 * has all texts.
 *
 * @param onNotice gets messages for people about damage, and one each time the directory disappears.
 */
export function createEngineStore(engine: DirectoryEngine, onNotice: (message: string) => void): RecordStore {
  for (const { message } of engine.takeLosses()) onNotice(message);
  const watched = reportLoss(onNotice);
  return {
    get: (kind, id) =>
      watched(async () => {
        await engine.checkPresence();
        const key = recordKey(kind, id);
        const text = engine.values.get(key);
        return text === undefined ? undefined : parseRecord(key, text);
      }),
    list: (kind) =>
      watched(async () => {
        await engine.checkPresence();
        const keys = [...engine.values.keys()].filter((key) => key.startsWith(`${kind}:`)).toSorted();
        return new Map(keys.map((key) => [key.slice(kind.length + 1), parseRecord(key, engine.values.get(key) ?? '')]));
      }),
    write: (writes) => watched(() => engine.write(writes.map(toChange))),
    close: () => engine.close(),
  };
}

function toChange({ kind, id, record }: Write): { readonly key: string; readonly text?: string } {
  const key = recordKey(kind, id);
  return record === undefined ? { key } : { key, text: stringifyExactJson(record) };
}

/** Sends one notice each time the directory disappears, and lets all tasks fail with {@link DirectoryLost} meanwhile. */
function reportLoss(onNotice: (message: string) => void): <T>(task: () => Promise<T>) => Promise<T> {
  let isLost = false;
  return async (task) => {
    try {
      const result = await task();
      isLost = false;
      return result;
    } catch (error) {
      if (!(error instanceof StorageFailure) || error.reason !== 'gone') throw error;
      if (!isLost) onNotice(error.message);
      isLost = true;
      throw new DirectoryLost(error.message);
    }
  };
}
