import { Subscription } from 'rxjs';
import type { Database } from '../api/database.js';
import { Cancellation } from '../api/cancellation.js';
import { onAbort, type Abortable } from '../api/on-abort.js';
import { pollingMessages, type PollingStatus } from '../polling/polling-status.js';
import type { RequestGate } from '../polling/request-gate.js';
import { isRefused } from '../polling/verdict.js';
import type { Clock } from '../shared/clock.js';
import { endedError } from '../shared/ended-error.js';
import { FleetError, type FleetErrorCode } from '../shared/fleet-error.js';
import type { Commits } from '../state/commits.js';
import type { EntityStore } from '../state/entity-store.js';
import type { Entry } from '../state/entry.js';
import { checkWait } from './check-wait.js';
import { createLookout, type Lookout, type Outcome } from './lookout.js';

/** How long to wait. */
export interface WaitForOptions {
  /** After how long to give up, milliseconds; `Infinity`: never. @default 300000 */
  readonly timeoutMs?: number | undefined;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Waits until a database is as wanted, and gives the record that is. The id is known and polled quickly meanwhile;
 * however many wait for it, it is polled once for all of them.
 *
 * - A record that the last answer confirmed, within the last two minutes, will do at once. Any other is confirmed
 *   first. To wait for the effect of what you just did elsewhere, `refresh` first.
 * - A failure from before the wait does not count: the database is asked for first, even if the service refused the
 *   account before.
 * - Failures that pass are waited through: `unavailable`, `timeout`, `rate-limited`, `bad-response`.
 *
 * @param predicate called with each record that an answer confirms. What it throws ends the wait and is what the
 *   promise rejects with.
 * @throws FleetError `timeout`, whose message says what was last seen and how often it looked; as soon as it cannot
 *   succeed any more, `not-found`, `unauthorized`, `forbidden` or `rejected`; `aborted`; `disposed`; `invalid-request`
 *   for arguments that are none.
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
  /** A 401 or 403 of any request stops all polls: what waits would never hear of it. */
  readonly gate: Pick<RequestGate, 'stop' | 'watch'>;
  /** Why it did not look is worth knowing when a wait is over. */
  readonly pollingStatus: { readonly value: Pick<PollingStatus, 'state' | 'reason'> };
  /** Has an id polled quickly, until what it returns is called. */
  readonly wait: (id: string) => () => void;
  /** Asks for an id at once, also while polling has stopped. */
  readonly ask: (id: string, signal: Abortable) => Promise<unknown>;
}

export function createWaitFor(context: WaitForContext): WaitFor {
  return async (id, predicate, options) => {
    const { timeoutMs, signal } = checkWait(id, predicate, options);
    if (context.commits.isDisposed) throw endedError('disposed', OPERATION);
    if (signal?.aborted) throw endedError('aborted', OPERATION);
    return new Promise((resolve, reject) => {
      const lookout = createLookout(predicate, context.clock);
      watch(context, id, lookout, timeoutMs, signal, (outcome) =>
        'record' in outcome ? resolve(outcome.record) : reject(outcome.reason),
      );
    });
  };
}

/** Calls `settle` once, when it holds on to nothing any more. */
function watch(
  { databases, clock, gate, pollingStatus, wait, ask }: WaitForContext,
  id: string,
  lookout: Lookout,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  settle: (outcome: Outcome) => void,
): void {
  // What is added after its end is let go of at once.
  const held = new Subscription();
  let isAsking = false;

  function end(outcome: Outcome | undefined): void {
    if (outcome === undefined || held.closed) return;
    held.unsubscribe();
    settle(outcome);
  }

  const fail = (code: FleetErrorCode, message: string): void =>
    end({ reason: new FleetError(code, OPERATION, message) });
  const endAs = (code: 'aborted' | 'disposed') => (): void => end({ reason: endedError(code, OPERATION) });
  const look = (entry: Entry<Database>): void => end(lookout.look(entry));
  const refusal = (): 'unauthorized' | 'forbidden' | undefined => {
    const { stop } = gate;
    // Without `leftMs` a request is under way that finds out whether the service still refuses the account.
    return stop?.leftMs !== undefined && isRefused(stop.cause) ? stop.cause : undefined;
  };
  const heed = (): void => {
    const cause = isAsking ? undefined : refusal();
    if (cause !== undefined) fail(cause, pollingMessages[cause]);
  };
  // The refusal came before the wait, and no poll would find out for minutes whether the service still refuses.
  const askFirst = (): void => {
    const cancellation = new Cancellation();
    held.add(() => cancellation.abort());
    isAsking = true;
    const asked = (): void => {
      isAsking = false;
      heed();
    };
    ask(id, cancellation).then(asked, asked);
  };
  const expire = (): void => {
    const message = `not as wanted within ${timeoutMs} ms; ${lookout.describe()}`;
    fail('timeout', message + describeStop(pollingStatus.value));
  };

  look(databases.peek(id));
  // What can be settled at once costs no request.
  if (held.closed) return;
  if (signal) held.add(onAbort(signal, endAs('aborted')));
  if (timeoutMs !== Infinity) held.add(clock.schedule(expire, timeoutMs));
  held.add(gate.watch(heed));
  held.add(databases.entry(id).subscribe({ next: look, complete: endAs('disposed') }));
  held.add(wait(id));
  if (refusal() !== undefined) askFirst();
}

/** What somebody said on pausing is theirs: an error shows the kind of the reason only. */
function describeStop({ state, reason }: WaitForContext['pollingStatus']['value']): string {
  if (reason === undefined) return '';
  return state === 'paused' ? `; polling is paused: ${reason.code}` : `; requests are held back: ${reason.code}`;
}

const OPERATION = 'get-database';
