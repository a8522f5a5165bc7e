import type { Kernel } from '../core/fleet/kernel.js';
import { KEPT_TRANSITIONS, type Transition } from '../core/fleet/transition.js';
import { usagePart } from '../core/limits/usage-part.js';
import { seriesOf } from '../core/limits/usage-sample.js';
import type { ResourceKind } from '../core/shared/resource-kind.js';
import { hasSameRecord } from '../core/store/entry.js';
import type { Restore } from './restore.js';
import { entryText, historyText, keyOf, sequenceKey, splitKey, type ValueKind } from './stored-values.js';
import type { Interval, Writer } from './writer.js';

/** The values of a fleet that a store keeps: their current texts, and which of them change. None of them holds a credential. */
export class FleetValues {
  /** The texts of creates whose outcome is not known, by key. */
  readonly creates = new Map<string, string>();
  readonly #kernel: Kernel;
  readonly #restore: Restore;
  readonly #writer: Writer;
  /** Made at once, so that a fleet with a store keeps all usage. */
  readonly #ledger: ReturnType<typeof usagePart>;
  readonly #stops: readonly (() => void)[];
  #lastPosition = 0;
  /** The number of the last transition that is saved; `Infinity` until this fleet saves transitions. */
  #lastSequence = Infinity;
  /** The stored number of a transition minus its number in this fleet. */
  #shift = 0;

