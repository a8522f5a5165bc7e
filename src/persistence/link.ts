import type { Database } from '../core/api/database.js';
import type { PersistedParts, PersistenceLink, StorageLoss, StorageStatus } from '../core/fleet/persistence.js';
import { once } from '../core/shared/once.js';
import type { ResourceKind } from '../core/shared/resource-kind.js';
import type { Entry } from '../core/state/entry.js';
import { createSource } from '../core/state/source.js';
import type { EngineLoss, StorageEngine } from './engine.js';
import type { LateLosses } from './late-losses.js';
import { pause, restore } from './restore.js';
import { createSaver, storageError, unlessAborted } from './saver.js';
import { describeLoss, markRecovered } from './storage-loss.js';
import { entryText, keyOf, sequenceKey, splitKey } from './stored-values.js';

/** Records, transitions and indices: a steady fleet saves at most once a second. */
const RECORDS_WITHIN_MS = 1000;

/** Usage history has one point a minute. */
const USAGE_WITHIN_MS = 60_000;

export interface LinkOptions {
  readonly engine: StorageEngine;
  readonly parts: PersistedParts;
  readonly lateLosses: LateLosses['listen'] | undefined;
}

/**
 * Restores the kept state of a fleet, and saves what changes.
 *
 * @param onEnded called when the fleet is disposed, with the end of the last save. It never rejects.
 */
