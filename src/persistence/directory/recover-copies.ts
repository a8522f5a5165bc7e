import { join } from 'node:path';
import type { EngineLoss } from '../engine.js';
import { DirectoryProblem } from './directory-failure.js';
import { DamagedCopy, type LevelCopy } from './level-copy.js';
import { isIntact, mergeCopies, type CopyContents } from './merge-copies.js';
import { DamagedTables, openCheckedCopy } from './open-checked-copy.js';
import { addChecksum, FORMAT, readChecksum, type Head, type SealedValues } from './sealed-values.js';
import { buildCopy, isAbsent, moveAside, salvageCopy, type CopyName } from './store-folder.js';
import { sealedSlices } from './value-slices.js';

/** One of the two copies, as an opening finds it. */
export type FoundCopy = { readonly name: CopyName } & (
  | { readonly state: 'open'; readonly copy: LevelCopy; readonly head: Head | undefined }
  // A copy with damaged tables is not opened: LevelDB would end the process. Its other tables can be read.
  | { readonly state: 'absent' | 'damaged' | 'unreadable'; readonly copy?: undefined; readonly head?: undefined }
);

/** @param opened gets the copy if it opens. */
export async function findCopy(directory: string, name: CopyName, opened: LevelCopy[]): Promise<FoundCopy> {
  const path = join(directory, name);
  if (await isAbsent(path)) return { name, state: 'absent' };
  try {
    const copy = await openCheckedCopy(path);
    opened.push(copy);
    return { name, state: 'open', copy, head: await copy.readHead() };
  } catch (error) {
    if (error instanceof DamagedTables) return { name, state: 'damaged' };
    if (error instanceof DamagedCopy) return { name, state: 'unreadable' };
    throw error;
  }
}

/** The copy that is checked later. */
export interface SecondaryCopy {
  readonly name: CopyName;
  /** `unopened`: it was not looked at. `undefined`: it has to be built. */
  readonly copy: LevelCopy | 'unopened' | undefined;
}

/** A store that can be used. */
export interface RecoveredStore extends SealedValues {
  /** Holds exactly the values. */
  readonly primary: { readonly name: CopyName; readonly copy: LevelCopy };
  readonly secondary: SecondaryCopy;
  readonly head: Head;
  /** In the order of the keys. */
  readonly checksums: readonly number[];
  readonly losses: readonly EngineLoss[];
}

export interface RecoveryOptions {
  readonly salvage: boolean;
  readonly now: () => Date;
  /** The store has had at least this number of batches. */
  readonly knownSequence: number;
}

/**
 * Reads the first copy of a store that was closed, and leaves the second one for later.
 *
 * @param sequence the number of the last batch before the close.
 * @returns `undefined` if the copy is damaged.
 */
export async function takeClosed(found: FoundCopy, sequence: number): Promise<RecoveredStore | undefined> {
  if (found.state !== 'open' || found.head?.sequence !== sequence) return undefined;
  const contents = await found.copy.read();
  const { head, keys, values, checksums } = contents;
  if (head === undefined || !isIntact(contents)) return undefined;
  const name = found.name === 'a' ? 'b' : 'a';
  return { primary: found, secondary: { name, copy: 'unopened' }, head, keys, values, checksums, losses: [] };
}

/**
 * Reads the newest copy. If that copy is damaged, takes the other copy, or merges both.
 *
 * @throws DirectoryProblem if neither copy opens, unless `salvage` is set.
 */
export async function recoverCopies(
  directory: string,
  copies: readonly [FoundCopy, FoundCopy],
  options: RecoveryOptions,
): Promise<RecoveredStore> {
  if (copies.every(({ state }) => state === 'unreadable' || state === 'absent') && !options.salvage) {
    throw new DirectoryProblem(
      'its data is damaged and neither copy of it opens; to use the values that are still readable, open it with `salvage`',
    );
  }
  const [first, second] = newestFirst(copies);
  const contents = await readFound(directory, first);
  if (first.state === 'open' && isIntact(contents)) return takeIntact(first, contents, second, options);
  const others = await readFound(directory, second);
  if (second.state === 'open' && isIntact(others) && sequenceOf(others) >= sequenceOf(contents)) {
    await first.copy?.close();
    return takeIntact(second, others, { name: first.name, state: 'damaged' }, options);
  }
  await first.copy?.close();
  await second.copy?.close();
  return rebuildBoth(directory, contents, others, options);
}

