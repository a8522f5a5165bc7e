import type { ReactElement, ReactNode } from 'react';
import { useFleet, useFleetSummary, useView } from '../../../bindings/react/index.js';
import { formatCount } from '../../../format/quantities.js';
import { usePage } from './server/use-page.js';
import { Icon, Button, IconButton } from './shell/button.js';
import { type PageView, pageViews, useRoute } from './shell/route.js';
import { useShortcut, withKey } from './shell/shortcut.js';
import { theme } from './shell/choice.js';

export function TopBar({ onOpen }: { readonly onOpen: (dialog: 'create' | 'find' | 'help') => void }): ReactElement {
  const { view } = useRoute();
  const { service, run, mayCreate } = usePage().facts;
  const databases = useView(useFleet().databases.tracked, { select: ({ length }) => length });
  const indices = useFleetSummary({ select: (summary) => summary.indices });
  const scheme = useView(theme);
  const counts: Readonly<Partial<Record<PageView, ReactNode>>> = {
    database: <span className="count">{formatCount(databases)}</span>,
    index: <span className="count">{formatCount(indices)}</span>,
    alerts: <AlertCount />,
  };
  useShortcut('Mod+k', () => onOpen('find'));
  const helpKey = useShortcut('?', () => onOpen('help'));
  const create = (): void => onOpen('create');
  const createKey = useShortcut('n', create);
  const createName = mayCreate ? 'New database' : 'Add databases';
  return (
    <header className="line top-bar">
      <Brand />
      <nav className="tight views" aria-label="Views">
        {Object.entries(pageViews).map(([to, { path, name }]) => (
          <a key={to} className="line muted" href={`#/${path}`} aria-current={to === view ? 'page' : undefined}>
            {name} {counts[to as PageView]}
          </a>
        ))}
      </nav>
      <span className="service mono cut muted" title={service}>
        {service.replace(/^https?:\/\//, '')}
      </span>
      {run !== undefined && (
        <span className="service chip" title="This is a local service, which ends with its command.">
          demo
        </span>
      )}
      <IconButton
        icon="search"
        name="Find anything"
        aria-keyshortcuts="Control+K Meta+K"
        title="Find databases, indices, views and actions (Ctrl K)"
        onClick={() => onOpen('find')}
      />
      <IconButton
        icon="help"
        className="button quiet icon-button help-button"
        name="Keyboard shortcuts"
        aria-keyshortcuts={helpKey}
        title={withKey('Keyboard shortcuts', helpKey)}
        onClick={() => onOpen('help')}
      />
      <IconButton icon={ICONS[scheme]} name={`Colour scheme: ${scheme}`} onClick={theme.next} />
      <Button look="primary" aria-keyshortcuts={createKey} title={withKey(createName, createKey)} onClick={create}>
        <Icon name="plus" />
        {createName}
      </Button>
    </header>
  );
}

const ICONS = { system: 'screen', light: 'sun', dark: 'moon' } as const;

function AlertCount(): ReactElement | null {
  const { status, counts } = useView(usePage().alerts);
  if (status === 'unreachable') return <span className="count" title="The alerts cannot be read" children="?" />;
  if (status !== 'listed' || counts === undefined) return null;
  return (
    <span className="count" data-alerts={counts.firing > 0 ? 'firing' : undefined}>
      {formatCount(counts.firing)}
      <span className="visually-hidden"> firing</span>
    </span>
  );
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
