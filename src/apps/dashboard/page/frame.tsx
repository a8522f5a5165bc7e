import { lazy, Suspense, useEffect, useState, type ReactElement } from 'react';
import { systemClock } from '../../../index.js';
import { DatabaseList } from './databases/database-list.js';
import { StatusStrip } from './polling/status-strip.js';
import { usePage } from './server/use-page.js';
import { Summary } from './summary/summary.js';
import type { ThemeChoice } from './shell/theme.js';
import { TopBar } from './top-bar.js';
import { goTo, useRoute } from './shell/use-route.js';

// These parts are not needed for the first view. They load on demand, or when the page is idle.
const lazyParts = {
  indices: () => import('./indices/index-list.js'),
  database: () => import('./detail/database-detail.js'),
  index: () => import('./detail/index-detail.js'),
  create: () => import('./create/create-database.js'),
  announcer: () => import('./shell/announcer.js'),
};
const IndexList = lazy(async () => ({ default: (await lazyParts.indices()).IndexList }));
const DatabaseDetail = lazy(async () => ({ default: (await lazyParts.database()).DatabaseDetail }));
const IndexDetail = lazy(async () => ({ default: (await lazyParts.index()).IndexDetail }));
const CreateDatabase = lazy(async () => ({ default: (await lazyParts.create()).CreateDatabase }));
const Announcer = lazy(async () => ({ default: (await lazyParts.announcer()).Announcer }));

const PRELOAD_DELAY_MS = 1500;

/** Later use then needs no wait and no server. A part that fails to load here is loaded again on demand. */
function preload(): () => void {
  return systemClock.schedule(
    () => void Promise.allSettled(Object.values(lazyParts).map((load) => load())),
    PRELOAD_DELAY_MS,
  );
}

export interface FrameProps {
  readonly theme: ThemeChoice;
}

/** Arranges the parts of the page. */
export function Frame({ theme }: FrameProps): ReactElement {
  const page = usePage();
  const route = useRoute();
  const [isCreating, setCreating] = useState(false);
  useEffect(preload, []);
  const { view, selected } = route;
  const Detail = view === 'database' ? DatabaseDetail : IndexDetail;
  const List = view === 'database' ? DatabaseList : IndexList;
  const create = (): void => setCreating(true);
  const close = (): void => goTo({ ...route, selected: undefined });

  function remove(id: string): void {
    close();
    page.removeDatabase(id);
  }

  return (
    <div className="app" data-panel={selected !== undefined}>
      <TopBar view={view} theme={theme} onCreate={create} />
      <StatusStrip failures={page.failures} />
      <main className="scroller">
        <Summary />
        <Suspense>
          <List key={view} route={route} onCreate={create} />
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
      {isCreating && (
        <Suspense>
          <CreateDatabase
            onClose={() => setCreating(false)}
            onCreated={(id) => {
              page.addDatabase(id);
              goTo({ view: 'database', selected: id, query: {} });
            }}
          />
        </Suspense>
      )}
      <Suspense>
        <Announcer />
      </Suspense>
    </div>
  );
}
