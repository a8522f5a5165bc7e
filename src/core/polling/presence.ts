/** Why nobody can be there: the page is hidden, or it has no network. */
export type Absence = 'hidden' | 'offline';

/** Whether somebody can be there to see what is polled, and a network to poll by. */
export interface Presence {
  /** `undefined` while somebody is there. */
  readonly absence: Absence | undefined;
  /** Calls `listener` when that may have changed, and when the page goes on after it was frozen. */
  watch(listener: () => void): () => void;
  /** Stops listening to the page. */
  dispose(): void;
}

/** What is looked at of a page. Each part may be missing, as in workers, Node and Deno. */
export interface PageLike extends Partial<EventSource> {
  readonly document?: DocumentLike | undefined;
  readonly navigator?: { readonly onLine?: boolean | undefined } | undefined;
}

interface DocumentLike extends Partial<EventSource> {
  readonly visibilityState?: string | undefined;
}

interface EventSource {
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}

export interface PresenceOptions {
  /** @default globalThis */
  readonly page?: PageLike | undefined;
  /** What does not count as absence. @default [] */
  readonly ignored?: readonly Absence[] | undefined;
}

/** `resume` and `pageshow` end a freeze, in which a page is deaf; it may have been hidden all along. */
const DOCUMENT_EVENTS = ['visibilitychange', 'resume'];
const WINDOW_EVENTS = ['online', 'offline', 'pageshow'];

/** Watches the page that this runs in. Where there is none, somebody is always there. */
export function createPresence({ page = globalThis, ignored = [] }: PresenceOptions = {}): Presence {
  const listeners = new Set<() => void>();
  const tell = (): void => listeners.forEach((listener) => listener());
  const forgets = [listen(page.document, DOCUMENT_EVENTS, tell), listen(page, WINDOW_EVENTS, tell)];

  return {
    get absence() {
      // Only what is said counts: a page that says nothing is there.
      if (page.navigator?.onLine === false && !ignored.includes('offline')) return 'offline';
      if (page.document?.visibilityState === 'hidden' && !ignored.includes('hidden')) return 'hidden';
      return undefined;
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dispose() {
      listeners.clear();
      for (const forget of forgets) forget();
    },
  };
}

function listen(source: Partial<EventSource> | undefined, types: readonly string[], listener: () => void): () => void {
  for (const type of types) source?.addEventListener?.(type, listener);
  return () => {
    for (const type of types) source?.removeEventListener?.(type, listener);
  };
}
