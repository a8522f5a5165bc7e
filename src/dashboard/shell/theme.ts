import type { Readable } from '../../bindings/react/index.js';

/** `system` follows the computer. */
export type Theme = 'system' | 'light' | 'dark';

/** Which colours the page has: a view of it, and a way to choose. */
export interface ThemeChoice extends Readable<Theme> {
  choose(theme: Theme): void;
}

const KEY = 'fleetglass.theme';

/** Applies what was chosen before, and keeps what is chosen. */
export function createThemeChoice(root: HTMLElement, storage: Pick<Storage, 'getItem' | 'setItem'>): ThemeChoice {
  const listeners = new Set<(theme: Theme) => void>();
  let theme = readTheme(storage.getItem(KEY));
  apply(root, theme);
  return {
    get value() {
      return theme;
    },
    subscribe(next) {
      const listener = (now: Theme): void => next(now);
      listeners.add(listener);
      next(theme);
      return { unsubscribe: () => void listeners.delete(listener) };
    },
    choose(chosen) {
      theme = chosen;
      apply(root, theme);
      storage.setItem(KEY, theme);
      for (const listener of listeners) listener(theme);
    },
  };
}

function readTheme(text: string | null): Theme {
  return text === 'light' || text === 'dark' ? text : 'system';
}

function apply(root: HTMLElement, theme: Theme): void {
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
}
