import type { Readable } from '../../../../bindings/react/index.js';
import type { Activity, Fleet, FleetError } from '../../../../index.js';
import { createSource } from '../shell/source.js';

/** What keeps failing, one thing or the other, while the polling as a whole goes on. */
export interface Troubles {
  /** Of how many things the last request failed. */
  readonly failing: number;
  /** The failure that was last, of those. */
  readonly last: FleetError | undefined;
}

const NONE: Troubles = { failing: 0, last: undefined };

/** The list of vector indices has no id. */
const LIST = '';

/** That a database is not there is no trouble, but a fact; its row says so. Who gave a request up knows. */
const NO_TROUBLE: readonly string[] = ['not-found', 'aborted', 'disposed'];

/** Follows which requests failed and have not succeeded since. Creating has a form of its own to say it. */
export function createTroubles({ activity }: Pick<Fleet, 'activity'>): Readable<Troubles> {
  const failures = new Map<string, FleetError>();
  const source = createSource(NONE);

  function take(event: Activity): void {
    if ((event.kind !== 'answer' && event.kind !== 'failure') || event.operation === 'create-database') return;
    const { id = LIST } = event;
    const had = failures.delete(id);
    const failed = event.kind === 'failure' && !NO_TROUBLE.includes(event.error.code);
    if (failed) failures.set(id, event.error);
    if (!had && !failed) return;
    source.put(failures.size === 0 ? NONE : { failing: failures.size, last: [...failures.values()].at(-1) });
  }

  activity.subscribe(take);
  return source;
}
