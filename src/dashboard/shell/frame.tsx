import { lazy, Suspense, useState, type ReactElement } from 'react';
import { DatabaseList } from '../databases/database-list.js';
import { IndexList } from '../indices/index-list.js';
import { StatusStrip } from '../polling/status-strip.js';
import type { PageFleet } from '../server/page-fleet.js';
import { Summary } from '../summary/summary.js';
import type { ThemeChoice } from './theme.js';
import { TopBar } from './top-bar.js';
import { goTo, useRoute } from './use-route.js';

// What only some visits need is loaded when it is needed.
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
  readonly page: PageFleet;
  readonly theme: ThemeChoice;
}

/** What is where on the page. */
export function Frame({ page, theme }: FrameProps): ReactElement {
  const route = useRoute();
  const [isCreating, setCreating] = useState(false);
  const { view, selected } = route;
  const Detail = view === 'database' ? DatabaseDetail : IndexDetail;
  const List = view === 'database' ? DatabaseList : IndexList;
  const close = (): void => goTo({ ...route, selected: undefined });
  return (
    <div className="app" data-panel={selected !== undefined}>
      <TopBar page={page} theme={theme} onCreate={() => setCreating(true)} />
      <StatusStrip />
      <main className="scroller">
        <Summary />
        <List />
      </main>
      {selected !== undefined && (
        <Suspense fallback={<aside className="panel" aria-busy="true" />}>
          <Detail key={selected} id={selected} onClose={close} />
        </Suspense>
      )}
      {isCreating && (
        <Suspense>
          <CreateDatabase
            onClose={() => setCreating(false)}
            onCreated={(id) => {
              page.remembered.add(id);
              goTo({ view: 'database', selected: id, query: {} });
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
