import { lazy, type ReactElement, Suspense, useEffect, useMemo, useState } from 'react';
import { useFleet } from '../../../bindings/react/index.js';
import { systemClock } from '../../../index.js';
import { createDatabaseFacts } from './databases/database-facts.js';
import { DatabaseList } from './databases/database-list.js';
import { DownProvider, useSelectDown } from './polling/connection.js';
import { usePage } from './server/use-page.js';
import { useShortcut } from './shell/shortcut.js';
import type { ThemeChoice } from './shell/theme.js';
import { TopBar } from './top-bar.js';
import { goTo, useRoute } from './shell/route.js';

// These parts are not needed for the first view. They load on demand, or when the page is idle.
const lazyParts = {
  strip: () => import('./polling/status-strip.js'),
  summary: () => import('./summary/summary.js'),
  indices: () => import('./indices/index-list.js'),
  database: () => import('./detail/database-detail.js'),
  index: () => import('./detail/index-detail.js'),
  create: () => import('./create/create-database.js'),
  announcer: () => import('./shell/announcer.js'),
  tabTrouble: () => import('./summary/tab-trouble.js'),
  help: () => import('./shell/keyboard-help.js'),
  usageHelp: () => import('./usage/usage-help.js'),
};
const StatusStrip = lazy(async () => ({ default: (await lazyParts.strip()).StatusStrip }));
const Summary = lazy(async () => ({ default: (await lazyParts.summary()).Summary }));
const IndexList = lazy(async () => ({ default: (await lazyParts.indices()).IndexList }));
const DatabaseDetail = lazy(async () => ({ default: (await lazyParts.database()).DatabaseDetail }));
const IndexDetail = lazy(async () => ({ default: (await lazyParts.index()).IndexDetail }));
const CreateDatabase = lazy(async () => ({ default: (await lazyParts.create()).CreateDatabase }));
const Announcer = lazy(async () => ({ default: (await lazyParts.announcer()).Announcer }));
const TabTrouble = lazy(async () => ({ default: (await lazyParts.tabTrouble()).TabTrouble }));
const KeyboardHelp = lazy(async () => ({ default: (await lazyParts.help()).KeyboardHelp }));
const UsageHelp = lazy(async () => ({ default: (await lazyParts.usageHelp()).UsageHelp }));

const PRELOAD_DELAY_MS = 1500;

/** Later use then needs no wait and no server. A part that fails to load here is loaded again on demand. */
function preload(): () => void {
  return systemClock.schedule(
    () => void Promise.allSettled(Object.values(lazyParts).map((load) => load())),
    PRELOAD_DELAY_MS,
  );
}

type OpenDialog = 'create' | 'help' | 'usage' | undefined;

export function Frame({ theme }: { readonly theme: ThemeChoice }): ReactElement {
  const page = usePage();
  const fleet = useFleet();
  const route = useRoute();
  const [dialog, setDialog] = useState<OpenDialog>();
  const databases = useMemo(() => createDatabaseFacts(fleet, systemClock), [fleet]);
  const isDown = useSelectDown(page.failures);
  useEffect(preload, []);
  const { view, selected } = route;
  const Detail = view === 'database' ? DatabaseDetail : IndexDetail;
  const create = (): void => setDialog('create');
  const close = (): void => goTo({ ...route, selected: undefined });
  const closeDialog = (): void => setDialog(undefined);
  useShortcut('?', () => setDialog('help'));
  useShortcut(selected === undefined ? '' : 'Escape', close);

  function remove(id: string): void {
    close();
    page.removeDatabase(id);
  }

  return (
    <DownProvider value={isDown}>
      <div className="app" data-panel={selected !== undefined} data-down={isDown}>
        <TopBar view={view} theme={theme} onCreate={create} onHelp={() => setDialog('help')} />
        <Suspense fallback={<div className="status-strip" />}>
          <StatusStrip failures={page.failures} />
        </Suspense>
        <main className="scroller">
          {/* There is nothing to sum up before the first answer. The placeholders have the same heights. */}
          <Suspense fallback={<section className="summary bones" aria-hidden="true" />}>
            <Summary key={view} resource={view} databases={databases} onUsageHelp={() => setDialog('usage')} />
          </Suspense>
          <Suspense>
            {view === 'database' ? (
              <DatabaseList route={route} facts={databases} onCreate={create} />
            ) : (
              <IndexList route={route} />
            )}
          </Suspense>
        </main>
        {selected !== undefined && (
          <Suspense fallback={<aside className="panel" aria-label="Details" aria-busy="true" />}>
            <Detail
              key={selected}
              id={selected}
              onClose={close}
              onRemove={view === 'database' && page.isAdded(selected) ? () => remove(selected) : undefined}
            />
          </Suspense>
        )}
        <Suspense>
          {dialog === 'help' && <KeyboardHelp mayCreate={page.mayCreate} onClose={closeDialog} />}
          {dialog === 'usage' && <UsageHelp onClose={closeDialog} />}
          {dialog === 'create' && (
            <CreateDatabase
              onClose={closeDialog}
              onCreated={(id) => {
                page.addDatabase(id);
                goTo({ view: 'database', selected: id, query: {} });
              }}
            />
          )}
        </Suspense>
        <Suspense>
          <Announcer />
          <TabTrouble databases={databases} isDown={isDown} />
        </Suspense>
      </div>
    </DownProvider>
  );
}
