import type { Readable } from '../../../../bindings/react/index.js';
import type { Activity, Fleet, FleetError } from '../../../../index.js';
import { createWritable } from '../shell/writable.js';

/** The databases, and the list of vector indices, whose last request failed. */
export interface PollFailures {
  readonly count: number;
  /** The most recent of these failures. */
  readonly latest: FleetError | undefined;
}

const NONE: PollFailures = { count: 0, latest: undefined };

/** The key of the list of vector indices, which has no id. */
const LIST_KEY = '';

/** The row of a missing database shows that it is missing. The page itself aborts requests. */
const IGNORED_CODES: readonly string[] = ['not-found', 'aborted', 'disposed'];

/** Tracks which requests fail, until a later request succeeds. The form of a create shows its own failure. */
export function trackPollFailures({ activity }: Pick<Fleet, 'activity'>): Readable<PollFailures> {
  const failures = new Map<string, FleetError>();
  const source = createWritable(NONE);

  function update(event: Activity): void {
    if ((event.kind !== 'answer' && event.kind !== 'failure') || event.operation === 'create-database') return;
    const { id = LIST_KEY } = event;
    const hadFailed = failures.delete(id);
    const hasFailed = event.kind === 'failure' && !IGNORED_CODES.includes(event.error.code);
    if (hasFailed) failures.set(id, event.error);
    if (!hadFailed && !hasFailed) return;
    source.set(failures.size === 0 ? NONE : { count: failures.size, latest: [...failures.values()].at(-1) });
  }

  activity.subscribe(update);
  return source;
}
