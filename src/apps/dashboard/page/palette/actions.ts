import { useMemo } from 'react';
import { useFleet, usePollingStatus, useView } from '../../../../bindings/react/index.js';
import { type Fleet, refreshAll } from '../../../../index.js';
import { PAUSE_REASON } from '../polling/describe-connection.js';
import { usePage } from '../server/use-page.js';
import { density, theme } from '../shell/choice.js';
import { goTo, type View } from '../shell/route.js';
import { savedViews } from '../shell/saved-views.js';
import type { PaletteItem } from './rank-items.js';

export type OpenDialog = 'create' | 'help';

const VIEWS: readonly (readonly [View, string])[] = [
  ['database', 'Databases'],
  ['index', 'Vector indices'],
  ['alerts', 'Alerts'],
  ['activity', 'Activity'],
];

/** The views of the page, those that were saved, and the actions. */
export function useActions(onOpen: (dialog: OpenDialog) => void): readonly PaletteItem[] {
  const fleet = useFleet();
  const { mayCreate } = usePage();
  const isPaused = usePollingStatus(({ state }) => state) === 'paused';
  const saved = useView(savedViews);
  return useMemo(() => {
    const item = (note: string, title: string, run: () => void): PaletteItem => ({
      id: `${note} ${title}`,
      note,
      title,
      run,
    });
    return [
      ...saved.map((each) =>
        item(`saved view of ${nameOf(each.view)}`, each.name, () => goTo({ ...each, selected: undefined })),
      ),
      ...VIEWS.map(([view, title]) => item('view', title, () => goTo({ view, selected: undefined, query: {} }))),
      item('action', mayCreate ? 'New database' : 'Add databases', () => onOpen('create')),
      item('action', 'Refresh everything', () => void refresh(fleet)),
      item('action', isPaused ? 'Resume polling' : 'Pause polling', () =>
        isPaused ? fleet.polling.resume() : fleet.polling.pause(PAUSE_REASON),
      ),
      { ...item('action', 'Copy a link to this page', () => {}), copies: () => location.href },
      item('action', 'Dense rows, on or off', density.next),
      item('action', 'Change the colour scheme', theme.next),
      item('action', 'Keyboard shortcuts', () => onOpen('help')),
    ];
  }, [fleet, mayCreate, isPaused, saved, onOpen]);
}

function nameOf(view: View): string {
  return VIEWS.find(([each]) => each === view)?.[1].toLowerCase() ?? view;
}

async function refresh(fleet: Fleet): Promise<void> {
  await Promise.allSettled([refreshAll(fleet), fleet.indices.refresh()]);
}
