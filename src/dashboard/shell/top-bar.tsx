import type { ReactElement } from 'react';
import type { PageFleet } from '../server/page-fleet.js';
import { Icon } from './icon.js';
import type { ThemeChoice } from './theme.js';

export interface TopBarProps {
  readonly page: PageFleet;
  readonly theme: ThemeChoice;
  readonly onCreate: () => void;
}

export function TopBar({ page, onCreate }: TopBarProps): ReactElement {
  return (
    <header className="top-bar">
      <h1 className="brand">fleetglass</h1>
      <span className="mono muted cut">{page.service}</span>
      <button type="button" className="button primary" onClick={onCreate}>
        <Icon name="plus" />
        New database
      </button>
    </header>
  );
}
