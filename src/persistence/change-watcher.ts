import type { ResourceKind } from '../core/shared/resource-kind.js';
import type { Entry } from '../core/store/entry.js';
import type { PersistedParts } from './fleet-values.js';
import type { Restore } from './restore.js';
import { keyOf, sequenceKey } from './stored-values.js';
import type { Writer } from './writer.js';

/** Tells the writer which values of a fleet change. */
export class ChangeWatcher {
  readonly #parts: PersistedParts;
  readonly #writer: Writer;
  readonly #restore: Restore;
  readonly #stops: readonly (() => void)[];
  /** The number of the last transition that is saved; `Infinity` until the kept state is in place. */
  #lastSequence = Infinity;
  #isStopped = false;

  constructor(parts: PersistedParts, writer: Writer, restore: Restore) {
    const { databases, indices, known, ledger, list } = parts;
    this.#parts = parts;
    this.#writer = writer;
    this.#restore = restore;
    this.#stops = [
      known.onMembership((ids, isAdded) => this.#membershipChanged(ids, isAdded)),
      databases.onChange((id, before, after) => this.#databaseChanged(id, before, after)),
      indices.onChange((id, before, after) => this.#indexChanged(id, before, after)),
      ledger.onChange((resource, id) => this.#usageChanged(resource, id)),
    ];
    // This listener cannot be removed, so `#isStopped` ends it.
    list.onChange((before, after) => {
      if (this.#isStopped || restore.isRestoring || before.confirmedAt === after.confirmedAt) return;
      writer.changed('second', [keyOf('list', '')]);
    });
  }

  /**
   * Begins to save transitions. Those up to this number are stored. To be called after the restore, which numbers the
   * transitions of this process again.
   */
  saveTransitionsAfter(sequence: number): void {
    this.#lastSequence = sequence;
    this.#saveTransitions();
  }

  stop(): void {
    this.#isStopped = true;
    for (const stop of this.#stops) stop();
  }

  #membershipChanged(ids: readonly string[], isAdded: boolean): void {
    const { databases, ledger } = this.#parts;
    if (this.#restore.isRestoring) return;
    this.#restore.decided(ids, isAdded);
    const idKeys = ids.map((id) => keyOf('id', id));
    if (!isAdded) return this.#writer.changed('now', [...idKeys, ...ids.flatMap(keysOfDatabase)]);
    this.#writer.changed('now', idKeys);
    // Without a record here, the store may have one that is not restored yet: it must not be deleted.
    const present = ids.filter((id) => databases.peek(id).record);
    this.#writer.changed(
      'second',
      present.map((id) => keyOf('record', id)),
    );
    for (const id of ids) if (ledger.peek('database', id) !== undefined) this.#usageChanged('database', id);
  }

  #databaseChanged(id: string, before: Entry<object>, after: Entry<object>): void {
    if (this.#restore.isRestoring) return;
    this.#saveTransitions();
    if (!this.#parts.known.isAdded(id) || isSameValue(before, after)) return;
    this.#writer.changed('second', [keyOf('record', id)]);
  }

  #saveTransitions(): void {
    const { latest, retain } = this.#parts.transitions;
    if (this.#lastSequence >= latest) return;
    const keys = [keyOf('change-number', '')];
    for (let next = this.#lastSequence + 1; next <= latest; next++)
      // The second one is retained no longer: it has no text, so its value is deleted.
      for (const sequence of [next, next - retain]) if (sequence > 0) keys.push(keyOf('change', sequenceKey(sequence)));
    this.#lastSequence = latest;
    this.#writer.changed('second', keys);
  }

  #indexChanged(id: string, before: Entry<object>, after: Entry<object>): void {
    if (this.#restore.isRestoring) return;
    // A change of the membership comes with the same entry twice.
    if (before === after || !isSameValue(before, after)) this.#writer.changed('second', [keyOf('index', id)]);
  }

  #usageChanged(resource: ResourceKind, id: string): void {
    if (this.#restore.isRestoring) return;
    this.#writer.changed('minute', [keyOf('usage', `${resource}/${id}`)]);
    this.#writer.changed('tenMinutes', [keyOf('usage-history', `${resource}/${id}`)]);
  }
}

/** The keys of the values that are deleted when an added id is removed. */
function keysOfDatabase(id: string): string[] {
  const usage = `database/${id}`;
  return [keyOf('record', id), keyOf('usage', usage), keyOf('usage-history', usage)];
}

function isSameValue(before: Entry<object>, after: Entry<object>): boolean {
  return before.record === after.record && (before.status === 'missing') === (after.status === 'missing');
}
