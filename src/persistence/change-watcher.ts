import type { ResourceKind } from '../core/shared/resource-kind.js';
import type { Entry } from '../core/store/entry.js';
import type { PersistedParts } from './persisted-parts.js';
import { keyOf, sequenceKey } from './stored-values.js';
import type { Writer } from './writer.js';

export interface ChangeWatcherOptions {
  readonly parts: PersistedParts;
  readonly writer: Pick<Writer, 'changed'>;
  /** Whether the running commit restores values, which are stored already. */
  readonly isRestoring: () => boolean;
  /** Called before ids that the program adds or removes are marked as changed. */
  readonly onMembership: (ids: readonly string[], isAdded: boolean) => void;
}

/** Tells the writer which values of a fleet change. */
export class ChangeWatcher {
  readonly #options: ChangeWatcherOptions;
  readonly #stops: readonly (() => void)[];
  /** The number of the last transition that is saved. Transitions are saved when the kept state is in place. */
  #lastSequence = Infinity;
  #isStopped = false;

  constructor(options: ChangeWatcherOptions) {
    const { databases, indices, known, ledger, list } = options.parts;
    this.#options = options;
    this.#stops = [
      known.onMembership((ids, isAdded) => this.#membershipChanged(ids, isAdded)),
      databases.onChange((id, before, after) => this.#databaseChanged(id, before, after)),
      indices.onChange((id, before, after) => this.#indexChanged(id, before, after)),
      ledger.onChange((resource, id) => this.#usageChanged(resource, id)),
    ];
    list.onChange((before, after) => {
      if (this.#isStopped || options.isRestoring() || before.confirmedAt === after.confirmedAt) return;
      options.writer.changed('second', [keyOf('list', '')]);
    });
  }

  /** Begins to save transitions: those up to this number are stored. Their numbers are known when the kept state is in place. */
  saveTransitionsAfter(sequence: number): void {
    this.#lastSequence = sequence;
    this.#saveTransitions();
  }

  stop(): void {
    this.#isStopped = true;
    for (const stop of this.#stops) stop();
  }

  #membershipChanged(ids: readonly string[], isAdded: boolean): void {
    const { parts, writer, isRestoring, onMembership } = this.#options;
    if (isRestoring()) return;
    onMembership(ids, isAdded);
    const keys = ids.map((id) => keyOf('id', id));
    writer.changed('now', keys);
    if (!isAdded) return writer.changed('now', ids.flatMap(keysOfDatabase));
    // A value that the fleet does not have may still be read from the store.
    const present = ids.filter((id) => parts.databases.peek(id).record);
    const records = present.map((id) => keyOf('record', id));
    writer.changed('second', records);
    for (const id of ids) if (parts.ledger.peek('database', id) !== undefined) this.#usageChanged('database', id);
  }

  #databaseChanged(id: string, before: Entry<object>, after: Entry<object>): void {
    const { parts, writer, isRestoring } = this.#options;
    if (isRestoring()) return;
    this.#saveTransitions();
    if (parts.known.isAdded(id) && !isSameValue(before, after)) writer.changed('second', [keyOf('record', id)]);
  }

  #saveTransitions(): void {
    const { latest, retain } = this.#options.parts.transitions;
    if (this.#lastSequence >= latest) return;
    const keys = [keyOf('change-number', '')];
    for (let next = this.#lastSequence + 1; next <= latest; next++)
      for (const sequence of [next, next - retain]) if (sequence > 0) keys.push(keyOf('change', sequenceKey(sequence)));
    this.#lastSequence = latest;
    this.#options.writer.changed('second', keys);
  }

  #indexChanged(id: string, before: Entry<object>, after: Entry<object>): void {
    if (this.#options.isRestoring()) return;
    // A change of the membership comes with the same entry twice.
    if (before === after || !isSameValue(before, after)) this.#options.writer.changed('second', [keyOf('index', id)]);
  }

  #usageChanged(resource: ResourceKind, id: string): void {
    const { writer, isRestoring } = this.#options;
    if (isRestoring()) return;
    writer.changed('minute', [keyOf('usage', `${resource}/${id}`)]);
    writer.changed('tenMinutes', [keyOf('usage-history', `${resource}/${id}`)]);
  }
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
