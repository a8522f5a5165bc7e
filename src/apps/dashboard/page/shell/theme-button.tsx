import type { ReactElement } from 'react';
import { useView } from '../../../../bindings/react/index.js';
import { Icon, type IconName } from './icon.js';
import type { Theme, ThemeChoice } from './theme.js';

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const ICONS: Readonly<Record<Theme, IconName>> = { system: 'screen', light: 'sun', dark: 'moon' };

/** Goes through the colours: as the computer has them, light, dark. */
export function ThemeButton({ theme }: { readonly theme: ThemeChoice }): ReactElement {
  const now = useView(theme);
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={`Colours: ${now}`}
      title={`Colours: ${now}`}
      onClick={() => theme.choose(NEXT[now])}
    >
      <Icon name={ICONS[now]} />
    </button>
  );
}
