import { Subscription } from 'rxjs';
import * as v from 'valibot';
import { callOptions } from '../client/call-options.js';
import { pollingMessages, type PollingStatus } from '../polling/polling-status.js';
import { isRefused } from '../polling/verdict.js';
import type { Database } from '../records/database.js';
import { endedError, FleetError, type FleetErrorCode } from '../shared/fleet-error.js';
import { onAbort } from '../shared/on-abort.js';
import { milliseconds } from '../shared/option-schemas.js';
import { parseOptions } from '../shared/parse-options.js';
import { issueUnless } from '../shared/refuse-issues.js';
import { inspectId } from '../wire/identifier.js';
import type { Fleet } from './fleet.js';
import { liveKernelOf, type Kernel } from './kernel.js';
import { readState } from '../records/database-state.js';
import type { Entry } from '../store/entry.js';
import { transitionFields } from './transition.js';

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
  const { timeoutMs, signal } = parseOptions(OPERATION, WAIT_OPTIONS, options, '', [
    ...inspectId(id),
    ...issueUnless(typeof predicate === 'function', 'predicate', 'expected a function'),
  ]);
  if (signal?.aborted) throw endedError('aborted', OPERATION);
  return new Promise((resolve, reject) => {
    const finish = (outcome: WaitOutcome): void =>
      'record' in outcome ? resolve(outcome.record) : reject(outcome.reason);
    new Wait(kernel, id, createWaitCondition(predicate), finish).start(timeoutMs, signal);
  });
}

class Wait {
  readonly #kernel: Kernel;
  readonly #id: string;
  readonly #condition: WaitCondition;
  readonly #finish: (outcome: WaitOutcome) => void;
  /** The number of the last request that was sent before the wait. */
  readonly #startedAfter: number;
  /** Removes the timer and the listeners of the wait. What is added after the end is removed at once. */
  readonly #resources = new Subscription();
  readonly #controller = new AbortController();
  #isRequesting = false;
  #isAnswered = false;

  /** @param finish called once, after all timers and listeners of the wait were removed */
  constructor(kernel: Kernel, id: string, condition: WaitCondition, finish: (outcome: WaitOutcome) => void) {
    this.#kernel = kernel;
    this.#id = id;
    this.#condition = condition;
    this.#finish = finish;
    this.#startedAfter = kernel.effects.orders.latest;
  }

