import type { PageLike } from '../../../src/core/polling/presence.js';

/** A page that a test hides, shows and disconnects. */
export interface TestPage extends PageLike {
  hide(): void;
  show(): void;
  goOffline(): void;
  goOnline(): void;
  /** Dispatches an event to its target, the document or the window. */
  dispatch(type: 'resume' | 'pageshow'): void;
}

export function createPage(): TestPage {
  const navigator = { onLine: true };
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const setVisibility = (state: string) => (): void => {
    document.visibilityState = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const setNetwork = (onLine: boolean) => (): void => {
    navigator.onLine = onLine;
    page.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
  };
  const page = Object.assign(new EventTarget(), {
    document,
    navigator,
    hide: setVisibility('hidden'),
    show: setVisibility('visible'),
    goOffline: setNetwork(false),
    goOnline: setNetwork(true),
    dispatch: (type: string) => void (type === 'resume' ? document : page).dispatchEvent(new Event(type)),
  });
  return page;
}
