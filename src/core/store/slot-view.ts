import type { Commits } from './commits.js';
import type { EntityViews } from './entity-views.js';
import type { Entry } from './entry.js';
import type { Slot, Slots } from './slots.js';
import { TopicView } from './topic-view.js';
import type { Topic } from './topic.js';

/** A view of a value that is computed from one entry. */
class SlotView<R, T> extends TopicView<T> {
  readonly #slots: Slots<R>;
  #slot: Slot<R>;
  readonly #project: (entry: Entry<R>) => T;

  constructor(commits: Commits, slots: Slots<R>, slot: Slot<R>, project: (entry: Entry<R>) => T) {
    super(commits);
    this.#slots = slots;
    this.#slot = slot;
    this.#project = project;
  }

  get value(): T {
    return this.#project(this.#current.entry);
  }

  get topic(): Topic {
    return this.#current;
  }

  override onWatched(isWatched: boolean): void {
    this.#slots.watch(this.#slot, isWatched);
  }

  /** The store may have dropped the slot and created a new one for the same id. */
  get #current(): Slot<R> {
    return (this.#slot = this.#slots.current(this.#slot));
  }
}

/** Makes the views of single ids. `entry` and `record` return the same view for the same id. */
export function createSlotViews<R extends object>(
  commits: Commits,
  slots: Slots<R>,
): Pick<EntityViews<R>, 'entry' | 'record' | 'field' | 'select'> {
  const readerOf = createFieldReaders<R>();
  const viewOf = <T>(slot: Slot<R>, project: (entry: Entry<R>) => T) => new SlotView(commits, slots, slot, project);
  return {
    entry(id) {
      const slot = slots.get(id);
      return (slot.entryView ??= viewOf(slot, entryOf));
    },
    record(id) {
      const slot = slots.get(id);
      return (slot.recordView ??= viewOf(slot, recordOf));
    },
    field: (id, field) => viewOf(slots.get(id), readerOf(field)),
    select(id, selector, equals) {
      const select = selectMemoized(selector, equals);
      return viewOf(slots.get(id), ({ record }) => select(record));
    },
  };
}

function entryOf<R>(entry: Entry<R>): Entry<R> {
  return entry;
}

function recordOf<R>({ record }: Entry<R>): R | undefined {
  return record;
}

/** Makes a function that returns the reader of a field: one reader for each field, shared by all of its views. */
function createFieldReaders<R extends object>(): <Field extends keyof R>(
  field: Field,
) => (entry: Entry<R>) => R[Field] | undefined {
  const readers: { [Field in keyof R]?: (entry: Entry<R>) => R[Field] | undefined } = Object.create(null);
  // Own members only: inherited names, such as `constructor`, are not fields of a record.
  return (field) =>
    (readers[field] ??= ({ record }) =>
      record !== undefined && Object.hasOwn(record, field) ? record[field] : undefined);
}

/**
 * Memoizes a selector by its last input, and keeps the previous result while the new result is equal to it.
 *
 * @param equals compares two results. @default Object.is
 */
function selectMemoized<Input, Selected>(
  selector: (input: Input) => Selected,
  equals: (a: Selected, b: Selected) => boolean = Object.is,
): (input: Input) => Selected {
  let last: { readonly input: Input; readonly selected: Selected } | undefined;
  return (input) => {
    if (last !== undefined && Object.is(input, last.input)) return last.selected;
    const selected = selector(input);
    last = { input, selected: last !== undefined && equals(last.selected, selected) ? last.selected : selected };
    return last.selected;
  };
}
