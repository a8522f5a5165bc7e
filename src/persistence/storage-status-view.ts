import type { StorageLoss, StorageStatus } from '../core/fleet/storage.js';
import type { Commits } from '../core/store/commits.js';
import { createSource } from '../core/store/source.js';
import type { View } from '../core/store/view.js';
import type { StorageEngine } from './engine.js';
import { storageError, type Saver } from './saver.js';

/** The facts that decide the status of a fleet's storage. */
export interface StorageFacts {
  readonly isLoading: boolean;
  /** Why the kept state could not be read, or is no longer saved. */
  readonly loadFailure: Error | undefined;
  readonly lost: readonly StorageLoss[];
  readonly saver: Pick<Saver, 'failure' | 'savedAt' | 'unsaved'>;
  readonly role: StorageEngine['role'];
}

/** The view of the status, with the functions that drive it. */
export interface StorageStatusView {
  readonly view: View<StorageStatus>;
  /** To be called when the facts may have changed. */
  changed(): void;
  /** The status keeps its last value. */
  end(): void;
}

export function createStorageStatusView(commits: Commits, readFacts: () => StorageFacts): StorageStatusView {
  let shown: StorageStatus | undefined;
  let shownFailure: Error | undefined;
  let notified: StorageStatus | undefined;
  let isEnded = false;

  function read(): StorageStatus {
    if (isEnded && shown !== undefined) return shown;
    const facts = readFacts();
    const { loadFailure, lost, saver, role } = facts;
    const state = stateOf(facts);
    const failure = loadFailure ?? saver.failure;
    if (shown?.state === state && shown.role === role && shown.lost.length === lost.length && failure === shownFailure)
      return shown;
    shownFailure = failure;
    shown = Object.freeze({
      state,
      lost: Object.freeze([...lost]),
      ...(saver.savedAt !== undefined && { savedAt: saver.savedAt }),
      ...(failure && { error: storageError(failure) }),
      ...(role && { role }),
    });
    return shown;
  }

  const source = createSource(commits, { read });
  return {
    view: source.view,
    changed() {
      // A reader may have seen the new status already, and subscribers not yet.
      const status = read();
      if (status === notified) return;
      notified = status;
      commits.commit(source.changed);
    },
    end() {
      read();
      isEnded = true;
    },
  };
}

function stateOf({ isLoading, loadFailure, lost, saver }: StorageFacts): StorageStatus['state'] {
  if (loadFailure !== undefined) return 'failed';
  if (saver.failure !== undefined) return saver.failure.reason === 'full' ? 'full' : 'failed';
  if (isLoading) return 'loading';
  if (lost.length > 0) return 'damaged';
  return saver.unsaved > 0 ? 'saving' : 'ready';
}
