import type { EngineLoss } from '../engine.js';
import { goneError } from './directory-failure.js';
import type { Changes, LevelCopy } from './level-copy.js';
import type { CopyContents } from './merge-copies.js';
import type { RecoveredStore, SecondaryCopy } from './recover-copies.js';
import type { Head } from './sealed-values.js';
import type { CopyName } from './store-folder.js';
import { inSlices } from './value-slices.js';

/** A batch whose write failed. Each copy may have it. */
export interface FailedBatch {
  readonly changes: Changes;
  readonly head: Head;
}

/** The checksums of values, in the order of the keys. */
export type ReadChecksums = Pick<CopyContents, 'keys' | 'checksums'>;

/** The state of a store that is in use. */
export interface OpenStore {
  /** Without symbolic links. */
  readonly directory: string;
  readonly now: () => Date;
  readonly onNotice: (notice: EngineLoss) => void;
  primary: { readonly name: CopyName; readonly copy: LevelCopy };
  secondary: SecondaryCopy;
  /** Describes the acknowledged values. */
  head: Head;
  /** The checksums that the opening has read, until {@link loadChecksums} has put them into `checksums`. */
  unindexed: ReadChecksums | undefined;
  /** The checksums of the acknowledged values. */
  checksums: Map<string, number>;
  /** Whether the secondary copy is checked and has all values. */
  isSettled: boolean;
  /** Whether LevelDB has failed to write, so that it would lose later batches. */
  mustReopen: boolean;
  failed: FailedBatch | undefined;
  /** Whether the file of the store tells that the store is open. */
  isMarkedOpen: boolean;
}

export function createOpenStore(
  { primary, secondary, head, keys, checksums }: RecoveredStore,
  parts: Pick<OpenStore, 'directory' | 'isMarkedOpen' | 'now' | 'onNotice'>,
): OpenStore {
  return {
    ...parts,
    primary,
    secondary,
    head,
    unindexed: { keys, checksums },
    checksums: new Map(),
    isSettled: false,
    mustReopen: false,
    failed: undefined,
  };
}

/** Fills `checksums`. To be called before their first use, which is later than the opening: it takes a while. */
export async function loadChecksums(store: OpenStore): Promise<void> {
  if (store.unindexed === undefined) return;
  store.checksums = await indexChecksums(store.unindexed);
  store.unindexed = undefined;
}

export async function indexChecksums({ keys, checksums }: ReadChecksums): Promise<Map<string, number>> {
  const index = new Map<string, number>();
  for await (const slice of inSlices(keys.entries(), () => 0)) {
    for (const [at, key] of slice) index.set(key, checksums[at] ?? 0);
  }
  return index;
}

/** The secondary copy, if it is open. */
export function openedOf({ copy }: SecondaryCopy): LevelCopy | undefined {
  return copy === 'unopened' ? undefined : copy;
}

/** @throws StorageFailure with the reason `gone` if the directory is no longer in its place. */
export async function checkPresence({ directory, primary, secondary }: OpenStore): Promise<void> {
  for (const copy of [primary.copy, openedOf(secondary)]) {
    if (copy !== undefined && !(await copy.isPresent())) throw goneError(directory);
  }
}
