import type { Entry, Fleet } from '../index.js';
import { memoizeLast } from './memoize-last.js';
import { ownOptions, type Id, type IdQuery } from './queries.js';
import type { Committed, Readable } from './readable.js';
import type { Selection } from './selection.js';

/** The options of a query about one id. */
export interface IdOptions {
  /**
   * After a change of the id, keeps the value of the previous id until the new id has a record, is missing, or has an
   * error. The kept entry or record is unchanged: it has the `id` or `database_id` of the previous id. Without an id, no
   * value is kept. @default false
   */
  readonly keepPrevious?: boolean | undefined;
}

/** The last parameters of a function for one id: options, or a selection and then options. */
export type IdParameters<T, Selected = unknown> = readonly [
  selectorOrOptions?: ((value: T) => Selected) | IdOptions,
  equals?: (a: Selected, b: Selected) => boolean,
  options?: IdOptions,
];

export function readIdParameters<T, Selected>([first, equals, last]: IdParameters<T, Selected>): {
  readonly keepPrevious: boolean;
  readonly selection: Selection<T, Selected>;
} {
  const hasSelection = typeof first !== 'object';
  const { keepPrevious = false } = ownOptions((hasSelection ? last : first) ?? {});
  return { keepPrevious, selection: (hasSelection ? [first, equals] : []) as Selection<T, Selected> };
}

type AnyEntry = Entry<object> | undefined;

/** Returns a function that returns the view of an id. A component keeps this function while the arguments stay the same. */
export function viewsById<T>(fleet: Fleet, query: IdQuery<T>, keepPrevious: boolean): (id: Id) => Readable<T> {
  if (!keepPrevious) return (id) => query.viewOf(fleet, id);
  /** The entry that was read last. */
  let shown: AnyEntry;
  return memoizeLast((id) => {
    const entries = query.entryOf(fleet, id);
    let previous = shown?.record && shown;
    return mapReadable(entries, (entry) => {
      if (!isAwaited(entry)) previous = undefined;
      shown = previous ?? entry;
      return query.answerOf(shown);
    });
  });
}

function mapReadable<T, Mapped>(source: Readable<T>, map: (value: T) => Mapped): Readable<Mapped> & Committed {
  return {
    get value() {
      return map(source.value);
    },
    commits: (source as Committed).commits,
    subscribe(next) {
      let last: { readonly value: Mapped } | undefined;
      return source.subscribe(() => {
        const value = map(source.value);
        if (last && Object.is(last.value, value)) return;
        last = { value };
        next(value);
      });
    },
  };
}

/** Whether the first record of the id is still to come. */
function isAwaited(entry: AnyEntry): boolean {
  return entry !== undefined && entry.error === undefined && (entry.status === 'unknown' || entry.status === 'loading');
}
