import { join } from 'node:path';
import type { Changes, LevelCopy } from './level-copy.js';
import { isIntact, type CopyContents } from './merge-copies.js';
import { checkPresence, indexChecksums, loadChecksums, openedOf, type OpenStore } from './open-store.js';
import { findCopy, repairedCopy } from './recover-copies.js';
import { checkValue } from './sealed-values.js';
import { buildCopy, isAbsent, moveAside } from './store-folder.js';
import { inSlices } from './value-slices.js';

/** Gives the secondary copy the same values as the primary copy: checks it, catches up after a crash, or builds it. */
export async function settleCopies(store: OpenStore): Promise<void> {
  if (store.isSettled) return;
  await loadChecksums(store);
  const { name } = store.secondary;
  if (store.secondary.copy === 'unopened') await openSecondary(store);
  const copy = openedOf(store.secondary);
  if (copy === undefined) await buildSecondary(store);
  else {
    const contents = await copy.read({ texts: false });
    const changes = await differencesOf(store, contents);
    if (canCatchUp(store, contents, changes)) {
      if (changes.size > 0 || contents.head?.sequence !== store.head.sequence) await copy.apply(changes, store.head);
    } else {
      store.secondary = { name, copy: undefined };
      store.onNotice(repairedCopy(name));
      await copy.close();
      await buildSecondary(store);
    }
  }
  store.isSettled = true;
}

/** Whether the secondary copy is undamaged and misses nothing but the batch that a crash has interrupted. */
function canCatchUp({ head }: OpenStore, contents: CopyContents, changes: Changes): boolean {
  if (contents.head === undefined || !isIntact(contents)) return false;
  const behind = head.sequence - contents.head.sequence;
  return behind === 0 ? changes.size === 0 : behind === 1;
}

async function differencesOf({ primary, checksums }: OpenStore, contents: CopyContents): Promise<Changes> {
  const changes = new Map<string, string | undefined>();
  const missing: string[] = [];
  const found = await indexChecksums(contents);
  for await (const keys of inSlices(contents.keys, () => 0)) {
    for (const key of keys) if (!checksums.has(key)) changes.set(key, undefined);
  }
  for await (const entries of inSlices(checksums, () => 0)) {
    for (const [key, checksum] of entries) if (found.get(key) !== checksum) missing.push(key);
  }
  for await (const slice of sealedValues(primary.copy, checksums, missing)) {
    for (const [key, sealed] of slice) changes.set(key, sealed);
  }
  return changes;
}

async function openSecondary(store: OpenStore): Promise<void> {
  const { name } = store.secondary;
  const { state, copy } = await findCopy(store.directory, name, []);
  // The store was closed without failures, so a copy that is missing was lost too.
  if (state !== 'open') store.onNotice(repairedCopy(name));
  store.secondary = { name, copy };
}

async function buildSecondary(store: OpenStore): Promise<void> {
  const { directory, primary, checksums, head, now } = store;
  // LevelDB would make a directory that was removed.
  await checkPresence(store);
  const { name } = store.secondary;
  const copy = await buildCopy(directory, name, {
    head,
    slices: sealedValues(primary.copy, checksums, checksums.keys()),
    makeRoom: async () => {
      if (!(await isAbsent(join(directory, name)))) await moveAside(directory, name, now());
    },
  });
  store.secondary = { name, copy };
}

/** Reads values of a copy as they are stored, and checks them. */
async function* sealedValues(
  copy: LevelCopy,
  checksums: ReadonlyMap<string, number>,
  keys: Iterable<string>,
): AsyncGenerator<Changes> {
  // The size of a value is not known before it is read. 4 kB is more than a usual record.
  for await (const slice of inSlices(keys, () => 4096)) {
    const sealed = await copy.get(slice);
    const changes = new Map<string, string>();
    for (const [at, key] of slice.entries()) {
      const value = sealed[at];
      if (value === undefined || checkValue(key, value) !== checksums.get(key)) {
        throw new Error('a value of the primary copy became damaged');
      }
      changes.set(key, value);
    }
    yield changes;
  }
}
