import type { Clock } from '../shared/clock.js';
import type { Commits } from '../state/commits.js';
import { createSource } from '../state/source.js';
import type { View } from '../state/view.js';
import { createAlarm } from './alarm.js';
import type { PollingState, PollingStatus } from './polling-status.js';

/** A view of the status, and what keeps it moving. */
export interface StatusView {
  readonly view: View<PollingStatus>;
  /** Says that it may be different now. Costs nothing while nobody looks. */
  changed(): void;
  dispose(): void;
}

export interface StatusReaders {
  readonly readStatus: () => PollingStatus;
  /** The part of it that is looked at after each thing that happens: so it costs little. */
  readonly readState: () => PollingState;
}

/** Often enough for people, seldom enough for a page. */
const SHORTEST_MS = 250;

/** Numbers that count what was in the last minute, and what is due, change by themselves. */
const LONGEST_MS = 1000;

/** Times are labels that are counted from two clocks, which differ by fractions each time. */
const SAME_TIME_MS = 50;

/**
 * Makes a view that is computed when it is read. Its subscribers are told of another state at once, and of other
 * numbers at most four times a second.
 */
export function createStatusView(commits: Commits, clock: Clock, { readStatus, readState }: StatusReaders): StatusView {
  let status: PollingStatus | undefined;
  let told: PollingStatus | undefined;
  let toldMs = -Infinity;
  let isWatched = false;
  let isDisposed = false;
  const alarm = createAlarm(clock, tell);

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
      alarm.set(watched ? clock.monotonic() + LONGEST_MS : Infinity);
    },
  });

  function tell(): void {
    if (!isWatched) return;
    told = current();
    toldMs = clock.monotonic();
    alarm.set(toldMs + LONGEST_MS);
    commits.commit(source.changed);
  }

  return {
    view: source.view,
    changed() {
      if (!isWatched) return;
      if (told === undefined || !isSameState(told, readState())) tell();
      else alarm.set(toldMs + SHORTEST_MS);
    },
    dispose() {
      // As of all views, the last value stays.
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
  return a === b || (a !== undefined && b !== undefined && Math.abs(a - b) < SAME_TIME_MS);
}
