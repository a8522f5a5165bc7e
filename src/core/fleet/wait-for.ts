import { Subscription } from 'rxjs';
import * as v from 'valibot';
import { callOptions } from '../client/call-options.js';
import { pollingMessages, type PollingStatus } from '../polling/polling-status.js';
import { isRefused } from '../polling/verdict.js';
import type { Database } from '../records/database.js';
import { endedError, FleetError } from '../shared/fleet-error.js';
import { onAbort } from '../shared/on-abort.js';
import { milliseconds } from '../shared/option-schemas.js';
import { parseOptions } from '../shared/parse-options.js';
import { issueUnless } from '../shared/refuse-issues.js';
import { inspectId } from '../wire/identifier.js';
import type { Fleet } from './fleet.js';
import { liveKernelOf, type Kernel } from './kernel.js';
import { createWaitCondition, type WaitOutcome } from './wait-condition.js';

/** The options of `waitFor`. */
export interface WaitForOptions {
  /** Timeout in milliseconds; `Infinity` for none. @default 300000 */
  readonly timeoutMs?: number | undefined;
  /** Aborts the wait. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Waits until the record of a database satisfies a predicate, and resolves with that record. It requests the database at
 * once. During the wait the id is known and polled every 2 s. Concurrent waits for the same id share the polls.
 *
 * - The answer to this request fulfils the wait, or any later answer, whoever requested it: a caller, a poll, or another
 *   member of the group. The answer to an earlier request does not, nor does a record of `upsertDatabase` or `hydrate`.
 * - A failure of an earlier request does not count. A new request decides, even if the service rejected the credentials
 *   before.
 * - The wait continues after transient failures: `unavailable`, `timeout`, `rate-limited` and `bad-response`.
 *
 * @param predicate Called with the record of each of these answers. If it throws, the promise rejects with that error.
 * @throws FleetError `timeout`, with the last state and the number of answers in the message.
 * @throws FleetError `not-found`, `unauthorized`, `forbidden` or `rejected` as soon as the wait cannot succeed.
 * @throws FleetError `aborted`, `disposed`, or `invalid-request` for invalid arguments.
 * @example
 * ```ts
 * const database = await waitFor(fleet, id, atRest, { timeoutMs: 60_000 });
 * ```
 * @see api.md, States and transitions.
 */
export async function waitFor(
  fleet: Fleet,
  id: string,
  predicate: (record: Database) => boolean,
  options?: WaitForOptions,
): Promise<Database> {
  const kernel = liveKernelOf(fleet, 'waitFor', OPERATION);
  const { timeoutMs, signal } = checkWait(id, predicate, options);
  if (signal?.aborted) throw endedError('aborted', OPERATION);
  return new Promise((resolve, reject) => {
    startWait(kernel, { id, predicate, timeoutMs, signal }, (outcome) =>
      'record' in outcome ? resolve(outcome.record) : reject(outcome.reason),
    );
  });
}

interface Wait {
  readonly id: string;
  readonly predicate: (record: Database) => boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Calls `finish` once, after all timers and listeners of the wait were removed. */
function startWait(
  kernel: Kernel,
  { id, predicate, timeoutMs, signal }: Wait,
  finish: (outcome: WaitOutcome) => void,
): void {
  const { commits, databases, effects, known } = kernel;
  const { scheduler, limiter, orders, clock } = effects;
  const condition = createWaitCondition(predicate);
  const startedAfter = orders.latest;
  // A teardown that is added after `unsubscribe` runs at once.
  const resources = new Subscription();
  const controller = new AbortController();
  let isRequesting = false;
  let isAnswered = false;

  function end(outcome: WaitOutcome | undefined): void {
    if (outcome === undefined || resources.closed) return;
    resources.unsubscribe();
    finish(outcome);
  }

  /** Called inside the commit of each answer and each failure. Records that come without a request have no whole number. */
  function settled(order: number): void {
    if (order <= startedAfter || !Number.isInteger(order)) return;
    isAnswered = true;
    const entry = databases.peek(id);
    commits.afterCommit(() => end(condition.check(entry)));
  }

  /** The entry tells the outcome of each request. A failed request is repeated by the polls of the wait. */
  const request = (): Promise<unknown> => known.request(id, controller.signal).catch(() => {});

  async function requestFirst(): Promise<void> {
    isRequesting = true;
    const isJoined = databases.peek(id).fetching;
    await request();
    // The answer to a request from before the wait does not count.
    if (isJoined && !isAnswered && !resources.closed) await request();
    isRequesting = false;
    failIfRefused();
  }

  function failIfRefused(): void {
    const { stop } = limiter;
    // Without `leftMs`, a request is in flight that finds out whether the service still rejects the credentials.
    if (isRequesting || stop?.leftMs === undefined || !isRefused(stop.cause)) return;
    end({ reason: new FleetError(stop.cause, OPERATION, pollingMessages[stop.cause]) });
  }

  function expire(): void {
    const seen = condition.describe(databases.peek(id), clock.now());
    const message = `the predicate did not hold within ${timeoutMs} ms; ${seen}${describeStop(scheduler.status.value)}`;
    end({ reason: new FleetError('timeout', OPERATION, message) });
  }

  resources.add(() => controller.abort());
  if (signal) resources.add(onAbort(signal, () => end({ reason: endedError('aborted', OPERATION) })));
  if (timeoutMs !== Infinity) resources.add(clock.schedule(expire, timeoutMs));
  resources.add(scheduler.onStopped(failIfRefused));
  resources.add(
    kernel.part('waits', createWaits).add(id, settled, () => end({ reason: endedError('disposed', OPERATION) })),
  );
  resources.add(known.want([id], 'waiting'));
  void requestFirst();
}

/** The pending waits of a fleet. */
interface Waits {
  /**
   * @param settled called with the number of each request for the id that is answered or fails
   * @param dispose called when the fleet ends
   * @returns a function that removes the wait
   */
  add(id: string, settled: (order: number) => void, dispose: () => void): () => void;
}

function createWaits({ databases, onDispose }: Kernel): Waits {
  const waits = new Set<{
    readonly id: string;
    readonly settled: (order: number) => void;
    readonly dispose: () => void;
  }>();
  databases.onSettled((id, order) => {
    for (const wait of waits) if (wait.id === id) wait.settled(order);
  });
  onDispose(() => {
    for (const { dispose } of waits) dispose();
  });
  return {
    add(id, settled, dispose) {
      const wait = { id, settled, dispose };
      waits.add(wait);
      return () => void waits.delete(wait);
    },
  };
}

const DEFAULT_TIMEOUT_MS = 300_000;

const WAIT_OPTIONS = v.strictObject({
  timeoutMs: v.optional(milliseconds, DEFAULT_TIMEOUT_MS),
  ...callOptions.entries,
});

/** @throws FleetError `invalid-request` with all issues */
function checkWait(
  id: unknown,
  predicate: unknown,
  options: WaitForOptions | undefined,
): v.InferOutput<typeof WAIT_OPTIONS> {
  return parseOptions(OPERATION, WAIT_OPTIONS, options, '', [
    ...inspectId(id),
    ...issueUnless(typeof predicate === 'function', 'predicate', 'expected a function'),
  ]);
}

/** Shows only the code of the reason, since the text of a pause comes from the user and may be private. */
function describeStop({ state, reason }: Pick<PollingStatus, 'state' | 'reason'>): string {
  if (reason === undefined) return '';
  return state === 'paused' ? `; polling is paused: ${reason.code}` : `; requests are held back: ${reason.code}`;
}

const OPERATION = 'get-database';
