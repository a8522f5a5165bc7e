import type { Readable } from '../../../../bindings/react/index.js';
import { createWritable } from './writable.js';

/** `system` follows the settings of the operating system. */
export type Theme = 'system' | 'light' | 'dark';

export interface ThemeChoice extends Readable<Theme> {
  choose(theme: Theme): void;
}

const KEY = 'fleetglass.theme';

export function createThemeChoice(root: HTMLElement, storage: Pick<Storage, 'getItem' | 'setItem'>): ThemeChoice {
  const source = createWritable(readTheme(storage.getItem(KEY)));
  source.subscribe((theme) => apply(root, theme));
  return Object.assign(source, {
    choose(theme: Theme) {
      storage.setItem(KEY, theme);
      source.set(theme);
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
