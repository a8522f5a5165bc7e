import { type ReactElement, useEffect, useState } from 'react';
import { systemClock } from '../../../index.js';
import { DatabaseList } from './databases/database-list.js';
import { DownContext, useSelectDown } from './polling/connection.js';
import { usePage } from './server/use-page.js';
import { Late, late, LateDialog } from './shell/late.js';
import { loadParts, part } from './shell/part.js';
import { useShortcut } from './shell/shortcut.js';
import { TopBar } from './top-bar.js';
import { goTo, useRoute } from './shell/route.js';

const StatusStrip = part(async () => (await import('./polling/status-strip.js')).StatusStrip);
const Summary = part(async () => (await import('./summary/summary.js')).Summary);
const IndexList = part(async () => (await import('./indices/index-list.js')).IndexList);
const AlertList = part(async () => (await import('./alerts/alert-list.js')).AlertList);
const ActivityList = part(async () => (await import('./activity/activity-list.js')).ActivityList);
const Details = part(async () => (await import('./detail/details.js')).Details);
const NewDatabase = part(async () => (await import('./create/create-database.js')).NewDatabase);
const Palette = part(async () => (await import('./palette/palette.js')).Palette);
const Announcer = part(async () => (await import('./announcer.js')).Announcer);
const KeyboardHelp = part(async () => (await import('./shell/keyboard-help.js')).KeyboardHelp);
const UsageHelp = part(async () => (await import('./usage/usage-help.js')).UsageHelp);

const PRELOAD_DELAY_MS = 1500;

/** There is nothing to sum up before the first answer. The placeholders have the same heights. */
const bones = <section className="stack summary bones" aria-hidden="true" />;

export function Frame(): ReactElement {
  const page = usePage();
  const route = useRoute();
  const [dialog, setDialog] = useState<'create' | 'find' | 'help' | 'usage'>();
  const isDown = useSelectDown(page.failures);
  useEffect(() => systemClock.schedule(loadParts, PRELOAD_DELAY_MS), []);
  const { view, selected } = route;
  const close = (): void => goTo({ ...route, selected: undefined });
  const closeDialog = (): void => setDialog(undefined);
  const lateDialog = <LateDialog onClose={closeDialog} />;
  useShortcut(selected === undefined ? '' : 'Escape', close);

  return (
    <DownContext value={isDown}>
      <div className="app" data-down={isDown}>
        <TopBar onOpen={setDialog} />
        <StatusStrip fallback={<div className="line status-strip">{late}</div>} failures={page.failures} />
        <main className="scroller">
          {(view === 'database' || view === 'index') && (
            <Summary key={view} fallback={bones} resource={view} onUsageHelp={() => setDialog('usage')} />
          )}
          {view === 'database' && <DatabaseList route={route} onCreate={() => setDialog('create')} />}
          {view === 'index' && <IndexList fallback={<Late />} route={route} />}
          {view === 'alerts' && <AlertList fallback={<Late />} />}
          {view === 'activity' && <ActivityList fallback={<Late />} route={route} />}
        </main>
        {selected !== undefined && (
          <Details
            key={`${view}/${selected}`}
            fallback={
              <aside className="panel" aria-label="Details">
                <Late onClose={close} />
              </aside>
            }
            resource={view === 'database' ? view : 'index'}
            id={selected}
            onClose={close}
          />
        )}
        {dialog === 'help' && <KeyboardHelp fallback={lateDialog} onClose={closeDialog} />}
        {dialog === 'usage' && <UsageHelp fallback={lateDialog} onClose={closeDialog} />}
        {dialog === 'find' && <Palette fallback={lateDialog} onOpen={setDialog} onClose={closeDialog} />}
        {dialog === 'create' && <NewDatabase fallback={lateDialog} onClose={closeDialog} />}
        <Announcer />
      </div>
    </DownContext>
  );
}
