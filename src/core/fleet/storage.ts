import type { CreateDatabaseRequest } from '../records/create-database.js';
import type { FleetError } from '../shared/fleet-error.js';
import type { Commits } from '../store/commits.js';
import { createSource } from '../store/source.js';
import type { View } from '../store/view.js';

/** A create whose outcome is not known: its database may exist. */
export interface UnconfirmedCreate {
  /** Identifies the create in `resolveUnconfirmedCreate`. */
  readonly key: string;
  /** The request as it was given to `createDatabase`. */
  readonly request: CreateDatabaseRequest;
  /** When the create began, Unix milliseconds. */
  readonly startedAt: number;
}

/**
 * A value that a store should hold but cannot return, because the store is damaged.
 *
 * - `id`: an added id is lost. `database`, `index`, `usage`, `transition`: a last record, reported usage or a transition.
 * - `create`: the record of a create whose outcome is not known.
 * - `unknown`: the store cannot say what it was.
 */
export interface StorageLoss {
  readonly kind: 'id' | 'create' | 'database' | 'index' | 'usage' | 'transition' | 'unknown';
  /**
   * The id of the database or index (`usage`: after its resource and a slash), the key of the create or the number of the
   * transition. Absent if the store does not know it.
   */
  readonly id?: string | undefined;
  /** A sentence for people. */
  readonly message: string;
  /** How many values are lost, at least. Absent if the store does not know it, and for one value with an `id`. */
  readonly count?: number | undefined;
  /** Nothing is lost: the value is restored from a second file, or an id from its record. */
  readonly repaired?: boolean | undefined;
}

/**
 * The role of a browser tab in a store that several tabs use.
 *
 * - `leader`: this tab saves everything.
 * - `follower`: another tab is the leader. This tab saves added and removed ids and creates, at once. It saves its
 *   records, transitions and usage when it becomes the leader.
 */
export type StorageRole = 'leader' | 'follower';

/**
 * The state of a fleet's storage.
 *
 * - `none`: the fleet has no store, so it forgets its ids when it ends.
 * - `loading`: the kept state is being read.
 * - `ready`: everything is saved.
 * - `saving`: changes are being saved, or wait for the next save.
 * - `damaged`: as `ready`, but the store was damaged: `lost` says what is lost, and what was repaired.
 * - `full`: there is no room. The fleet works in memory and tries again.
 * - `failed`: reading or saving failed for another reason, for example because the directory was removed; see `error`. The
 *   fleet works in memory and tries to save again. It does not read again.
 */
export interface StorageStatus {
  readonly state: 'none' | 'loading' | 'ready' | 'saving' | 'damaged' | 'full' | 'failed';
  /** When the last save ended, Unix milliseconds. */
  readonly savedAt?: number | undefined;
  /** Why the last save failed; absent after a successful save. */
  readonly error?: FleetError | undefined;
  /** Decides what this browser tab saves. `ready` then means that all of this is saved. Absent elsewhere. */
  readonly role?: StorageRole | undefined;
  /** The values that the store has lost or repaired. A loss stays here until the fleet ends. */
  readonly lost: readonly StorageLoss[];
}

/** The connection of a store to one fleet. */
export interface PersistenceLink {
  /** Resolves when the kept state is in place, or its reading ends for another reason. Never rejects. */
  readonly ready: Promise<void>;
  readonly status: View<StorageStatus>;
  /** Saves everything that changed so far, after the kept state is in place. @throws FleetError `storage`; `aborted` */
  flush(signal?: AbortSignal): Promise<void>;
  /** Saves the intent of a create. When it resolves, the intent is durable. @throws FleetError `storage`; `aborted` */
  recordCreate(create: UnconfirmedCreate, signal?: AbortSignal): Promise<void>;
  /** Saves the id of a create, even while the kept state is being read. @throws FleetError `storage`; `aborted` */
  saveCreated(signal: AbortSignal): Promise<void>;
  /** Deletes the intent of a create with the next save. */
  forgetCreate(key: string): void;
  /** Saves the last changes, without waiting for the save: the store's `close` waits for it. */
  dispose(): void;
}

const NO_STORAGE: StorageStatus = { state: 'none', lost: [] };

export function noStorage(commits: Commits) {
  const { view: status } = createSource(commits, () => NO_STORAGE);
  return { ready: Promise.resolve(), status, flush: (_?: AbortSignal) => Promise.resolve() };
}
