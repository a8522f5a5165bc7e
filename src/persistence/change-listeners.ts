import type { Database } from '../core/records/database.js';
import type { PersistedParts } from './persisted-parts.js';
import type { ResourceKind } from '../core/shared/resource-kind.js';
import type { Entry } from '../core/store/entry.js';
import { createHistorySaves } from './history-saves.js';
import type { Load } from './load.js';
import type { ReadText, Saver } from './saver.js';
import { keyOf, sequenceKey } from './stored-values.js';
import type { ValueTexts } from './value-texts.js';

/** Records, transitions and indices: a steady fleet saves at most once a second. */
const RECORDS_WITHIN_MS = 1000;

/** The latest readings of usage. */
const USAGE_WITHIN_MS = 60_000;

export interface ChangeListenersOptions {
  readonly parts: PersistedParts;
  readonly texts: ValueTexts;
  readonly saver: Pick<Saver, 'changed'>;
  readonly load: Pick<Load, 'isLoading' | 'isRestoring' | 'failure' | 'startPolling'>;
}

/** Tells the saver which values of a fleet change. */
export interface ChangeListeners {
  /** Whether the program added or removed the id while the kept state is loading. */
  isDecided(id: string): boolean;
  /** The transitions up to this sequence number are stored. */
  continueAfter(sequence: number): void;
  /** To be called when the kept state is loaded. */
  loaded(): void;
  /** Passes all waiting changes to the saver: changes during the load, and changed histories of usage. */
  saveDeferred(): void;
  /** Passes changed histories of usage to the saver now. They otherwise wait up to 10 minutes. */
  saveHistories(): void;
  /** Ends the listening. */
  stop(): void;
}

export function createChangeListeners({ parts, texts, saver, load }: ChangeListenersOptions): ChangeListeners {
  const { clock, databases, indices, known, ledger, list, transitions } = parts;
  const histories = createHistorySaves(clock, (key) => saveHistory(key, RECORDS_WITHIN_MS));
  const decided = new Set<string>();
  /** Changes that wait until the state is loaded: a value that is not restored yet would be deleted. */
  const deferred = new Map<string, () => void>();
  let lastSequence = 0;
  let lastListedAt: number | undefined;

  function changed(key: string, id: string, read: ReadText, withinMs: number): void {
    if (!load.isLoading || withinMs === 0) return saver.changed(key, id, read, withinMs);
    deferred.set(key, () => {
      // The store may hold what is not read yet, or could not be read.
      const isRead = !load.isLoading && load.failure === undefined;
      if (isRead || read(id) !== undefined) saver.changed(key, id, read, withinMs);
    });
  }

  function onMembership(ids: readonly string[], isAdded: boolean): void {
    if (load.isRestoring) return;
    if (!isAdded) load.startPolling();
    for (const id of ids) {
      if (load.isLoading) decided.add(id);
      changed(keyOf('id', id), id, texts.id, 0);
      const usage = `database/${id}`;
      // Without a record yet, the stored record of an earlier process stays: it may still be read.
      if (!isAdded || databases.peek(id).record !== undefined)
        changed(keyOf('record', id), id, texts.record, isAdded ? RECORDS_WITHIN_MS : 0);
      if (isAdded && ledger.peek('database', id) === undefined) continue;
      changed(keyOf('usage', usage), usage, texts.usage, isAdded ? USAGE_WITHIN_MS : 0);
      if (isAdded) histories.changed(usage);
      else saveHistory(usage, 0);
    }
  }

  function onDatabase(id: string, before: Entry<Database>, after: Entry<Database>): void {
    if (load.isRestoring) return;
    saveTransitions();
    if (isSameValue(before, after) || !(known.isAdded(id) || load.isLoading)) return;
    changed(keyOf('record', id), id, texts.record, RECORDS_WITHIN_MS);
  }

  function saveTransitions(): void {
    // Their sequence numbers are known when the transitions of earlier processes are restored.
    if (load.isLoading) return;
    for (; lastSequence < transitions.latest; lastSequence++) {
      const sequence = lastSequence + 1;
      for (const each of [sequence, sequence - transitions.retain])
        if (each > 0) changed(keyOf('change', sequenceKey(each)), String(each), texts.change, RECORDS_WITHIN_MS);
    }
  }

  function onIndex(id: string, before: Entry<object>, after: Entry<object>): void {
    if (load.isRestoring) return;
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
    if (load.isRestoring) return;
    changed(keyOf('usage', key), key, texts.usage, USAGE_WITHIN_MS);
    histories.changed(key);
  }

  function saveHistory(key: string, withinMs: number): void {
    changed(keyOf('usage-history', key), key, texts.history, withinMs);
  }

  function saveDeferred(): void {
    histories.saveAll();
    for (const change of deferred.values()) change();
    deferred.clear();
  }

  const stops = [
    known.onMembership(onMembership),
    databases.onChange(onDatabase),
    indices.onChange(onIndex),
    ledger.onChange(onUsage),
  ];

  return {
    isDecided: (id) => decided.has(id),
    continueAfter: (sequence) => void (lastSequence = sequence),
    loaded() {
      lastListedAt = list.entry.confirmedAt;
      decided.clear();
      saveTransitions();
      saveDeferred();
    },
    saveDeferred,
    saveHistories: histories.saveAll,
    stop() {
      histories.dispose();
      for (const stop of stops) stop();
    },
  };
}

/** Whether the stored value of an entry stays the same. */
function isSameValue(before: Entry<object>, after: Entry<object>): boolean {
  return before.record === after.record && (before.status === 'missing') === (after.status === 'missing');
}