  constructor(kernel: Kernel, restore: Restore, writer: Writer) {
    const { databases, indices, known, list } = kernel;
    this.#kernel = kernel;
    this.#restore = restore;
    this.#writer = writer;
    this.#ledger = usagePart(kernel);
    this.#stops = [
      known.onMembership((ids, isAdded) => this.#membershipChanged(ids, isAdded)),
      databases.onChange((id, before, after) => {
        this.#saveTransitions();
        if (this.#isKept('database', id) && !hasSameRecord(before, after))
          this.#changed('second', [keyOf('record', id)]);
      }),
      indices.onChange((id, before, after) => {
        // A change of the membership comes with the same entry twice.
        if (before === after || !hasSameRecord(before, after)) this.#changed('second', [keyOf('index', id)]);
      }),
      list.store.onChange((_, before, after) => {
        if (before.confirmedAt !== after.confirmedAt) this.#changed('second', [keyOf('list', '')]);
      }),
      this.#ledger.onChange((resource, id) => this.#usageChanged(resource, id)),
    ];
  }

  /** The text to store under a key now; `undefined` if the value has to be deleted. */
  textOf(key: string): string | undefined {
    const [kind, id] = splitKey(key) as [ValueKind, string];
    return this.#readers[kind](id);
  }

  /**
   * Begins to save transitions. To be called after the restore, which numbers the transitions of this process again.
   * @param read the last number that the restore has read
   * @param last the last number that is stored: another tab may have saved transitions meanwhile
   * @param saved the last transition of that tab. That tab has saved what this fleet saw until then
   */
  saveTransitionsAfter(read: number, last = read, saved?: Transition): void {
    const own = this.#kernel.transitions.kept.filter(({ sequence }) => sequence > read);
    this.#lastSequence = (saved && lastOfBoth(own, saved))?.sequence ?? read;
    this.#shift = last - this.#lastSequence;
    this.#saveTransitions();
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  readonly #readers: Readonly<Record<ValueKind, (id: string) => string | undefined>> = {
    create: (key) => this.creates.get(key),
    id: (id) => {
      if (!this.#kernel.known.isAdded(id)) return undefined;
      const last = Math.max(this.#lastPosition, this.#restore.lastPosition);
      this.#lastPosition = Math.max(last + 1, 1000 * this.#kernel.options.clock.now());
      return JSON.stringify({ place: this.#lastPosition });
    },
    'change-number': () => String(this.#kernel.transitions.latest + this.#shift),
    change: (stored) => {
      const { kept, latest } = this.#kernel.transitions;
      const sequence = Number(stored) - this.#shift;
      const transition = kept.at(sequence - latest - 1);
      if (transition?.sequence !== sequence) return undefined;
      return JSON.stringify({ ...transition, sequence: Number(stored) });
    },
    record: (id) => (this.#isKept('database', id) ? entryText(this.#kernel.databases.peek(id)) : undefined),
    index: (id) => (this.#isKept('index', id) ? entryText(this.#kernel.indices.peek(id)) : undefined),
    list: () => JSON.stringify({ listedAt: this.#kernel.list.entry.confirmedAt }),
    usage: (key) => {
      const [resource, id] = splitKey(key) as [ResourceKind, string];
      const sample = this.#isKept(resource, id) ? Object.entries(this.#ledger.peek(resource, id) ?? {}) : [];
      if (sample.length === 0) return undefined;
      return JSON.stringify(sample.map(([field, { history: _, ...reading }]) => ({ resource, id, field, ...reading })));
    },
    'usage-history': (key) => {
      const [resource, id] = splitKey(key) as [ResourceKind, string];
      const series = this.#isKept(resource, id) ? seriesOf(this.#ledger.stored(resource, id)) : {};
      return Object.keys(series).length > 0 ? historyText(series) : undefined;
    },
  };

  #isKept(resource: ResourceKind, id: string): boolean {
    const { known, indices } = this.#kernel;
    return resource === 'database' ? known.isAdded(id) : indices.isMember(id);
  }

  /** Values that the restore puts in place are stored already. */
  #changed(interval: Interval, keys: readonly string[]): void {
    if (!this.#restore.isRestoring) this.#writer.changed(interval, keys);
  }

  #membershipChanged(ids: readonly string[], isAdded: boolean): void {
    if (this.#restore.isRestoring) return;
    this.#restore.decided(ids, isAdded);
    const keysOf = (kind: ValueKind, prefix = ''): string[] => ids.map((id) => keyOf(kind, prefix + id));
    if (!isAdded) {
      const ofUsage = [...keysOf('usage', 'database/'), ...keysOf('usage-history', 'database/')];
      return this.#changed('now', [...keysOf('id'), ...keysOf('record'), ...ofUsage]);
    }
    const { known, databases } = this.#kernel;
    const joining = ids.filter((id) => !known.isAdded(id));
    // Another tab may have removed an id that this tab still has.
    this.#changed('now', this.#writer.isShared ? keysOf('id') : joining.map((id) => keyOf('id', id)));
    // Without a record here, the store may have one that is not restored yet: it must not be deleted.
    for (const id of joining) if (databases.peek(id).record) this.#changed('second', [keyOf('record', id)]);
    for (const id of joining) if (this.#ledger.peek('database', id) !== undefined) this.#usageChanged('database', id);
  }

  #saveTransitions(): void {
    const { latest } = this.#kernel.transitions;
    if (this.#lastSequence >= latest) return;
    const keys = [keyOf('change-number', '')];
    for (let next = this.#lastSequence + this.#shift + 1; next <= latest + this.#shift; next++)
      // The fleet no longer keeps `next - KEPT_TRANSITIONS`: that transition has no text, so its value is deleted.
      for (const sequence of [next, next - KEPT_TRANSITIONS])
        if (sequence > 0) keys.push(keyOf('change', sequenceKey(sequence)));
    this.#lastSequence = latest;
    this.#changed('second', keys);
  }

  #usageChanged(resource: ResourceKind, id: string): void {
    this.#changed('minute', [keyOf('usage', `${resource}/${id}`)]);
    this.#changed('tenMinutes', [keyOf('usage-history', `${resource}/${id}`)]);
  }
}

/** The last own transition that another tab has saved: the same change nearest in time, else the last before it. */
function lastOfBoth(own: readonly Transition[], { id, field, from, to, at }: Transition): Transition | undefined {
  const same = own.filter((each) => each.id === id && each.field === field && each.from === from && each.to === to);
  const nearestMs = Math.min(...same.map((each) => Math.abs(each.at - at)));
  return same.findLast((each) => Math.abs(each.at - at) === nearestMs) ?? own.findLast((each) => each.at <= at);
}
