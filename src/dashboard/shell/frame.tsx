import { lazy, Suspense, useState, type ReactElement } from 'react';
import { DatabaseList } from '../databases/database-list.js';
import { StatusStrip } from '../polling/status-strip.js';
import { usePage } from '../server/use-page.js';
import { Summary } from '../summary/summary.js';
import type { ThemeChoice } from './theme.js';
import { TopBar } from './top-bar.js';
import { goTo, useRoute } from './use-route.js';

// What only some visits need is loaded when it is needed.
const IndexList = lazy(async () => {
  const { IndexList: component } = await import('../indices/index-list.js');
  return { default: component };
});
const Announcer = lazy(async () => {
  const { Announcer: component } = await import('./announcer.js');
  return { default: component };
});
const DatabaseDetail = lazy(async () => {
  const { DatabaseDetail: component } = await import('../detail/database-detail.js');
  return { default: component };
});
const IndexDetail = lazy(async () => {
  const { IndexDetail: component } = await import('../detail/index-detail.js');
  return { default: component };
});
const CreateDatabase = lazy(async () => {
  const { CreateDatabase: component } = await import('../create/create-database.js');
  return { default: component };
});

export interface FrameProps {
  readonly theme: ThemeChoice;
}

/** What is where on the page. */
export function Frame({ theme }: FrameProps): ReactElement {
  const page = usePage();
  const route = useRoute();
  const [isCreating, setCreating] = useState(false);
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
      <StatusStrip />
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
