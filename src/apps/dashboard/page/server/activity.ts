import { type Readable, useFleet, useView } from '../../../../bindings/react/index.js';
import type { ActivityAnswer, ActivityEntry } from '../../../../format/activity.js';
import { type Kernel, kernelOf } from '../../../../core/fleet/kernel.js';
import { createWritable } from '../shell/writable.js';
import { follow } from './follow.js';

/** The activity that the dashboard's server keeps. The entries are absent before the first answer. */
export interface PageActivity extends Partial<ActivityAnswer> {
  /** Whether the last request failed. Then the entries come from an earlier answer. */
  readonly hasFailed: boolean;
}

function followActivity({ onDispose }: Kernel): Readable<PageActivity> {
  const view = createWritable<PageActivity>({ hasFailed: false });
  const { stop } = follow({
    path: () => 'activity',
    take: (answer) => view.set({ ...(answer as ActivityAnswer), hasFailed: false }),
    intervalMs: () => 5000,
    fail: () => view.set({ ...view.value, hasFailed: true }),
  });
  onDispose(stop);
  return view;
}

/** The activity of the fleet. Its first reader begins to follow it. */
export function useActivity(): PageActivity {
  return useView(kernelOf(useFleet(), 'useActivity').part('page-activity', followActivity));
}

export function entriesOf({ entries = [] }: PageActivity, { resource, id }: Pick<ActivityEntry, 'resource' | 'id'>) {
  return entries.filter((entry) => entry.resource === resource && entry.id === id);
}

/** Names a resource in the address of the page. A database and an index may have the same id. */
export function resourceKey({ resource, id }: Pick<ActivityEntry, 'resource' | 'id'>): string {
  return `${resource}/${id}`;
}
