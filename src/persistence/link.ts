import type { Database } from '../core/api/database.js';
import type { PersistedParts, PersistenceLink, StorageLoss } from '../core/fleet/persistence.js';
import { once } from '../core/shared/once.js';
import type { ResourceKind } from '../core/shared/resource-kind.js';
import type { Entry } from '../core/state/entry.js';
import type { EngineLoss, StorageEngine } from './engine.js';
import type { LateLosses } from './late-losses.js';
import { pause, restore } from './restore.js';
import { createSaver, storageError, unlessAborted, type ReadText } from './saver.js';
import { describeLoss, markRecovered } from './storage-loss.js';
import { createStorageStatusView } from './storage-status-view.js';
import { keyOf, sequenceKey } from './stored-values.js';
import { createValueTexts } from './value-texts.js';

/** Records, transitions and indices: a steady fleet saves at most once a second. */
const RECORDS_WITHIN_MS = 1000;

/** Usage history has one point a minute. */
const USAGE_WITHIN_MS = 60_000;

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
  const { commits, clock, databases, indices, known, ledger, list, transitions } = parts;
  const lost: StorageLoss[] = [];
  const decided = new Set<string>();
  const recovered = new Set<string>();
  const creates = new Map<string, string>();
  /** The creates that began while the state is loading, also those that have ended. */
  const begunCreates = new Set<string>();
  /** Changes that wait until the state is loaded: a value that is not restored yet would be deleted. */
  const deferred = new Map<string, () => void>();
  /** Functions that begin to poll restored ids. */
  let beginnings: (() => void)[] = [];
  let loadFailure: Error | undefined;
  let isLoading = true;
  let isRestoring = false;
  let isEnded = false;
  let lastChange = 0;
  let lastListedAt: number | undefined;
  let isClosed = false;

  const texts = createValueTexts(parts);
  const saver = createSaver({ engine, clock, after, onChanged: () => status.changed() });
  const status = createStorageStatusView(commits, () => ({ isLoading, loadFailure, lost, saver, role: engine.role }));
  const readIntent = (key: string): string | undefined => creates.get(key);

  function changed(key: string, id: string, read: ReadText, withinMs: number): void {
    if (!isLoading || withinMs === 0) return saver.changed(key, id, read, withinMs);
    deferred.set(key, () => {
      // The store may hold what is not read yet, or could not be read.
      const isRead = !isLoading && loadFailure === undefined;
      if (isRead || read(id) !== undefined) saver.changed(key, id, read, withinMs);
    });
  }

  function onMembership(ids: readonly string[], isAdded: boolean): void {
    if (isRestoring) return;
    if (!isAdded) beginPolling();
    for (const id of ids) {
      if (isLoading) decided.add(id);
      changed(keyOf('id', id), id, texts.id, 0);
      const usage = `database/${id}`;
      // Without a record yet, the stored record of an earlier process stays: it may still be read.
      if (!isAdded || databases.peek(id).record !== undefined)
        changed(keyOf('record', id), id, texts.record, isAdded ? RECORDS_WITHIN_MS : 0);
      if (!isAdded || ledger.peek('database', id) !== undefined)
        changed(keyOf('usage', usage), usage, texts.usage, isAdded ? USAGE_WITHIN_MS : 0);
    }
  }

  function onDatabase(id: string, before: Entry<Database>, after: Entry<Database>): void {
    if (isRestoring) return;
    saveTransitions();
    if (isSameValue(before, after) || !(known.isAdded(id) || isLoading)) return;
    changed(keyOf('record', id), id, texts.record, RECORDS_WITHIN_MS);
  }

  function saveTransitions(): void {
    // Their sequence numbers are known when the transitions of earlier processes are restored.
    if (isLoading) return;
    for (; lastChange < transitions.latest; lastChange++) {
      const sequence = lastChange + 1;
      for (const each of [sequence, sequence - transitions.retain])
        if (each > 0) changed(keyOf('change', sequenceKey(each)), String(each), texts.change, RECORDS_WITHIN_MS);
    }
  }

  function onIndex(id: string, before: Entry<object>, after: Entry<object>): void {
    if (isRestoring) return;
    if (list.entry.confirmedAt !== lastListedAt) {
      lastListedAt = list.entry.confirmedAt;
      changed(keyOf('list', ''), '', texts.list, RECORDS_WITHIN_MS);
    }
    // A change of the membership comes with the same entry twice.
    if (before === after || !isSameValue(before, after))
      changed(keyOf('index', id), id, texts.index, RECORDS_WITHIN_MS);
  }

  function onUsage(resource: ResourceKind, id: string): void {
    const key = `${resource}/${id}`;
    if (!isRestoring) changed(keyOf('usage', key), key, texts.usage, USAGE_WITHIN_MS);
  }

  function saveDeferred(): void {
    for (const change of deferred.values()) change();
    deferred.clear();
  }

  function beginPolling(): void {
    const beginning = beginnings;
    beginnings = [];
    for (const begin of beginning) begin();
  }

  async function load(): Promise<void> {
    await after;
    try {
      await restore({
        engine,
        parts,
        commit: commitRestored,
        isDecided: (id) => decided.has(id),
        isOwnCreate: (key) => begunCreates.has(key),
        onLoss: (loss) => lost.push(loss),
        onRecovered(ids) {
          for (const id of ids) {
            recovered.add(id);
            saver.changed(keyOf('id', id), id, texts.id, 0);
          }
        },
        onRestored: (begin) => beginnings.push(begin),
        onLast(place, sequence) {
          texts.continueAfter(place);
          lastChange = sequence;
        },
      });
      while (beginnings.length > 0 && !commits.isDisposed) {
        beginnings.shift()?.();
        await pause();
      }
    } catch (error) {
      loadFailure ??= error as Error;
      if (!commits.isDisposed) beginPolling();
    }
    markRecovered(lost, recovered);
    isLoading = false;
    lastListedAt = list.entry.confirmedAt;
    decided.clear();
    begunCreates.clear();
    if (isEnded) return;
    saveTransitions();
    saveDeferred();
    status.changed();
    engine.verify?.();
  }

  function commitRestored(change: () => void): void {
    commits.commit(() => {
      isRestoring = true;
      try {
        change();
      } finally {
        isRestoring = false;
      }
    });
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
    for (const stop of stops) stop?.();
    saveDeferred();
    status.end();
    isEnded = true;
    saver.dispose();
    onEnded(saver.save().catch(() => {}));
  });

  async function save(): Promise<void> {
    if (isClosed) throw closedError();
    await saver.save();
  }

  const stops = [
    lateLosses?.(reportLate),
    parts.unconfirmed.onResolved(forgetCreate),
    known.onMembership(onMembership),
    databases.onChange(onDatabase),
    indices.onChange(onIndex),
    ledger.onChange(onUsage),
  ];
  const ready = load();

  return {
    ready,
    status: status.view,
    flush: (signal) => unlessAborted(ready.then(save), signal),
    saveCreated: (signal) => unlessAborted(save(), signal),
    async recordCreate({ key, request, startedAt }, signal) {
      if (isLoading) begunCreates.add(key);
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
      isClosed = true;
      loadFailure = closedError();
      status.changed();
      dispose();
    },
  };
}

/** Whether the stored value of an entry stays the same. */
function isSameValue(before: Entry<object>, after: Entry<object>): boolean {
  return before.record === after.record && (before.status === 'missing') === (after.status === 'missing');
}

function closedError(): Error {
  return storageError(
    new Error('the store was closed before the fleet; dispose of the fleet, and make one with an open store'),
  );
}
