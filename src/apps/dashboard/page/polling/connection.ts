import { createContext, useContext } from 'react';
import { type PollingStatus, type Activity, activityOf, type Fleet, type FleetError } from '../../../../index.js';
import { type Readable, usePollingStatus, useView } from '../../../../bindings/react/index.js';
import { afterRequest, isOutage, NO_FAILURES } from '../../../../format/failure-run.js';
import { SILENT_CODES } from '../../../../format/health.js';
import { createWritable } from '../shell/writable.js';

/**
 * Whether the data of the page is current.
 *
 * - `connecting`: there was no answer and no failure yet. `live`: requests are answered. `partial`: some are not.
 * - `paused`: the user paused the polling. `limited`: the service asked for a pause.
 * - `unreachable`: no request is answered. `refused`: the service refuses the account. `offline`: there is no network.
 */
export function selectConnection(status: PollingStatus, failures: PollFailures, hasAnswer: boolean) {
  switch (status.state) {
    case 'paused':
      return status.reason.code === 'offline' ? 'offline' : 'paused';
    case 'held':
      return 'limited';
    case 'stopped':
      return status.reason.code === 'outage' ? 'unreachable' : 'refused';
    case 'running':
      if (failures.silentSince !== undefined) return 'unreachable';
      if (failures.count > 0) return 'partial';
      return hasAnswer ? 'live' : 'connecting';
  }
}

export function isDown(connection: ReturnType<typeof selectConnection>): boolean {
  return connection === 'unreachable' || connection === 'refused' || connection === 'offline';
}

export const DownContext = createContext(false);

/** Whether no row can be current: the service does not answer, or refuses the account. */
export function useIsDown(): boolean {
  return useContext(DownContext);
}

export function useSelectDown(failures: Readable<PollFailures>): boolean {
  const failing = useView(failures);
  return usePollingStatus({ select: (status) => isDown(selectConnection(status, failing, true)) });
}

/** The databases, and the list of vector indices, whose last request failed. */
export interface PollFailures {
  readonly count: number;
  readonly latest: FleetError | undefined;
  /**
   * When the first request after the last answer failed, Unix milliseconds. Absent unless at least three requests have
   * got no answer since, and they were for three databases, or for all if there are fewer.
   */
  readonly silentSince?: number;
}

export interface PollFailuresView extends Readable<PollFailures> {
  /** Unix milliseconds. `undefined` before the first answer. */
  readonly answeredAt: number | undefined;
}

const NONE: PollFailures = { count: 0, latest: undefined };

/** The key of the list of vector indices, which has no id. */
const LIST_KEY = '';

/** The row of a missing database shows that it is missing. The page itself aborts requests. */
const IGNORED_CODES: readonly string[] = ['not-found', 'aborted', 'disposed'];

/** Tracks which requests fail, until one succeeds or the id is removed. The form of a create shows its own failure. */
export function trackPollFailures(fleet: Fleet): PollFailuresView {
  const failures = new Map<string, FleetError>();
  const view = Object.assign(createWritable(NONE), { answeredAt: undefined as number | undefined });
  let run = NO_FAILURES;

  /** A page that opens in an outage has young records, so at first it asks for the list alone. */
  const isSilent = (): boolean =>
    isOutage(run, view.answeredAt === undefined ? 1 : 1 + fleet.databases.known.value.length);

  function update(event: Activity): void {
    if ((event.kind !== 'answer' && event.kind !== 'failure') || event.operation === 'create-database') return;
    const wasSilent = view.value.silentSince !== undefined;
    const { id = LIST_KEY, at } = event;
    const code = event.kind === 'failure' ? event.error.code : undefined;
    run = afterRequest(run, { id, code, at }, SILENT_CODES);
    if (code !== 'aborted' && run === NO_FAILURES) view.answeredAt = at;
    const hadFailed = failures.delete(id);
    const hasFailed = event.kind === 'failure' && !IGNORED_CODES.includes(event.error.code);
    if (hasFailed) failures.set(id, event.error);
    if (hadFailed || hasFailed || wasSilent !== isSilent()) publish();
  }

  /** A database that was removed has no later request. */
  function forgetRemoved(ids: readonly string[]): void {
    const known = new Set([LIST_KEY, ...ids]);
    const removed = [...failures.keys()].filter((id) => !known.has(id) && failures.delete(id));
    if (removed.length > 0) publish();
  }

  function publish(): void {
    const since = isSilent() ? { silentSince: run.since } : {};
    view.set(failures.size === 0 ? NONE : { count: failures.size, latest: [...failures.values()].at(-1), ...since });
  }

  activityOf(fleet).subscribe(update);
  fleet.databases.known.subscribe(forgetRemoved);
  return view;
}
