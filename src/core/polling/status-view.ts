import type { Clock } from '../shared/clock.js';
import type { Commits } from '../store/commits.js';
import { createSource } from '../store/source.js';
import type { View } from '../store/view.js';
import { createAlarm } from './alarm.js';
import type { PollingState, PollingStatus } from './polling-status.js';

/** The view of the polling status, with the functions that drive it. */
export interface StatusView {
  readonly view: View<PollingStatus>;
  /** To be called when the status may have changed. Does nothing without a subscriber. */
  changed(): void;
  dispose(): void;
}

export interface StatusReaders {
  readonly readStatus: () => PollingStatus;
  /** Reads the state alone. It is called after each event, so it must be cheap. */
  readonly readState: () => PollingState;
}

/** Numbers change at most four times a second, to save renders. */
const MIN_PERIOD_MS = 250;

/** `due` and `requestsLastMinute` change with time alone, without any event. */
const MAX_PERIOD_MS = 1000;

/** Times are computed from two clocks, so that equal times differ slightly at each reading. */
const TIME_TOLERANCE_MS = 50;

/**
 * Makes a view that is computed when it is read. It emits a changed state at once, and changed numbers at most four
 * times a second.
 */
export function createStatusView(commits: Commits, clock: Clock, { readStatus, readState }: StatusReaders): StatusView {
  let status: PollingStatus | undefined;
  let emitted: PollingStatus | undefined;
  let emittedMs = -Infinity;
  let isWatched = false;
  let isDisposed = false;
  const alarm = createAlarm(clock, notify);

  function current(): PollingStatus {
    if (isDisposed && status !== undefined) return status;
    const latest = readStatus();
    if (status === undefined || !isSame(status, latest)) status = latest;
    return status;
  }

  const source = createSource(commits, {
    read: current,
    onWatched(watched) {
      isWatched = watched;
      alarm.set(watched ? clock.monotonic() + MAX_PERIOD_MS : Infinity);
    },
  });

  function notify(): void {
    if (!isWatched) return;
    emitted = current();
    emittedMs = clock.monotonic();
    alarm.set(emittedMs + MAX_PERIOD_MS);
    commits.commit(source.changed);
  }

  return {
    view: source.view,
    changed() {
      if (!isWatched) return;
      if (emitted === undefined || !isSameState(emitted, readState())) notify();
      else alarm.set(emittedMs + MIN_PERIOD_MS);
    },
    dispose() {
      // All views keep their last value after `dispose`.
      current();
      isDisposed = true;
      isWatched = false;
      alarm.set(Infinity);
      source.complete();
    },
  };
}

function isSame(a: PollingStatus, b: PollingStatus): boolean {
  return (
    isSameState(a, b) &&
    a.known === b.known &&
    a.due === b.due &&
    a.inFlight === b.inFlight &&
    a.requestsLastMinute === b.requestsLastMinute &&
    a.overloaded?.askedPerSecond === b.overloaded?.askedPerSecond &&
    a.sharing === b.sharing &&
    isSameTime(a.nextDueAt, b.nextDueAt)
  );
}

function isSameState(a: PollingState, b: PollingState): boolean {
  return (
    a.state === b.state &&
    a.breaker === b.breaker &&
    a.reason?.message === b.reason?.message &&
    isSameTime(a.until, b.until)
  );
}

function isSameTime(a: number | undefined, b: number | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && Math.abs(a - b) < TIME_TOLERANCE_MS);
}