  start(timeoutMs: number, signal: AbortSignal | undefined): void {
    const { databases, effects, known, onDispose } = this.#kernel;
    const resources = this.#resources;
    resources.add(() => this.#controller.abort());
    if (signal) resources.add(onAbort(signal, () => this.#fail(endedError('aborted', OPERATION))));
    if (timeoutMs !== Infinity) resources.add(effects.clock.schedule(() => this.#expire(timeoutMs), timeoutMs));
    resources.add(effects.scheduler.onStopped(() => this.#failIfRefused()));
    resources.add(databases.onSettled((id, order) => id === this.#id && this.#settled(order)));
    resources.add(onDispose(() => this.#fail(endedError('disposed', OPERATION))));
    resources.add(known.want([this.#id], 'waiting'));
    void this.#requestFirst();
  }

  #end(outcome: WaitOutcome | undefined): void {
    if (outcome === undefined || this.#resources.closed) return;
    this.#resources.unsubscribe();
    this.#finish(outcome);
  }

  #fail(reason: FleetError): void {
    this.#end({ reason });
  }

  /** Called inside the commit of each answer and each failure. Records that come without a request have no whole number. */
  #settled(order: number): void {
    if (order <= this.#startedAfter || !Number.isInteger(order)) return;
    this.#isAnswered = true;
    const entry = this.#kernel.databases.peek(this.#id);
    this.#kernel.commits.afterCommit(() => this.#end(this.#condition.check(entry)));
  }

  async #requestFirst(): Promise<void> {
    this.#isRequesting = true;
    const isJoined = this.#kernel.databases.peek(this.#id).fetching;
    await this.#request();
    // The answer to a request from before the wait does not count.
    if (isJoined && !this.#isAnswered && !this.#resources.closed) await this.#request();
    this.#isRequesting = false;
    this.#failIfRefused();
  }

  /** The entry tells the outcome of each request. A failed request is repeated by the polls of the wait. */
  #request(): Promise<unknown> {
    return this.#kernel.known.request(this.#id, this.#controller.signal).catch(() => {});
  }

  #failIfRefused(): void {
    const { stop } = this.#kernel.effects.limiter;
    // Without `leftMs`, a request is in flight that finds out whether the service still rejects the credentials.
    if (this.#isRequesting || stop?.leftMs === undefined || !isRefused(stop.cause)) return;
    this.#fail(new FleetError(stop.cause, OPERATION, pollingMessages[stop.cause]));
  }

  #expire(timeoutMs: number): void {
    const { databases, effects } = this.#kernel;
    const seen = this.#condition.describe(databases.peek(this.#id), effects.clock.now());
    const stop = describeStop(effects.scheduler.status.value);
    const message = `the predicate did not hold within ${timeoutMs} ms; ${seen}${stop}`;
    this.#fail(new FleetError('timeout', OPERATION, message));
  }
}

const WAIT_OPTIONS = v.strictObject({
  timeoutMs: v.optional(milliseconds, 300_000),
  ...callOptions.entries,
});

/** Shows only the code of the reason, since the text of a pause comes from the user and may be private. */
function describeStop({ state, reason }: Pick<PollingStatus, 'state' | 'reason'>): string {
  if (reason === undefined) return '';
  return state === 'paused' ? `; polling is paused: ${reason.code}` : `; requests are held back: ${reason.code}`;
}

const OPERATION = 'get-database';

/** The result of a wait: the record that satisfies the predicate, or the reason of the rejection. */
type WaitOutcome = { readonly record: Database } | { readonly reason: unknown };

/** Checks the answers for one database against a predicate. */
interface WaitCondition {
  /**
   * Checks the entry after an answer or a failure of a request that counts. Returns `undefined` while the wait has to go on.
   */
  check(entry: Entry<Database>): WaitOutcome | undefined;
  /** Describes the answers and the last entry, for the message of a timeout. @param nowMs Unix milliseconds */
  describe(entry: Entry<Database>, nowMs: number): string;
}

/** The codes of errors after which a later request may succeed. */
const TRANSIENT: ReadonlySet<FleetErrorCode> = new Set([
  'unavailable',
  'timeout',
  'rate-limited',
  'bad-response',
  'aborted',
]);

/** Whether waiting cannot help after this error. */
function isFinal({ code }: FleetError): boolean {
  return !TRANSIENT.has(code);
}

function createWaitCondition(predicate: (record: Database) => boolean): WaitCondition {
  let answers = 0;

  return {
    check({ error, record, status }) {
      answers += 1;
      if (error !== undefined) return isFinal(error) ? { reason: error } : undefined;
      if (record === undefined || status !== 'fresh') return undefined;
      try {
        return predicate(record) ? { record } : undefined;
      } catch (reason) {
        return { reason };
      }
    },
    describe(entry, nowMs) {
      const count = answers === 1 ? '1 answer' : `${answers} answers`;
      return `received ${count}, ${describeEntry(entry, nowMs)}`;
    },
  };
}

function describeEntry({ record, status, confirmedAt, error }: Entry<Database>, nowMs: number): string {
  const age = confirmedAt === undefined ? '' : `, confirmed ${nowMs - confirmedAt} ms ago`;
  const description =
    record === undefined
      ? `saw no record (${status})`
      : `last saw ${transitionFields.map((field) => `${field} ${nameOf(readState(record, field))}`).join(', ')} (${status}${age})`;
  return error === undefined ? description : `${description}; last failure: ${error.code}`;
}

/** The pattern of state names. Other values of the service are not shown in errors. */
const STATE_NAME = /^(?=.{1,40}$)[a-z]+(?:[ _-][a-z]+)*$/i;

function nameOf(value: string | undefined): string {
  if (value === undefined) return 'empty';
  return STATE_NAME.test(value) ? value : 'with a value that is not a state name';
}
