import type { StorageLoss, StorageStatus } from '../core/fleet/storage.js';
import { FleetError } from '../core/shared/fleet-error.js';
import type { Commits } from '../core/store/commits.js';
import { createSource } from '../core/store/source.js';
import { StorageFailure, type StorageEngine } from './engine.js';

/** The facts that decide the status of a fleet's storage. */
export interface StorageFacts {
  readonly isLoading: boolean;
  /** Why the kept state could not be read, or is not saved. */
  readonly failure: Error | undefined;
  readonly lost: readonly StorageLoss[];
  /** The number of changes that wait for a save. */
  readonly unsaved: number;
  readonly savedAt: number | undefined;
  readonly role: StorageEngine['role'];
}

/** The view of the status, with the functions that drive it. */
export type StorageStatusView = ReturnType<typeof createStorageStatusView>;

export function createStorageStatusView(commits: Commits, readFacts: () => StorageFacts) {
  let shown: StorageStatus | undefined;
  let shownFailure: Error | undefined;
  let notified: StorageStatus | undefined;
  let isEnded = false;

  function read(): StorageStatus {
    if (isEnded && shown !== undefined) return shown;
    const facts = readFacts();
    const { failure, lost, role, savedAt } = facts;
    const state = stateOf(facts);
    if (shown?.state === state && shown.role === role && shown.lost.length === lost.length && failure === shownFailure)
      return shown;
    shownFailure = failure;
    shown = Object.freeze({
      state,
      lost: Object.freeze([...lost]),
      ...(savedAt !== undefined && { savedAt }),
      ...(failure && { error: new FleetError('storage', 'configure', failure.message) }),
      ...(role && { role }),
    });
    return shown;
  }

  const source = createSource(commits, { read });
  return {
    view: source.view,
    /** To be called when the facts may have changed. */
    changed: (): void => {
      // A reader may have seen the new status already, and subscribers not yet.
      const status = read();
      if (status === notified) return;
      notified = status;
      commits.commit(source.changed);
    },
    /** The status keeps its last value. */
    end(): void {
      read();
      isEnded = true;
    },
  };
}

function stateOf({ isLoading, failure, lost, unsaved }: StorageFacts): StorageStatus['state'] {
  if (failure !== undefined) return failure instanceof StorageFailure && failure.reason === 'full' ? 'full' : 'failed';
  if (isLoading) return 'loading';
  if (lost.length > 0) return 'damaged';
  return unsaved > 0 ? 'saving' : 'ready';
}
