import type { Readable } from '../../../../bindings/react/index.js';
import { type Fleet, systemClock, transitionsOf } from '../../../../index.js';
import type { ActivityAnswer, ActivityEntry } from '../../../../format/activity.js';
import { repeat, type Repetition } from './repeat.js';
import { createWritable } from '../shell/writable.js';

/** The activity that the dashboard's server keeps. */
export interface PageActivity {
  /** Newest first. Absent before the first answer. */
  readonly entries?: readonly ActivityEntry[];
  /** Why the alerts of the monitor are not current. */
  readonly problem?: string | undefined;
  /** The server does not give the activity. The entries are then the last ones. */
  readonly hasFailed: boolean;
}

const INTERVAL_MS = 5000;

/** Many changes at one time cost one request. */
const SOON_MS = 1000;

/** Follows the activity as long as the fleet lasts. A change that the page sees is there soon. */
function followActivity(fleet: Fleet): Readable<PageActivity> {
  const view = createWritable<PageActivity>({ hasFailed: false });
  let tag = '';
  let isAsking = false;
  let cancelSoon: (() => void) | undefined;

  async function ask(signal: AbortSignal): Promise<Repetition> {
    isAsking = true;
    try {
      const response = await fetch(`activity?tag=${tag}`, { signal });
      if (!response.ok) throw new Error(response.statusText);
      const answer = (await response.json()) as ActivityAnswer | null;
      if (answer !== null) {
        tag = answer.tag;
        view.set({ entries: answer.entries, problem: answer.problem, hasFailed: false });
      } else if (view.value.hasFailed) view.set({ ...view.value, hasFailed: false });
    } catch {
      if (!signal.aborted) view.set({ ...view.value, hasFailed: true });
    }
    isAsking = false;
    return 'repeat';
  }

  const start = (): (() => void) => repeat(systemClock, () => INTERVAL_MS, ask);
  const askSoon = (): void => {
    cancelSoon = systemClock.schedule(() => {
      if (isAsking) return askSoon();
      cancelSoon = undefined;
      stop();
      stop = start();
    }, SOON_MS);
  };
  let stop = start();
  transitionsOf(fleet).subscribe({
    next() {
      if (cancelSoon === undefined) askSoon();
    },
    complete() {
      cancelSoon?.();
      stop();
    },
  });
  return view;
}

const followed = new WeakMap<Fleet, Readable<PageActivity>>();

/** The activity of a fleet. The same view for the same fleet. */
export function pageActivityOf(fleet: Fleet): Readable<PageActivity> {
  const view = followed.get(fleet) ?? followActivity(fleet);
  followed.set(fleet, view);
  return view;
}

/** The entries about a resource. */
export function entriesOf(
  entries: readonly ActivityEntry[],
  resource: ActivityEntry['resource'],
  id: string,
): readonly ActivityEntry[] {
  return entries.filter((entry) => entry.resource === resource && entry.id === id);
}

/** The resource of entries in an address: a database and an index may have one id. */
export function resourceKey({ resource, id }: Pick<ActivityEntry, 'resource' | 'id'>): string {
  return `${resource}/${id}`;
}