export function createLink(
  { engine, parts, lateLosses }: LinkOptions,
  onEnded: (lastSave: Promise<void>) => void,
): PersistenceLink {
  const { commits, clock, databases, indices, known, ledger, list, transitions } = parts;
  const lost: StorageLoss[] = [];
  const decided = new Set<string>();
  const recovered = new Set<string>();
  const creates = new Map<string, string>();
  /** Functions that begin to poll restored ids. */
  let beginnings: (() => void)[] = [];
  let loadFailure: Error | undefined;
  let isLoading = true;
  let isRestoring = false;
  let isEnded = false;
  let lastPlace = 0;
  let lastChange = 0;
  let lastListedAt: number | undefined;
  let shown: StorageStatus | undefined;
  let shownFailure: Error | undefined;

  const status = createSource(commits, { read: readStatus });
  const saver = createSaver({ engine, clock, onChanged: statusChanged });

  function statusChanged(): void {
    const before = shown;
    if (readStatus() !== before) commits.commit(status.changed);
  }

  function readStatus(): StorageStatus {
    if (isEnded && shown !== undefined) return shown;
    const state = stateNow();
    const failure = loadFailure ?? saver.failure;
    const { role } = engine;
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

  function stateNow(): StorageStatus['state'] {
    if (loadFailure !== undefined) return 'failed';
    if (saver.failure !== undefined) return saver.failure.reason === 'full' ? 'full' : 'failed';
    if (isLoading) return 'loading';
    if (lost.length > 0) return 'damaged';
    return saver.unsaved > 0 ? 'saving' : 'ready';
  }

  const readId = (id: string): string | undefined => (known.isAdded(id) ? placeText() : undefined);
  const readRecord = (id: string): string | undefined =>
    known.isAdded(id) ? entryText(databases.peek(id)) : undefined;
  const readIndex = (id: string): string | undefined =>
    indices.isMember(id) ? entryText(indices.peek(id)) : undefined;
  const readList = (): string => JSON.stringify({ listedAt: list.entry.confirmedAt });
  const readIntent = (key: string): string | undefined => creates.get(key);

  function placeText(): string {
    lastPlace = Math.max(lastPlace + 1, 1000 * clock.now());
    return JSON.stringify({ place: lastPlace });
  }

  function onMembership(ids: readonly string[], isAdded: boolean): void {
    if (isRestoring) return;
    if (!isAdded) beginPolling();
    for (const id of ids) {
      if (isLoading) decided.add(id);
      saver.changed(keyOf('id', id), id, readId, 0);
      const usage = `database/${id}`;
      // Without a record yet, the stored record of an earlier process stays: it may still be read.
      if (!isAdded || databases.peek(id).record !== undefined)
        saver.changed(keyOf('record', id), id, readRecord, isAdded ? RECORDS_WITHIN_MS : 0);
      if (!isAdded || ledger.peek('database', id) !== undefined)
        saver.changed(keyOf('usage', usage), usage, readUsage, isAdded ? USAGE_WITHIN_MS : 0);
    }
  }

  function onDatabase(id: string, before: Entry<Database>, after: Entry<Database>): void {
    if (isRestoring) return;
    saveTransitions();
    if (isSameValue(before, after) || !known.isAdded(id)) return;
    saver.changed(keyOf('record', id), id, readRecord, RECORDS_WITHIN_MS);
  }

  function saveTransitions(): void {
    // Their sequence numbers are known when the transitions of earlier processes are restored.
    if (isLoading) return;
    for (; lastChange < transitions.latest; lastChange++) {
      const sequence = lastChange + 1;
      for (const changed of [sequence, sequence - transitions.retain])
        if (changed > 0)
          saver.changed(keyOf('change', sequenceKey(changed)), String(changed), readChange, RECORDS_WITHIN_MS);
    }
  }

  function readChange(sequence: string): string | undefined {
    const [transition] = transitions.after(Number(sequence) - 1);
    return transition?.sequence === Number(sequence) ? JSON.stringify(transition) : undefined;
  }

  function onIndex(id: string, before: Entry<object>, after: Entry<object>): void {
    if (isRestoring) return;
    if (list.entry.confirmedAt !== lastListedAt) {
      lastListedAt = list.entry.confirmedAt;
      saver.changed(keyOf('list', ''), '', readList, RECORDS_WITHIN_MS);
    }
    // A change of the membership comes with the same entry twice.
    if (before === after || !isSameValue(before, after))
      saver.changed(keyOf('index', id), id, readIndex, RECORDS_WITHIN_MS);
  }

  function onUsage(resource: ResourceKind, id: string): void {
    const key = `${resource}/${id}`;
    if (!isRestoring) saver.changed(keyOf('usage', key), key, readUsage, USAGE_WITHIN_MS);
  }

  function readUsage(key: string): string | undefined {
    const [resource, id] = splitKey(key) as [ResourceKind, string];
    if (resource === 'database' ? !known.isAdded(id) : !indices.isMember(id)) return undefined;
    const sample = Object.entries(ledger.peek(resource, id) ?? {});
    if (sample.length === 0) return undefined;
    return JSON.stringify(sample.map(([field, reading]) => ({ resource, id, field, ...reading })));
  }

  function beginPolling(): void {
    const beginning = beginnings;
    beginnings = [];
    for (const begin of beginning) begin();
  }

  async function load(): Promise<void> {
    try {
      lastChange = await restore({
        engine,
        parts,
        commit: commitRestored,
        isDecided: (id) => decided.has(id),
        isOwnCreate: (key) => creates.has(key),
        onLoss: (loss) => lost.push(loss),
        onRecovered(ids) {
          for (const id of ids) {
            recovered.add(id);
            saver.changed(keyOf('id', id), id, readId, 0);
          }
        },
        onRestored: (begin) => beginnings.push(begin),
      });
      while (beginnings.length > 0) {
        beginnings.shift()?.();
        await pause();
      }
    } catch (error) {
      loadFailure = error as Error;
      beginPolling();
    }
    markRecovered(lost, recovered);
    isLoading = false;
    saveTransitions();
    lastListedAt = list.entry.confirmedAt;
    decided.clear();
    commits.commit(status.changed);
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
    statusChanged();
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
    flush: (signal) => unlessAborted(saver.save(), signal),
    async recordCreate({ key, request, startedAt }) {
      creates.set(key, JSON.stringify({ request, startedAt }));
      saver.changed(keyOf('create', key), key, readIntent, 0);
      try {
        await saver.save();
      } catch (error) {
        forgetCreate(key);
        throw error;
      }
    },
    forgetCreate,
    dispose: once(() => {
      for (const stop of stops) stop?.();
      // The status keeps its last value.
      readStatus();
      isEnded = true;
      saver.dispose();
      onEnded(saver.save().catch(() => {}));
    }),
  };
}

/** Whether the stored value of an entry stays the same. */
function isSameValue(before: Entry<object>, after: Entry<object>): boolean {
  return before.record === after.record && (before.status === 'missing') === (after.status === 'missing');
}
