import { lazy, Suspense, useEffect, useState, type ReactElement } from 'react';
import { systemClock } from '../../../index.js';
import { DatabaseList } from './databases/database-list.js';
import { StatusStrip } from './polling/status-strip.js';
import { usePage } from './server/use-page.js';
import { Summary } from './summary/summary.js';
import type { ThemeChoice } from './shell/theme.js';
import { TopBar } from './top-bar.js';
import { goTo, useRoute } from './shell/use-route.js';

// What only some visits need is loaded when it is needed, or when there is nothing else to do.
const late = {
  indices: () => import('./indices/index-list.js'),
  database: () => import('./detail/database-detail.js'),
  index: () => import('./detail/index-detail.js'),
  create: () => import('./create/create-database.js'),
  announcer: () => import('./shell/announcer.js'),
};
const IndexList = lazy(async () => ({ default: (await late.indices()).IndexList }));
const DatabaseDetail = lazy(async () => ({ default: (await late.database()).DatabaseDetail }));
const IndexDetail = lazy(async () => ({ default: (await late.index()).IndexDetail }));
const CreateDatabase = lazy(async () => ({ default: (await late.create()).CreateDatabase }));
const Announcer = lazy(async () => ({ default: (await late.announcer()).Announcer }));

const QUIET_MS = 1500;

/** So that it is there at once, and also when the server has gone. What fails here is tried again when it is needed. */
function loadAhead(): () => void {
  return systemClock.schedule(() => void Promise.allSettled(Object.values(late).map((load) => load())), QUIET_MS);
}

export interface FrameProps {
  readonly theme: ThemeChoice;
}

/** What is where on the page. */
export function Frame({ theme }: FrameProps): ReactElement {
  const page = usePage();
  const route = useRoute();
  const [isCreating, setCreating] = useState(false);
  useEffect(loadAhead, []);
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
