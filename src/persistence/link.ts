import type { PersistedParts } from './persisted-parts.js';
import type { PersistenceLink, StorageLoss } from '../core/fleet/storage.js';
import { once } from '../core/shared/once.js';
import { createChangeListeners } from './change-listeners.js';
import type { EngineLoss, StorageEngine } from './engine.js';
import type { LateLosses } from './late-losses.js';
import { createLoad } from './load.js';
import { createSaver, storageError, unlessAborted } from './saver.js';
import { describeLoss } from './storage-loss.js';
import { createStorageStatusView } from './storage-status-view.js';
import { keyOf } from './stored-values.js';
import { createValueTexts } from './value-texts.js';

export interface LinkOptions {
  readonly engine: StorageEngine;
  readonly parts: PersistedParts;
  readonly lateLosses: LateLosses['listen'] | undefined;
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
  { engine, parts, lateLosses, after }: LinkOptions,
  onEnded: (lastSave: Promise<void>) => void,
): StoreLink {
  const { commits, clock } = parts;
  const lost: StorageLoss[] = [];
  const creates = new Map<string, string>();
  /** The creates that began while the state is loading, also those that have ended. */
  const begunCreates = new Set<string>();
  let closeFailure: Error | undefined;
  let isEnded = false;
  let resolveEnded = (): void => {};
  const ended = new Promise<void>((resolve) => (resolveEnded = resolve));

  const texts = createValueTexts(parts);
  const saver = createSaver({ engine, clock, after, onChanged: () => status.changed() });
  const load = createLoad({
    engine,
    parts,
    after,
    lost,
    isDecided: (id) => changes.isDecided(id),
    isOwnCreate: (key) => begunCreates.has(key),
    onRecovered(ids) {
      for (const id of ids) saver.changed(keyOf('id', id), id, texts.id, 0);
    },
    onLast(position, sequence) {
      texts.continueAfter(position);
      changes.continueAfter(sequence);
    },
  });
  const status = createStorageStatusView(commits, () => ({
    isLoading: load.isLoading,
    loadFailure: closeFailure ?? load.failure,
    lost,
    saver,
    role: engine.role,
  }));
  const readIntent = (key: string): string | undefined => creates.get(key);

  async function restoreState(): Promise<void> {
    await load.run();
    begunCreates.clear();
    if (isEnded) return;
    changes.loaded();
    status.changed();
    engine.verify?.();
  }

  function forgetCreate(key: string): void {
    creates.delete(key);
    saver.changed(keyOf('create', key), key, readIntent, 0);
  }

  function reportLate(loss: EngineLoss): void {
    lost.push(describeLoss(loss));
    status.changed();
  }

  const dispose = once(() => {
    stopLateLosses?.();
    stopResolved();
    changes.stop();
    changes.saveDeferred();
    status.end();
    isEnded = true;
    resolveEnded();
    saver.dispose();
    onEnded(saver.save().catch(() => {}));
  });

  async function save(): Promise<void> {
    if (closeFailure !== undefined) throw closeFailure;
    await saver.save();
  }

  const stopLateLosses = lateLosses?.(reportLate);
  const stopResolved = parts.unconfirmed.onResolved(forgetCreate);
  const changes = createChangeListeners({ parts, texts, saver, load });
  // The kept state of an ended fleet can stay unread, if the last save of an earlier fleet hangs.
  const ready = Promise.race([restoreState(), ended]);

  return {
    ready,
    status: status.view,
    flush(signal) {
      const saving = ready.then(() => {
        changes.saveHistories();
        return save();
      });
      return unlessAborted(saving, signal);
    },
    saveCreated: (signal) => unlessAborted(save(), signal),
    async recordCreate({ key, request, startedAt }, signal) {
      if (load.isLoading) begunCreates.add(key);
      creates.set(key, JSON.stringify({ request, startedAt }));
      saver.changed(keyOf('create', key), key, readIntent, 0);
      try {
        await unlessAborted(save(), signal);
      } catch (error) {
        forgetCreate(key);
        throw error;
      }
    },
    forgetCreate,
    dispose,
    close() {
      if (isEnded) return;
      closeFailure = closedError();
      status.changed();
      dispose();
    },
  };
}

function closedError(): Error {
  return storageError(
    new Error('the store was closed before the fleet; dispose of the fleet, and make one with an open store'),
  );
}
