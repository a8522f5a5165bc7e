import { systemClock, type Clock } from '../../core/shared/clock.js';
import type { EngineLoss } from '../engine.js';
import { claimDirectory, type DirectoryClaim } from './directory-claims.js';
import { createDirectoryEngine, type DirectoryEngine } from './directory-engine.js';
import { DirectoryInUse, DirectoryProblem, openingError } from './directory-failure.js';
import { importClassicLevel, type LevelCopy } from './level-copy.js';
import { findCopy, recoverCopies, takeClosed, type RecoveredStore } from './recover-copies.js';
import { createOpenStore } from './open-store.js';
import { FORMAT, type Head } from './sealed-values.js';
import {
  buildCopy,
  finishInterruptedCopy,
  lockStoreFolder,
  prepareStoreFolder,
  readStoreFile,
  refuseNewerFormat,
  writeStoreFile,
} from './store-folder.js';

export interface DirectoryEngineOptions {
  /**
   * Opens a directory of which neither copy opens, with the values that LevelDB can rescue. The rest is lost and
   * reported. The damaged copies are kept.
   *
   * @defaultValue `false`: such a directory is refused.
   */
  readonly salvage?: boolean | undefined;
  /** Gets damage that is found after the opening, while the second copy is checked. */
  readonly onNotice?: ((notice: EngineLoss) => void) | undefined;
  /** @defaultValue the clock of the platform */
  readonly clock?: Clock | undefined;
}

/**
 * Opens the storage engine in a directory, which no other engine can open until this one is closed. Makes the
 * directory if it is absent.
 *
 * @throws FleetError with the code `in-use` or `storage`.
 */
export async function openDirectoryEngine(
  directory: string,
  options: DirectoryEngineOptions = {},
): Promise<DirectoryEngine> {
  try {
    return await openEngine(directory, options);
  } catch (error) {
    throw openingError(directory, error);
  }
}

/** The same, with the errors of the system, of LevelDB and of the engine. */
export async function openEngine(directory: string, options: DirectoryEngineOptions = {}): Promise<DirectoryEngine> {
  const opened: LevelCopy[] = [];
  let claim: DirectoryClaim | undefined;
  try {
    await importClassicLevel();
    await prepareStoreFolder(directory);
    claim = await claimDirectory(directory);
    if (claim === undefined) throw new DirectoryInUse();
    return await openClaimed(claim, opened, options);
  } catch (error) {
    await Promise.all(opened.map((copy) => copy.close().catch(() => {})));
    claim?.release();
    throw error;
  }
}

/** @param opened gets each copy that is opened, so that the caller can close it after an error. */
async function openClaimed(
  claim: DirectoryClaim,
  opened: LevelCopy[],
  { salvage = false, onNotice = () => {}, clock = systemClock }: DirectoryEngineOptions,
): Promise<DirectoryEngine> {
  const directory = claim.path;
  const lock = await lockStoreFolder(directory);
  opened.push(lock);
  const facts = await readStoreFile(directory);
  await finishInterruptedCopy(directory);
  const a = await findCopy(directory, 'a', opened);
  refuseNewerFormat(a.head?.format ?? FORMAT);
  const now = (): Date => new Date(clock.now());
  const start = (recovered: RecoveredStore, isMarkedOpen = true): DirectoryEngine => {
    const store = createOpenStore(recovered, { directory, isMarkedOpen, onNotice, now });
    return createDirectoryEngine({ claim, lock, store, recovered });
  };

  if (typeof facts === 'object' && facts.isClosed) {
    const recovered = await takeClosed(a, facts.sequence);
    if (recovered !== undefined) return start(recovered, false);
  }
  const b = await findCopy(directory, 'b', opened);
  refuseNewerFormat(b.head?.format ?? FORMAT);
  if (a.state === 'absent' && b.state === 'absent') {
    if (facts === 'damaged' || (facts?.sequence ?? -1) >= 0) {
      throw new DirectoryProblem('both copies of its data are missing');
    }
    return start(await createStore(directory), false);
  }
  const knownSequence = typeof facts === 'object' ? facts.sequence : -1;
  const store = await recoverCopies(directory, [a, b], { salvage, now, knownSequence });
  // A lost file costs nothing, and a full disk must not prevent reading.
  await writeStoreFile(directory, { sequence: store.head.sequence, isClosed: false }).catch(() => {});
  const notices = typeof facts === 'object' ? [] : [STORE_FILE_NOTICE];
  return start({ ...store, losses: [...store.losses, ...notices] });
}

const STORE_FILE_NOTICE: EngineLoss = {
  message: 'The file STORE was missing or damaged. It was written again, and nothing is lost.',
  repaired: true,
};

const EMPTY_HEAD: Head = { format: FORMAT, sequence: 0, count: 0, sum: 0 };

/** A crash leaves a store with fewer copies, which the next opening completes. */
async function createStore(directory: string): Promise<RecoveredStore> {
  await writeStoreFile(directory, { sequence: -1, isClosed: false });
  const content = { head: EMPTY_HEAD, slices: [] };
  return {
    primary: { name: 'a', copy: await buildCopy(directory, 'a', content) },
    secondary: { name: 'b', copy: await buildCopy(directory, 'b', content) },
    head: EMPTY_HEAD,
    keys: [],
    values: [],
    checksums: [],
    losses: [],
  };
}
