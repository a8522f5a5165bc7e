import { type Readable, useFleet, useView } from '../../../../bindings/react/index.js';
import { type Fleet, transitionsOf } from '../../../../index.js';
import type { ActivityAnswer, ActivityEntry } from '../../../../format/activity.js';
import { followAnswer } from './repeat.js';

/** The activity that the dashboard's server keeps. The entries are absent before the first answer. */
export interface PageActivity extends Partial<Omit<ActivityAnswer, 'tag'>> {
  /** The server does not give the activity. The entries are then the last ones. */
  readonly hasFailed: boolean;
}

/** Follows the activity as long as the fleet lasts. A change that the page sees is there soon. */
function followActivity(fleet: Fleet): Readable<PageActivity> {
  let tag = '';
  const { view, soon, stop } = followAnswer<PageActivity>(
    { hasFailed: false },
    () => `activity?tag=${tag}`,
    (answer, last) => {
      // The server gives `null` for the tag that the page has.
      const { tag: next, ...activity } = (answer ?? { ...last, tag }) as ActivityAnswer;
      tag = next;
      return { ...activity, hasFailed: false };
    },
    () => 5000,
    (last) => ({ ...last, hasFailed: true }),
  );
  transitionsOf(fleet).subscribe({ next: soon, complete: stop });
  return view;
}

const followed = new WeakMap<Fleet, Readable<PageActivity>>();

/** The activity of the fleet. Its first reader begins to follow it. */
export function useActivityView(): Readable<PageActivity> {
  const fleet = useFleet();
  const view = followed.get(fleet) ?? followActivity(fleet);
  followed.set(fleet, view);
  return view;
}

export const useActivity = (): PageActivity => useView(useActivityView());

/** The entries about a resource. */
export function entriesOf(
  { entries = [] }: PageActivity,
  resource: ActivityEntry['resource'],
  id: string,
): readonly ActivityEntry[] {
  return entries.filter((entry) => entry.resource === resource && entry.id === id);
}

/** The resource of entries in an address: a database and an index may have one id. */
export function resourceKey({ resource, id }: Pick<ActivityEntry, 'resource' | 'id'>): string {
  return `${resource}/${id}`;
}