function newestFirst([a, b]: readonly [FoundCopy, FoundCopy]): readonly [FoundCopy, FoundCopy] {
  const rank = ({ state, head }: FoundCopy): number => head?.sequence ?? (state === 'open' ? -1 : -2);
  return rank(b) > rank(a) ? [b, a] : [a, b];
}

function sequenceOf({ head }: CopyContents): number {
  return head?.sequence ?? -1;
}

async function readFound(directory: string, found: FoundCopy): Promise<CopyContents> {
  if (found.state === 'open') return found.copy.read();
  const salvaged = found.state !== 'absent' ? await salvageCopy(directory, found.name) : undefined;
  return (
    salvaged ?? {
      head: undefined,
      keys: [],
      values: [],
      checksums: [],
      sum: 0,
      damagedKeys: new Set(),
      isReadable: false,
    }
  );
}

/** Uses a copy that holds exactly what its head describes. */
async function takeIntact(
  intact: FoundCopy & { readonly state: 'open' },
  { head, keys, values, checksums }: CopyContents,
  other: FoundCopy,
  { knownSequence }: RecoveryOptions,
): Promise<RecoveredStore> {
  if (head === undefined) throw new Error('an intact copy has a head');
  const losses: EngineLoss[] = [];
  // A crash between the two copies leaves the second one behind by one batch.
  const isUsable = other.head !== undefined && head.sequence - other.head.sequence <= 1;
  if (!isUsable) await other.copy?.close();
  if (!isUsable && head.sequence > 0) losses.push(repairedCopy(other.name));
  const isConfirmed = isUsable && other.copy?.hasDropped === false;
  const isCut = intact.copy.hasDropped && !isConfirmed;
  if (knownSequence > head.sequence || isCut) losses.push(NEWEST_LOST);
  return {
    primary: intact,
    secondary: { name: other.name, copy: isUsable ? other.copy : undefined },
    head,
    keys,
    values,
    checksums,
    losses,
  };
}

/** The notice of damage that the other copy repairs. */
export function repairedCopy(name: CopyName): EngineLoss {
  return {
    message: `Copy ${name} of the data was damaged or missing. It is restored from the other copy, and nothing is lost.`,
    repaired: true,
  };
}

const NEWEST_LOST: EngineLoss = {
  message: 'The newest changes are lost: the ends of both copies are damaged or missing.',
};

/** Replaces both copies, one after the other, by what a merge has restored. The damaged ones are kept aside. */
async function rebuildBoth(
  directory: string,
  contents: CopyContents,
  others: CopyContents,
  { now, knownSequence }: RecoveryOptions,
): Promise<RecoveredStore> {
  const { keys, values, losses } = mergeCopies(contents, others);
  const newest = Math.max(sequenceOf(contents), sequenceOf(others));
  const checksums = values.map(readChecksum);
  const head = describe(checksums, Math.max(newest, knownSequence) + 1);
  const build = (name: CopyName): Promise<LevelCopy> =>
    buildCopy(directory, name, {
      head,
      slices: sealedSlices({ keys, values }),
      makeRoom: async () => {
        if (!(await isAbsent(join(directory, name)))) await moveAside(directory, name, now());
      },
    });
  const cut = newest < knownSequence && losses.length === 0 ? [NEWEST_LOST] : [];
  const notice = losses.length + cut.length === 0 ? [repairedCopy('a'), repairedCopy('b')] : [];
  return {
    primary: { name: 'a', copy: await build('a') },
    secondary: { name: 'b', copy: await build('b') },
    head,
    keys,
    values,
    checksums,
    losses: [...losses, ...cut, ...notice],
  };
}

function describe(checksums: readonly number[], sequence: number): Head {
  return { format: FORMAT, sequence, count: checksums.length, sum: checksums.reduce(addChecksum, 0) };
}
