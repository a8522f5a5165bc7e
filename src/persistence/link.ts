import type { PersistenceLink, StorageLoss } from '../core/fleet/storage.js';
import { FleetError } from '../core/shared/fleet-error.js';
import { once } from '../core/shared/once.js';
import { endedError } from '../core/shared/ended-error.js';
import type { StorageEngine } from './engine.js';
import { createFleetValues } from './fleet-values.js';
import type { PersistedParts } from './persisted-parts.js';
import { Restore } from './restore.js';
import { createStorageStatusView } from './storage-status-view.js';
import { keyOf } from './stored-values.js';
import { watchChanges } from './watch-changes.js';
import { Writer, type Interval } from './writer.js';

export interface LinkOptions {
  readonly engine: StorageEngine;
  readonly parts: PersistedParts;
  /** Reading and saving begin when this has ended: an earlier fleet saves its last changes. It never rejects. */
  readonly after: Promise<void>;
}

export interface StoreLink extends PersistenceLink {
  /** Ends the link because the store is closed. A fleet that goes on is told. */
  close(): void;
}

/**
 * Restores the kept state of a fleet, and saves what changes.
 *
 * @param onEnded called when the fleet is disposed, with the end of the last save. It never rejects.
 */
export function createLink(
  { engine, parts, after }: LinkOptions,
  onEnded: (lastSave: Promise<void>) => void,
): StoreLink {
  const lost: StorageLoss[] = [];
  const creates = new Map<string, string>();
  /** The creates that began while the state is loading, also those that have ended. */
  const begunCreates = new Set<string>();
  let failure: Error | undefined;
  let isEnded = false;
  let resolveEnded = (): void => {};
  const ended = new Promise<void>((resolve) => (resolveEnded = resolve));

  const values = createFleetValues(parts, creates);
  const restore = new Restore({ engine, parts, lost, isOwnCreate: (key) => begunCreates.has(key) });
  const status = createStorageStatusView(parts.commits, () => ({
    isLoading: restore.isLoading,
    failure: failure ?? writer.failure,
    lost,
    unsaved: writer.unsaved,
    savedAt: writer.savedAt,
    role: engine.role,
  }));
  const writer = new Writer({ engine, clock: parts.clock, textOf: values.textOf, after, onChanged: status.changed });
  const changes = watchChanges({
    parts,
    writer,
    isRestoring: () => restore.isRestoring,
    onMembership: (ids, isAdded) => restore.decided(ids, isAdded),
  });
  const stopResolved = parts.unconfirmed.onResolved(forgetCreate);
  // The kept state of an ended fleet can stay unread, if the last save of an earlier fleet hangs.
  const ready = Promise.race([restoreState(), ended]);

  async function restoreState(): Promise<void> {
    await after;
    const restored = await restore.run();
    begunCreates.clear();
    if (isEnded) return;
    failure ??= restored.failure;
    values.continueAfter(restored.position);
    writer.changed(
      'now',
      restored.recovered.map((id) => keyOf('id', id)),
    );
    writer.changed('second', restored.orphans);
    changes.saveTransitionsAfter(restored.sequence);
    writer.loaded(restored.failure === undefined);
    status.changed();
  }

  function forgetCreate(key: string): void {
    creates.delete(key);
    writer.changed('now', [keyOf('create', key)]);
  }

  async function save(interval: Interval): Promise<void> {
    if (isEnded && failure !== undefined) throw failure;
    await writer.save(interval).catch((error: Error) => {
      throw storageError(error);
    });
  }

  const dispose = once(() => {
    stopResolved();
    changes.stop();
    status.end();
    isEnded = true;
    resolveEnded();
    writer.dispose();
    onEnded(writer.save('tenMinutes').catch(() => {}));
  });

  return {
    ready,
    status: status.view,
    flush: (signal) =>
      unlessAborted(
        ready.then(() => save('tenMinutes')),
        signal,
      ),
    saveCreated: (signal) => unlessAborted(save('now'), signal),
    async recordCreate({ key, request, startedAt }, signal) {
      if (restore.isLoading) begunCreates.add(key);
      creates.set(key, JSON.stringify({ request, startedAt }));
      writer.changed('now', [keyOf('create', key)]);
      try {
        await unlessAborted(save('now'), signal);
      } catch (error) {
        forgetCreate(key);
        throw error;
      }
    },
    forgetCreate,
    dispose,
    close() {
      if (isEnded) return;
      failure = storageError(
        new Error('the store was closed before the fleet; dispose of the fleet, and make one with an open store'),
      );
      status.changed();
      dispose();
    },
  };
}

export function storageError({ message }: Error): FleetError {
  return new FleetError('storage', 'configure', message);
}

/** Waits for a promise, or for the abort of a signal. @throws FleetError `aborted` */
async function unlessAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return promise;
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(endedError('aborted', 'configure'));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    promise.catch(() => {});
  }
}
