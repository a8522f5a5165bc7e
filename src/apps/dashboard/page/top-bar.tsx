import type { ReactElement } from 'react';
import { useFleet, useFleetSummary, useView } from '../../../bindings/react/index.js';
import { formatCount } from '../../../format/quantities.js';
import { usePage } from './server/use-page.js';
import { Icon } from './shell/icon.js';
import type { View } from './shell/route.js';
import { useShortcut, withKey } from './shell/shortcut.js';
import { theme } from './shell/choice.js';
import { Button, IconButton } from './shell/button.js';

export interface TopBarProps {
  readonly view: View;
  readonly onOpen: (dialog: 'create' | 'find' | 'help') => void;
}

export function TopBar({ view, onOpen }: TopBarProps): ReactElement {
  const { service, isDemo } = usePage();
  const databases = useView(useFleet().databases.tracked, { select: ({ length }) => length });
  const indices = useFleetSummary({ select: (summary) => summary.indices });
  return (
    <header className="line top-bar">
      <Brand />
      <nav className="views" aria-label="Views">
        <ViewLink href="#/databases" isCurrent={view === 'database'} name="Databases" count={databases} />
        <ViewLink href="#/indices" isCurrent={view === 'index'} name="Vector indices" count={indices} />
        <AlertsLink isCurrent={view === 'alerts'} />
        <a className="line" href="#/activity" aria-current={view === 'activity' ? 'page' : undefined}>
          Activity
        </a>
      </nav>
      <span className="service mono cut muted" title={service}>
        {service.replace(/^https?:\/\//, '')}
      </span>
      {isDemo && (
        <span className="chip" title="This is a local service, which ends with its command.">
          demo
        </span>
      )}
      <FindButton onFind={() => onOpen('find')} />
      <HelpButton onHelp={() => onOpen('help')} />
      <ThemeButton />
      <NewButton onCreate={() => onOpen('create')} />
    </header>
  );
}

function FindButton({ onFind }: { readonly onFind: () => void }): ReactElement {
  useShortcut('Mod+k', onFind);
  return (
    <IconButton
      icon="search"
      name="Find anything"
      aria-keyshortcuts="Control+K Meta+K"
      title="Find databases, views and actions (Ctrl K)"
      onClick={onFind}
    />
  );
}

function HelpButton({ onHelp }: { readonly onHelp: () => void }): ReactElement {
  const key = useShortcut('?', onHelp);
  const name = 'Keyboard shortcuts';
  const look = { icon: 'help', className: 'icon-button help-button', title: withKey(name, key) } as const;
  return <IconButton {...look} name={name} aria-keyshortcuts={key} onClick={onHelp} />;
}

function NewButton({ onCreate }: { readonly onCreate: () => void }): ReactElement {
  const name = usePage().mayCreate ? 'New database' : 'Add databases';
  const key = useShortcut('n', onCreate);
  return (
    <Button look="primary" aria-keyshortcuts={key} title={withKey(name, key)} onClick={onCreate}>
      <Icon name="plus" />
      {name}
    </Button>
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
    <a className="line" href={href} aria-current={isCurrent ? 'page' : undefined}>
      {name} <span className="count">{formatCount(count)}</span>
    </a>
  );
}

/** The count is that of the firing alerts. Without a monitor there is none. */
function AlertsLink({ isCurrent }: Pick<ViewLinkProps, 'isCurrent'>): ReactElement {
  const { status, counts } = useView(usePage().alerts);
  const isKnown = status === 'listed' && counts !== undefined;
  return (
    <a className="line" href="#/alerts" aria-current={isCurrent ? 'page' : undefined}>
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

const ICONS = { system: 'screen', light: 'sun', dark: 'moon' } as const;

function ThemeButton(): ReactElement {
  const now = useView(theme);
  const label = `Colour scheme: ${now}`;
  return <IconButton icon={ICONS[now]} name={label} onClick={theme.next} />;
}

export function Brand(): ReactElement {
  return (
    <h1 className="line brand">
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M3 5.5h14M3 10h9.5M3 14.5h5" />
      </svg>
      fleetglass
    </h1>
  );
}
