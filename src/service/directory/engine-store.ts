import type { DirectoryEngine } from '../../persistence/directory/directory-engine.js';
import { StorageFailure } from '../../persistence/engine.js';
import { DirectoryLost, parseRecord, recordKey, type RecordStore, type Write } from '../account/record-store.js';
import { stringifyExactJson } from '../shared/exact-json.js';

export interface EngineStoreOptions {
  /** Whether records without a valid form are left out. Otherwise a request that needs one fails. */
  readonly salvage?: boolean | undefined;
  /** Gets messages for people about damage, and one each time the directory disappears. */
  readonly onNotice: (message: string) => void;
}

/**
 * Stores records through a storage engine, as JSON text: JSON text is exact for every integer. Reads from memory, which
 * has all texts.
 */
export async function createEngineStore(
  engine: DirectoryEngine,
  { salvage = false, onNotice }: EngineStoreOptions,
): Promise<RecordStore> {
  const texts = new Map<string, string>();
  for await (const values of engine.read(({ message }) => onNotice(message))) {
    for (const { key, text } of values) {
      if (salvage && !isRecord(key, text)) onNotice(`The stored record ${key} is damaged and left out.`);
      else texts.set(key, text);
    }
  }
  engine.verify();
  const watched = reportLoss(onNotice);
  return {
    get: (kind, id) =>
      watched(async () => {
        await engine.checkPresence();
        const key = recordKey(kind, id);
        const text = texts.get(key);
        return text === undefined ? undefined : parseRecord(key, text);
      }),
    list: (kind) =>
      watched(async () => {
        await engine.checkPresence();
        const keys = [...texts.keys()].filter((key) => key.startsWith(`${kind}:`)).toSorted();
        return new Map(keys.map((key) => [key.slice(kind.length + 1), parseRecord(key, texts.get(key) ?? '')]));
      }),
    write: (writes) =>
      watched(async () => {
        const changes = writes.map(toChange);
        await engine.write(changes);
        for (const { key, text } of changes) {
          if (text === undefined) texts.delete(key);
          else texts.set(key, text);
        }
      }),
    close: () => engine.close(),
  };
}

function isRecord(key: string, text: string): boolean {
  try {
    parseRecord(key, text);
    return true;
  } catch {
    return false;
  }
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
