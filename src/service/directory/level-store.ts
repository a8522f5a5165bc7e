import type { ClassicLevel } from 'classic-level';
import { stringifyExactJson } from '../shared/exact-json.js';
import { parseRecord, recordKey, type RecordStore, type Write } from '../account/record-store.js';

/** Without `sync`, an answered write could be lost when the machine goes down. */
const DURABLE = { sync: true };

/**
 * Stores records in LevelDB, as JSON text: JSON text is exact for every integer.
 *
 * @param checkDirectory rejects when the directory is gone. LevelDB itself would go on in unlinked files.
 */
export function createLevelStore(
  level: ClassicLevel<string, string>,
  checkDirectory: () => Promise<void> = async () => {},
): RecordStore {
  return {
    async get(kind, id) {
      await checkDirectory();
      const key = recordKey(kind, id);
      const text = await level.get(key);
      return text === undefined ? undefined : parseRecord(key, text);
    },
    async list(kind) {
      await checkDirectory();
      const entries = new Map<string, ReturnType<typeof parseRecord>>();
      // ';' is the character after ':'.
      for await (const [key, text] of level.iterator({ gt: `${kind}:`, lt: `${kind};` })) {
        entries.set(key.slice(kind.length + 1), parseRecord(key, text));
      }
      return entries;
    },
    async write(writes) {
      await checkDirectory();
      await level.batch(writes.map(toOperation), DURABLE);
      // If the directory was removed during the write, the write is lost when the process ends.
      await checkDirectory();
    },
    close: () => level.close(),
  };
}

function toOperation({ kind, id, record }: Write) {
  const key = recordKey(kind, id);
  if (record === undefined) return { type: 'del' as const, key };
  return { type: 'put' as const, key, value: stringifyExactJson(record) };
}
