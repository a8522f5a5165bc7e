import type { ReactElement, ReactNode } from 'react';
import { useFleet, useFleetSummary, useView } from '../../../bindings/react/index.js';
import { formatCount } from '../../../format/quantities.js';
import { usePage } from './server/use-page.js';
import { Icon, Button, IconButton } from './shell/button.js';
import { routePaths, type View, viewNames } from './shell/route.js';
import { useShortcut, withKey } from './shell/shortcut.js';
import { theme } from './shell/choice.js';

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
        <ViewLink view="database" shown={view} children={<span className="count">{formatCount(databases)}</span>} />
        <ViewLink view="index" shown={view} children={<span className="count">{formatCount(indices)}</span>} />
        <ViewLink view="alerts" shown={view} children={<AlertCount />} />
        <ViewLink view="activity" shown={view} />
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
  const look = { icon: 'help', className: 'button quiet icon-button help-button', title: withKey(name, key) } as const;
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
  readonly view: View;
  readonly shown: View;
  readonly children?: ReactNode;
}

function ViewLink({ view, shown, children }: ViewLinkProps): ReactElement {
  return (
    <a className="line" href={`#/${routePaths[view]}`} aria-current={view === shown ? 'page' : undefined}>
      {viewNames[view]} {children}
    </a>
  );
}

/** The number of firing alerts. Without a monitor there is none. */
function AlertCount(): ReactElement | null {
  const { status, counts } = useView(usePage().alerts);
  if (status === 'unreachable') return <span className="count" title="The monitor cannot be read" children="?" />;
  if (status !== 'listed' || counts === undefined) return null;
  return (
    <span className="count" data-alerts={counts.firing > 0 ? 'firing' : undefined}>
      {formatCount(counts.firing)}
      <span className="visually-hidden"> firing</span>
    </span>
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
