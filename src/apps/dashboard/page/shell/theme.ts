import type { Readable } from '../../../../bindings/react/index.js';
import { createSource } from './source.js';

/** `system` follows the computer. */
export type Theme = 'system' | 'light' | 'dark';

/** Which colours the page has: a view of it, and a way to choose. */
export interface ThemeChoice extends Readable<Theme> {
  choose(theme: Theme): void;
}

const KEY = 'fleetglass.theme';

/** Applies what was chosen before, and keeps what is chosen. */
export function createThemeChoice(root: HTMLElement, storage: Pick<Storage, 'getItem' | 'setItem'>): ThemeChoice {
  const source = createSource(readTheme(storage.getItem(KEY)));
  source.subscribe((theme) => apply(root, theme));
  return Object.assign(source, {
    choose(theme: Theme) {
      storage.setItem(KEY, theme);
      source.put(theme);
    },
  });
}

function readTheme(text: string | null): Theme {
  return text === 'light' || text === 'dark' ? text : 'system';
}

function apply(root: HTMLElement, theme: Theme): void {
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
}
