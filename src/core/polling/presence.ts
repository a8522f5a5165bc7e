import type { Guard } from '../store/guard.js';

/** Why scheduled polls pause: the page is hidden or the application is in the background, or there is no network. */
export type Absence = 'hidden' | 'offline';

/**
 * Tells whether the application is in the foreground, on platforms without a page.
 *
 * @example
 * ```ts
 * const presence: PresenceSource = {
 *   isPresent: () => AppState.currentState === 'active',
 *   subscribe(listener) {
 *     const subscription = AppState.addEventListener('change', listener);
 *     return () => subscription.remove();
 *   },
 * };
 * ```
 */
export interface PresenceSource {
  /** Called often, so it must be fast. Any value but `false` counts as present; an error too, and goes to `onError`. */
  isPresent(): boolean;
  /** Calls `listener` after each change. @returns a function that ends this, called by `dispose` of the fleet */
  subscribe(listener: () => void): () => void;
}

/** The global scope. Each part may be missing, as in workers, Node and Deno. */
export interface PageLike extends EventTargetLike {
  readonly document?: (EventTargetLike & { readonly visibilityState?: string | undefined }) | undefined;
  readonly navigator?: { readonly onLine?: boolean | undefined } | undefined;
}

interface EventTargetLike {
  addEventListener?(type: string, listener: () => void): void;
  removeEventListener?(type: string, listener: () => void): void;
}

interface PresenceOptions {
  readonly page?: PageLike | undefined;
  readonly ignored?: readonly Absence[] | undefined;
  /** Takes the place of the page's visibility. */
  readonly source?: PresenceSource | undefined;
  readonly guard: Pick<Guard, 'run'>;
}

/** A frozen page gets no events. `resume` and `pageshow` end the freeze; the visibility may have changed meanwhile. */
const DOCUMENT_EVENTS = ['visibilitychange', 'resume'];
const WINDOW_EVENTS = ['online', 'offline', 'pageshow'];

export type Presence = ReturnType<typeof createPresence>;

export function createPresence({ page = globalThis, ignored = [], source, guard }: PresenceOptions) {
  const listeners = new Set<() => void>();
  const notify = (): void => listeners.forEach((listener) => listener());
  // Without `onLine`, this is the global scope of a server: a listener there would keep each fleet in memory.
  const ofWindow = page.navigator?.onLine === undefined ? [] : WINDOW_EVENTS;
  const removals = [listen(page.document, DOCUMENT_EVENTS, notify), listen(page, ofWindow, notify)];
  if (source) guard.run(() => void removals.push(source.subscribe(notify)));

  return {
    /** `undefined` while the page is visible and online, and where there is no page. */
    get absence(): Absence | undefined {
      // A platform without these properties counts as visible and online.
      if (page.navigator?.onLine === false && !ignored.includes('offline')) return 'offline';
      let isHidden = !source && page.document?.visibilityState === 'hidden';
      if (source) guard.run(() => void (isHidden = source.isPresent() === false));
      return isHidden && !ignored.includes('hidden') ? 'hidden' : undefined;
    },
    /** Calls `listener` when `absence` may have changed. */
    watch(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dispose(): void {
      listeners.clear();
      for (const remove of removals) guard.run(remove);
    },
  };
}

function listen(source: EventTargetLike | undefined, types: readonly string[], listener: () => void): () => void {
  for (const type of types) source?.addEventListener?.(type, listener);
  return () => {
    for (const type of types) source?.removeEventListener?.(type, listener);
  };
}
