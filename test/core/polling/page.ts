import type { PageLike } from '../../../src/core/polling/presence.js';

/** A page that a test hides, shows and disconnects. */
export interface TestPage extends PageLike {
  hide(): void;
  show(): void;
  goOffline(): void;
  goOnline(): void;
  /** Dispatches an event to its target, the document or the window. */
  dispatch(type: 'resume' | 'pageshow'): void;
  /** The number of listeners. */
  readonly listening: number;
}

export function createPage(): TestPage {
  let visibilityState = 'visible';
  let onLine = true;
  const ofDocument = createEvents();
  const ofWindow = createEvents();
  return {
    document: {
      ...ofDocument.source,
      get visibilityState() {
        return visibilityState;
      },
    },
    navigator: {
      get onLine() {
        return onLine;
      },
    },
    ...ofWindow.source,
    hide() {
      visibilityState = 'hidden';
      ofDocument.dispatch('visibilitychange');
    },
    show() {
      visibilityState = 'visible';
      ofDocument.dispatch('visibilitychange');
    },
    goOffline() {
      onLine = false;
      ofWindow.dispatch('offline');
    },
    goOnline() {
      onLine = true;
      ofWindow.dispatch('online');
    },
    dispatch: (type) => (type === 'resume' ? ofDocument : ofWindow).dispatch(type),
    get listening() {
      return ofDocument.listeners.length + ofWindow.listeners.length;
    },
  };
}

function createEvents() {
  const listeners: { readonly type: string; readonly listener: () => void }[] = [];
  return {
    listeners,
    dispatch: (wanted: string) => listeners.filter(({ type }) => type === wanted).forEach(({ listener }) => listener()),
    source: {
      addEventListener: (type: string, listener: () => void) => void listeners.push({ type, listener }),
      removeEventListener(type: string, listener: () => void) {
        const at = listeners.findIndex((each) => each.type === type && each.listener === listener);
        if (at >= 0) listeners.splice(at, 1);
      },
    },
  };
}
