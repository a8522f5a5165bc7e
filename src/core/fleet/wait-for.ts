import { Observable, type Subscriber } from 'rxjs';
import { signalOption } from '../client/call-options.js';
import { pollingMessages } from '../polling/polling-status.js';
import { isRefused } from '../polling/verdict.js';
import type { Database } from '../records/database.js';
import { endedError, FleetError, type FleetErrorCode } from '../shared/fleet-error.js';
import { onAbort } from '../shared/on-abort.js';
import { milliseconds, optional } from '../shared/option-schemas.js';
import { checkOptions } from '../shared/read-options.js';
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
 * - Only the answer to this request and later answers count, even if a poll or another member of the group requested
 *   them. A record of `upsertDatabase` or `hydrate` does not count.
 * - A failure of an earlier request does not count. A new request decides, even if the service rejected the credentials
 *   before.
 * - The wait continues after transient failures: `unavailable`, `timeout`, `rate-limited` and `bad-response`.
 *
 * @param predicate Called with the record of each answer that counts. If it throws, the promise rejects with that error.
 * @throws FleetError `timeout`, with the last state in the message; `not-found`, `unauthorized`, `forbidden` or `rejected`
 *   as soon as the wait cannot succeed; `aborted`; `disposed`; `invalid-request`
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
  const { timeoutMs, signal } = checkOptions(OPERATION, WAIT_OPTIONS, options, '', [
    ...inspectId(id),
    ...issueUnless(typeof predicate === 'function', 'predicate', 'expected a function'),
  ]);
  if (signal?.aborted) throw endedError('aborted', OPERATION);
  return new Promise((resolve, reject) => {
    const outcome = new Observable<Database>((result) =>
      new Wait(kernel, id, predicate, result).start(timeoutMs, signal),
    );
    outcome.subscribe({ next: resolve, error: reject });
  });
}

class Wait {
  readonly #kernel: Kernel;
  readonly #id: string;
  readonly #predicate: (record: Database) => boolean;
  /** Its end removes the timer and the listeners. A teardown that is added after the end runs at once. */
  readonly #result: Subscriber<Database>;
  /** The number of the last request that was sent before the wait. */
  readonly #startedAfter: number;
  readonly #controller = new AbortController();
  #isRequesting = false;
  /** Whether the first answer was to a request from before the wait or, in a group, to a request with an older turn. */
  #isJoined = false;
  #answers = 0;

  constructor(kernel: Kernel, id: string, predicate: (record: Database) => boolean, result: Subscriber<Database>) {
    this.#kernel = kernel;
    this.#id = id;
    this.#predicate = predicate;
    this.#result = result;
    this.#startedAfter = kernel.effects.orders.latest;
  }

  start(timeoutMs: number, signal: AbortSignal | undefined): void {
    const { databases, effects, known, onDispose } = this.#kernel;
    const result = this.#result;
    result.add(() => this.#controller.abort());
    if (signal) result.add(onAbort(signal, () => result.error(endedError('aborted', OPERATION))));
    if (timeoutMs !== Infinity) result.add(effects.clock.schedule(() => this.#expire(timeoutMs), timeoutMs));
    result.add(effects.scheduler.onStopped(() => this.#failIfRefused()));
    result.add(databases.onSettled((id, order) => id === this.#id && this.#settled(order)));
    result.add(onDispose(() => result.error(endedError('disposed', OPERATION))));
    result.add(known.want([this.#id], 'waiting'));
    void this.#requestFirst();
  }

  /** Called inside the commit of each answer and failure. The order of a change without a request is a fraction. */
  #settled(order: number): void {
    if (!Number.isInteger(order)) return;
    if (order <= this.#startedAfter) return void (this.#isJoined = true);
    const entry = this.#kernel.databases.peek(this.#id);
    // Another member of the group may have sent the request of this answer before the wait.
    if (this.#isRequesting && entry.fetching) return;
    this.#kernel.commits.afterCommit(() => this.#check(entry));
  }

  /** Checks the entry after an answer or a failure of a request that counts. */
  #check({ error, record, status }: Entry<Database>): void {
    this.#answers += 1;
    if (error !== undefined && !TRANSIENT.has(error.code)) this.#result.error(error);
    if (error !== undefined || record === undefined || status !== 'fresh' || this.#result.closed) return;
    try {
      if (!this.#predicate(record)) return;
      this.#result.next(record);
      this.#result.complete();
    } catch (reason) {
      this.#result.error(reason);
    }
  }

  async #requestFirst(): Promise<void> {
    this.#isRequesting = true;
    this.#isJoined = this.#kernel.databases.peek(this.#id).fetching;
    const answer = await this.#request();
    // No answer counted: it was older than the wait, or than the record that the entry had by then.
    if ((answer || this.#isJoined) && this.#answers === 0 && !this.#result.closed) await this.#request();
    this.#isRequesting = false;
    this.#failIfRefused();
  }

  /** The entry tells the outcome of each request. A failed request is repeated by the polls of the wait. */
  #request(): Promise<Database | undefined> {
    return this.#kernel.known.request(this.#id, this.#controller.signal).catch(() => undefined);
  }

  #failIfRefused(): void {
    const { stop } = this.#kernel.effects.limiter;
    // Without `leftMs`, a request is in flight that finds out whether the service still rejects the credentials.
    if (this.#isRequesting || stop?.leftMs === undefined || !isRefused(stop.cause)) return;
    this.#result.error(new FleetError(stop.cause, OPERATION, pollingMessages[stop.cause]));
  }

  #expire(timeoutMs: number): void {
    const { databases, effects } = this.#kernel;
    const { record, status, error } = databases.peek(this.#id);
    const { reason } = effects.scheduler.status.value;
    const states = record && transitionFields.map((field) => `${field} ${nameOf(readState(record, field))}`).join(', ');
    const facts = [
      `the predicate did not hold within ${timeoutMs} ms`,
      `answers: ${this.#answers}`,
      `last seen: ${states ?? 'no record'} (${status})`,
    ];
    if (error !== undefined) facts.push(`last failure: ${error.code}`);
    // Only the code of the reason, since the text of a pause comes from the user and may be private.
    if (reason !== undefined) facts.push(`polling is held back: ${reason.code}`);
    this.#result.error(new FleetError('timeout', OPERATION, facts.join('; ')));
  }
}

const WAIT_OPTIONS = { timeoutMs: optional(milliseconds, 300_000), signal: signalOption };

const OPERATION = 'get-database';

const TRANSIENT: ReadonlySet<FleetErrorCode> = new Set(['unavailable', 'timeout', 'rate-limited', 'bad-response']);

/** The pattern of state names. Other values of the service are not shown in errors. */
const STATE_NAME = /^(?=.{1,40}$)[a-z]+(?:[ _-][a-z]+)*$/i;

function nameOf(value: string | undefined): string {
  if (value === undefined) return 'empty';
  return STATE_NAME.test(value) ? value : 'with a value that is not a state name';
}
