import type { ResourceKind } from '../core/shared/resource-kind.js';
import type { Entry } from '../core/store/entry.js';
import type { PersistedParts } from './persisted-parts.js';
import { keyOf, sequenceKey } from './stored-values.js';
import type { Writer } from './writer.js';

export interface WatchChangesOptions {
  readonly parts: PersistedParts;
  readonly writer: Pick<Writer, 'changed'>;
  /** Whether the running commit restores values, which are stored already. */
  readonly isRestoring: () => boolean;
  /** Called before ids that the program adds or removes are marked as changed. */
  readonly onMembership: (ids: readonly string[], isAdded: boolean) => void;
}

/** Tells the writer which values of a fleet change. */
export interface WatchedChanges {
  /** Begins to save transitions: those up to this number are stored. Their numbers are known when the kept state is in place. */
  saveTransitionsAfter(sequence: number): void;
  /** Ends the watching. */
  stop(): void;
}

export function watchChanges({ parts, writer, isRestoring, onMembership }: WatchChangesOptions): WatchedChanges {
  const { databases, indices, known, ledger, list, transitions } = parts;
  let lastSequence = Infinity;
  let isStopped = false;

  function membershipChanged(ids: readonly string[], isAdded: boolean): void {
    if (isRestoring()) return;
    onMembership(ids, isAdded);
    writer.changed(
      'now',
      ids.map((id) => keyOf('id', id)),
    );
    if (!isAdded) return writer.changed('now', ids.flatMap(keysOfDatabase));
    // A value that the fleet does not have may still be read from the store.
    writer.changed(
      'second',
      ids.filter((id) => databases.peek(id).record).map((id) => keyOf('record', id)),
    );
    for (const id of ids) if (ledger.peek('database', id) !== undefined) usageChanged('database', id);
  }

  function databaseChanged(id: string, before: Entry<object>, after: Entry<object>): void {
    if (isRestoring()) return;
    saveTransitions();
    if (known.isAdded(id) && !isSameValue(before, after)) writer.changed('second', [keyOf('record', id)]);
  }

  function saveTransitions(): void {
    if (lastSequence >= transitions.latest) return;
    writer.changed('second', [keyOf('change-number', '')]);
    for (; lastSequence < transitions.latest; lastSequence++) {
      const sequences = [lastSequence + 1, lastSequence + 1 - transitions.retain].filter((sequence) => sequence > 0);
      writer.changed(
        'second',
        sequences.map((sequence) => keyOf('change', sequenceKey(sequence))),
      );
    }
  }

  function indexChanged(id: string, before: Entry<object>, after: Entry<object>): void {
    if (isRestoring()) return;
    // A change of the membership comes with the same entry twice.
    if (before === after || !isSameValue(before, after)) writer.changed('second', [keyOf('index', id)]);
  }

  function usageChanged(resource: ResourceKind, id: string): void {
    if (isRestoring()) return;
    writer.changed('minute', [keyOf('usage', `${resource}/${id}`)]);
    writer.changed('tenMinutes', [keyOf('usage-history', `${resource}/${id}`)]);
  }

  list.onChange((before, after) => {
    if (!isRestoring() && !isStopped && before.confirmedAt !== after.confirmedAt)
      writer.changed('second', [keyOf('list', '')]);
  });
  const stops = [
    known.onMembership(membershipChanged),
    databases.onChange(databaseChanged),
    indices.onChange(indexChanged),
    ledger.onChange(usageChanged),
  ];

  return {
    saveTransitionsAfter(sequence) {
      lastSequence = sequence;
      saveTransitions();
    },
    stop() {
      isStopped = true;
      for (const stop of stops) stop();
    },
  };
}

/** The keys of the values that are deleted with an added id. */
function keysOfDatabase(id: string): string[] {
  const usage = `database/${id}`;
  return [keyOf('record', id), keyOf('usage', usage), keyOf('usage-history', usage)];
}

/** Whether the stored value of an entry stays the same. */
function isSameValue(before: Entry<object>, after: Entry<object>): boolean {
  return before.record === after.record && (before.status === 'missing') === (after.status === 'missing');
}
