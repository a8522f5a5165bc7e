import type { ReactElement } from 'react';
import { useFleet, useFleetSummary, useView } from '../../../bindings/react/index.js';
import { formatCount } from '../../../format/quantities.js';
import { usePage } from './server/use-page.js';
import { Brand } from './shell/brand.js';
import { Icon, type IconName } from './shell/icon.js';
import type { View } from './shell/route.js';
import { useShortcut } from './shell/shortcut.js';
import type { ThemeChoice, Theme } from './shell/theme.js';

export interface TopBarProps {
  readonly view: View;
  readonly theme: ThemeChoice;
  readonly onCreate: () => void;
  readonly onHelp: () => void;
}

export function TopBar({ view, theme, onCreate, onHelp }: TopBarProps): ReactElement {
  const { service, mayCreate, isDemo } = usePage();
  const databases = useView(useFleet().databases.tracked, ({ length }) => length);
  const indices = useFleetSummary((summary) => summary.indices);
  return (
    <header className="top-bar">
      <Brand />
      <nav className="views" aria-label="Views">
        <ViewLink href="#/databases" isCurrent={view === 'database'} name="Databases" count={databases} />
        <ViewLink href="#/indices" isCurrent={view === 'index'} name="Vector indices" count={indices} />
        <AlertsLink isCurrent={view === 'alerts'} />
        <a href="#/activity" aria-current={view === 'activity' ? 'page' : undefined}>
          Activity
        </a>
      </nav>
      <span className="service mono cut" title={service}>
        {service.replace(/^https?:\/\//, '')}
      </span>
      {isDemo && (
        <span className="chip" title="This is a local service, which ends with its command.">
          demo
        </span>
      )}
      <button
        type="button"
        className="icon-button help-button"
        aria-label="Keyboard shortcuts"
        aria-keyshortcuts="?"
        title="Keyboard shortcuts (?)"
        onClick={onHelp}
      >
        <Icon name="help" />
      </button>
      <ThemeButton theme={theme} />
      {mayCreate && <CreateButton onCreate={onCreate} />}
    </header>
  );
}

function CreateButton({ onCreate }: Pick<TopBarProps, 'onCreate'>): ReactElement {
  useShortcut('n', onCreate);
  return (
    <button type="button" className="button primary" aria-keyshortcuts="n" title="New database (n)" onClick={onCreate}>
      <Icon name="plus" />
      New database
    </button>
  );
}

interface ViewLinkProps {
  readonly href: string;
  readonly isCurrent: boolean;
  readonly name: string;
  readonly count: number;
}

function ViewLink({ href, isCurrent, name, count }: ViewLinkProps): ReactElement {
  return (
    <a href={href} aria-current={isCurrent ? 'page' : undefined}>
      {name} <span className="count">{formatCount(count)}</span>
    </a>
  );
}

/** The count is that of the firing alerts. Without a monitor there is none. */
function AlertsLink({ isCurrent }: Pick<ViewLinkProps, 'isCurrent'>): ReactElement {
  const { status, counts } = useView(usePage().alerts.view);
  const isKnown = status === 'listed' && counts !== undefined;
  return (
    <a href="#/alerts" aria-current={isCurrent ? 'page' : undefined}>
      Alerts{' '}
      {isKnown && (
        <span className="count" data-alerts={counts.firing > 0 ? 'firing' : undefined}>
          {formatCount(counts.firing)}
          <span className="visually-hidden"> firing</span>
        </span>
      )}
      {status === 'unreachable' && (
        <span className="count" title="The monitor cannot be read">
          ?
        </span>
      )}
    </a>
  );
}

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const ICONS: Readonly<Record<Theme, IconName>> = { system: 'screen', light: 'sun', dark: 'moon' };

function ThemeButton({ theme }: { readonly theme: ThemeChoice }): ReactElement {
  const now = useView(theme);
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={`Colour scheme: ${now}`}
      title={`Colour scheme: ${now}`}
      onClick={() => theme.choose(NEXT[now])}
    >
      <Icon name={ICONS[now]} />
    </button>
  );
}
