import * as v from 'valibot';
import { aBoolean } from '../shared/option-schemas.js';
import { parseOptions } from '../shared/parse-options.js';
import { MIN_INTERVAL_MS } from '../polling/cadence.js';
import { createSource, type Source } from '../store/source.js';
import type { View } from '../store/view.js';
import type { Kernel } from './kernel.js';

/** The options of a lease. */
export interface PaceOptions {
  /**
   * The longest time between two polls of the id, milliseconds, 100 or more. The shortest of this, the cadence and the
   * other paces of the id counts. After failures the backoff can be longer.
   *
   * @default the cadence decides alone
   */
  readonly everyMs?: number | undefined;
}

/** The options of a view of one database. */
export interface ViewOptions extends PaceOptions {
  /**
   * With `true`, a subscription does not make the id known, so it starts no polling. The view shows what the fleet knows
   * for another reason, such as a lease, a `refresh` or `upsertDatabase`. Then `everyMs` has no effect.
   *
   * @default false
   */
  readonly passive?: boolean | undefined;
}

const pace = v.custom<number>(
  (value) => Number.isFinite(value) && (value as number) >= MIN_INTERVAL_MS,
  `milliseconds, ${MIN_INTERVAL_MS} or more`,
);

/** The schema of {@link PaceOptions}. */
export const paceOptions = v.strictObject({ everyMs: v.optional(pace) });

const viewOptions = v.strictObject({ ...paceOptions.entries, passive: v.optional(aBoolean) });

/** Makes the view of an id whose subscribers have an interest of their own; the given view without options. */
export type WithInterest = <T>(id: string, view: View<T>, options: ViewOptions | undefined) => View<T>;

export function createPacedViews({ commits, databases, known, onDispose }: Kernel): WithInterest {
  const watched = new Map<string, Set<Source<unknown>>>();
  let isListening = false;

  function watch(id: string, source: Source<unknown>): void {
    watched.set(id, (watched.get(id) ?? new Set()).add(source));
    // Until the first of these views, a change of an entry costs nothing more.
    if (!isListening) databases.onChange((changed) => watched.get(changed)?.forEach((each) => each.changed()));
    isListening = true;
  }

  function unwatch(id: string, source: Source<unknown>): void {
    const sources = watched.get(id);
    if (sources?.delete(source) && sources.size === 0) watched.delete(id);
  }

  onDispose(() => {
    for (const sources of watched.values()) sources.forEach((each) => each.complete());
  });

  return <T>(id: string, view: View<T>, options: ViewOptions | undefined) => {
    if (options === undefined) return view;
    const { everyMs, passive } = parseOptions('configure', viewOptions, options);
    if (everyMs === undefined && !passive) return view;
    let endInterest: (() => void) | undefined;
    const source: Source<T> = createSource(commits, {
      read: () => view.value,
      onWatched(isWatched) {
        if (!isWatched) {
          endInterest?.();
          return unwatch(id, source);
        }
        watch(id, source);
        endInterest = passive ? undefined : known.want([id], 'observed', everyMs);
      },
    });
    return source.view;
  };
}
