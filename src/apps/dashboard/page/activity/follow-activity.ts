import type { Readable } from '../../../../bindings/react/index.js';
import { type Fleet, systemClock, transitionsOf } from '../../../../index.js';
import type { ActivityAnswer, ActivityEntry } from '../../../../format/activity.js';
import { repeat, type Repetition } from '../server/repeat.js';
import { createWritable } from '../shell/writable.js';

/** What happened, as the dashboard's server keeps it. */
export interface PageActivity {
  /** Newest first. Absent before the first answer. */
  readonly entries?: readonly ActivityEntry[];
  /** Why the alerts of the monitor are not current. */
  readonly problem?: string | undefined;
  /** The server does not give the activity. The entries are then the last ones. */
  readonly hasFailed: boolean;
}

const INTERVAL_MS = 5000;

/** Follows the activity while something shows it. A change that the page sees is there at once. */
function followActivity(fleet: Fleet, fetchFrom: typeof fetch): Readable<PageActivity> {
  const view = createWritable<PageActivity>({ hasFailed: false });
  let tag = '';
  let readers = 0;
  let stop = (): void => {};

  async function ask(signal: AbortSignal): Promise<Repetition> {
    try {
      const response = await fetchFrom(`activity?tag=${tag}`, { signal });
      if (!response.ok) throw new Error(response.statusText);
      const answer = (await response.json()) as ActivityAnswer | null;
      if (answer !== null) {
        tag = answer.tag;
        view.set({ entries: answer.entries, problem: answer.problem, hasFailed: false });
      } else if (view.value.hasFailed) view.set({ ...view.value, hasFailed: false });
    } catch {
      if (!signal.aborted) view.set({ ...view.value, hasFailed: true });
    }
    return 'repeat';
  }

  function start(): () => void {
    let end = repeat(systemClock, () => INTERVAL_MS, ask);
    const changes = transitionsOf(fleet).subscribe(() => {
      end();
      end = repeat(systemClock, () => INTERVAL_MS, ask);
    });
    return () => {
      end();
      changes.unsubscribe();
    };
  }

  return {
    get value() {
      return view.value;
    },
    subscribe(next) {
      const subscription = view.subscribe(next);
      if (readers === 0) stop = start();
      readers += 1;
      let isSubscribed = true;
      return {
        unsubscribe() {
          if (!isSubscribed) return;
          isSubscribed = false;
          subscription.unsubscribe();
          readers -= 1;
          if (readers === 0) stop();
        },
      };
    },
  };
}

const followed = new WeakMap<Fleet, Readable<PageActivity>>();

/** The activity of a fleet. The same view for the same fleet. */
export function pageActivityOf(fleet: Fleet): Readable<PageActivity> {
  const view = followed.get(fleet) ?? followActivity(fleet, fetch);
  followed.set(fleet, view);
  return view;
}
