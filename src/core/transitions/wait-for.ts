import { Subscription } from 'rxjs';
import type { Database } from '../api/database.js';
import { onAbort } from '../api/on-abort.js';
import { pollingMessages, type PollingStatus } from '../polling/polling-status.js';
import type { Scheduler } from '../polling/scheduler.js';
import { isRefused } from '../polling/verdict.js';
import type { Clock } from '../shared/clock.js';
import { endedError } from '../shared/ended-error.js';
import { FleetError, type FleetErrorCode } from '../shared/fleet-error.js';
import type { Commits } from '../state/commits.js';
import type { EntityStore } from '../state/entity-store.js';
import type { Entry } from '../state/entry.js';
import { checkWait } from './check-wait.js';
import { createWaitCondition, type WaitCondition, type WaitOutcome } from './wait-condition.js';

/** The options of `waitFor`. */
export interface WaitForOptions {
  /** Timeout in milliseconds; `Infinity` for none. @default 300000 */
  readonly timeoutMs?: number | undefined;
  /** Aborts the wait. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Waits until the record of a database satisfies a predicate, and resolves with that record. During the wait the id is
 * known and polled every 2 s. Concurrent waits for the same id share the polls.
 *
 * - If the last response confirmed the record within the last two minutes, the predicate is checked at once. Otherwise
 *   the record is confirmed first. To wait for the effect of a change outside of this fleet, call `refresh` first.
 * - A failure before the wait does not count. A new request decides, even if the service rejected the credentials before.
 * - The wait continues after transient failures: `unavailable`, `timeout`, `rate-limited` and `bad-response`.
 *
 * @param predicate Called with each record that a response confirms. If it throws, the promise rejects with that error.
 * @throws FleetError `timeout`, with the last state and the number of responses in the message.
 * @throws FleetError `not-found`, `unauthorized`, `forbidden` or `rejected` as soon as the wait cannot succeed.
 * @throws FleetError `aborted`, `disposed`, or `invalid-request` for invalid arguments.
 * @example
 * ```ts
 * const database = await fleet.databases.waitFor(id, atRest, { timeoutMs: 60_000 });
 * ```
 * @see api.md, States and transitions.
 */
export type WaitFor = (
  id: string,
  predicate: (record: Database) => boolean,
  options?: WaitForOptions,
) => Promise<Database>;

export interface WaitForContext {
  readonly databases: Pick<EntityStore<Database>, 'entry' | 'peek'>;
  readonly commits: Pick<Commits, 'isDisposed'>;
  readonly clock: Clock;
  /** If the service refuses the account, no poll is sent but probes: a wait would see no further response. */
  readonly scheduler: Pick<Scheduler, 'stop' | 'onStopped'> & {
    /** Read for the message of a timeout. */
    readonly status: { readonly value: Pick<PollingStatus, 'state' | 'reason'> };
  };
  /** Polls an id at the pace of a wait until the returned function is called. */
  readonly wait: (id: string) => () => void;
  /** Requests an id at once, even while polling is stopped. */
  readonly refresh: (id: string, signal: AbortSignal) => Promise<unknown>;
}

export function createWaitFor(context: WaitForContext): WaitFor {
  return async (id, predicate, options) => {
    const { timeoutMs, signal } = checkWait(id, predicate, options);
    if (context.commits.isDisposed) throw endedError('disposed', OPERATION);
    if (signal?.aborted) throw endedError('aborted', OPERATION);
    return new Promise((resolve, reject) => {
      const condition = createWaitCondition(predicate, context.clock);
      watch(context, id, condition, timeoutMs, signal, (outcome) =>
        'record' in outcome ? resolve(outcome.record) : reject(outcome.reason),
      );
    });
  };
}

/** Calls `settle` once, after all subscriptions, timers and listeners of the wait were removed. */
function watch(
  { databases, clock, scheduler, wait, refresh }: WaitForContext,
  id: string,
  condition: WaitCondition,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  settle: (outcome: WaitOutcome) => void,
): void {
  // A teardown that is added after `unsubscribe` runs at once.
  const resources = new Subscription();
  let isRefreshing = false;

  function end(outcome: WaitOutcome | undefined): void {
    if (outcome === undefined || resources.closed) return;
    resources.unsubscribe();
    settle(outcome);
  }

  const fail = (code: FleetErrorCode, message: string): void =>
    end({ reason: new FleetError(code, OPERATION, message) });
  const endAs = (code: 'aborted' | 'disposed') => (): void => end({ reason: endedError(code, OPERATION) });
  const check = (entry: Entry<Database>): void => end(condition.check(entry));
  const refusal = (): 'unauthorized' | 'forbidden' | undefined => {
    const { stop } = scheduler;
    // Without `leftMs`, a probe request is in flight that finds out whether the service still rejects the credentials.
    return stop?.leftMs !== undefined && isRefused(stop.cause) ? stop.cause : undefined;
  };
  const failIfRefused = (): void => {
    const cause = isRefreshing ? undefined : refusal();
    if (cause !== undefined) fail(cause, pollingMessages[cause]);
  };
  // The service rejected the credentials before the wait, and the next probe may be minutes away.
  const refreshFirst = (): void => {
    const controller = new AbortController();
    resources.add(() => controller.abort());
    isRefreshing = true;
    const finish = (): void => {
      isRefreshing = false;
      failIfRefused();
    };
    refresh(id, controller.signal).then(finish, finish);
  };
  const expire = (): void => {
    const message = `the predicate did not hold within ${timeoutMs} ms; ${condition.describe()}`;
    fail('timeout', message + describeStop(scheduler.status.value));
  };

  check(databases.peek(id));
  // A wait that can settle at once causes no request.
  if (resources.closed) return;
  if (signal) resources.add(onAbort(signal, endAs('aborted')));
  if (timeoutMs !== Infinity) resources.add(clock.schedule(expire, timeoutMs));
  resources.add(scheduler.onStopped(failIfRefused));
  resources.add(databases.entry(id).subscribe({ next: check, complete: endAs('disposed') }));
  resources.add(wait(id));
  if (refusal() !== undefined) refreshFirst();
}

/** Shows only the code of the reason, since the text of a pause comes from the user and may be private. */
function describeStop({ state, reason }: Pick<PollingStatus, 'state' | 'reason'>): string {
  if (reason === undefined) return '';
  return state === 'paused' ? `; polling is paused: ${reason.code}` : `; requests are held back: ${reason.code}`;
}

const OPERATION = 'get-database';
