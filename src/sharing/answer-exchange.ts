import type { Kernel } from '../core/fleet/kernel.js';
import type { FleetError, Operation } from '../core/shared/fleet-error.js';
import type { EntityStore } from '../core/store/entity-store.js';
import { afterFailure, isOutdated, type LastAnswer, versionOf } from './answer-age.js';
import type { SharedAnswer } from './messages.js';
import { isSharedError, readSharedError } from './shared-error.js';

/** An answer of another member, after its record and its error were read. */
export interface ReadAnswer<R> {
  readonly key: string;
  readonly order: number;
  readonly record: R | undefined;
  readonly error: FleetError | undefined;
  /** When the record was confirmed, Unix milliseconds. */
  readonly at: number;
}

/** The databases, or the list of vector indices. */
export interface AnswerSource<R extends object = object> {
  readonly operation: Operation;
  readonly store: EntityStore<R>;
  /** When the last request for a key failed, Unix milliseconds. */
  failedAt(key: string): number | undefined;
  /** The content of a record as plain JSON, without credentials. */
  contentOf(record: R): unknown;
  /** @returns `undefined` for a value that is not the content of this key */
  readContent(key: string, content: unknown): R | undefined;
  /** Commits an answer, unless the entry has a later one. A request of this member stays in flight. */
  settle(answer: ReadAnswer<R>): void;
}

export interface AnswerFacts {
  /** Whether this member polls the key: only its failures are failures for all. */
  owns(key: string): boolean;
  /**
   * Whether the number of a request shows its place among the requests of all members. A number that this member chose
   * by itself does not. If another member may poll the key, only a recent number does: this process may have been
   * stopped between the number and the request.
   */
  isOrdered(key: string, order: number): boolean;
  /** Called inside the commit of each answer that no other member has sent. */
  answered(key: string, order: number): void;
}

/** Exchanges the answers for databases, or for the list of vector indices, with the other members. */
export class AnswerExchange {
  readonly #kernel: Kernel;
  readonly #source: AnswerSource;
  readonly #facts: AnswerFacts;
  readonly #last = new Map<string, LastAnswer>();
  /** The answer of another member that is being committed. */
  #received: { readonly key: string; isSettled: boolean } | undefined;

  constructor(kernel: Kernel, source: AnswerSource, facts: AnswerFacts) {
    this.#kernel = kernel;
    this.#source = source;
    this.#facts = facts;
    source.store.onChange((key, _, { status, error }) => {
      if (status === 'unknown' && error === undefined) this.#last.delete(key);
    });
    source.store.onSettled((key, order) => {
      if (this.#received?.key === key) this.#received.isSettled = true;
      else facts.answered(key, order);
    });
  }

  /** Returns the answer to the request with this number; `undefined` if it concerns no other member. */
  describe(key: string, order: number): SharedAnswer | undefined {
    const { record, error, status, confirmedAt } = this.#source.store.peek(key);
    const before = this.#last.get(key);
    if (before !== undefined && before.order > order) return undefined;
    if (error !== undefined) {
      // A 404 for a database concerns all members. The list always exists.
      const isMissing = status === 'missing' && error.code === 'not-found';
      if (!isMissing && !(isSharedError(error) && this.#facts.owns(key))) return undefined;
      this.#last.set(key, afterFailure(before, { order, record, isSent: true }));
      return { key, order, error: error.toJSON() };
    }
    if (record === undefined || status !== 'fresh') return undefined;
    const sharedVersion = versionOf(before, record);
    const version = sharedVersion ?? order;
    const unorderedMs = this.#facts.isOrdered(key, order) ? undefined : this.#kernel.clocks.corrected.monotonic();
    this.#last.set(key, { order, version, record, isSent: true, unorderedMs });
    const content = sharedVersion === undefined && { content: this.#source.contentOf(record) };
    return { key, order, version, ...this.#ageOf(confirmedAt), ...content };
  }

  /** The last answer for a key with its whole content, for a member that lacks it. */
  describeWhole(key: string): SharedAnswer | undefined {
    const source = this.#source;
    const shared = this.#last.get(key);
    const { record, error, confirmedAt = source.failedAt(key) } = source.store.peek(key);
    if (shared === undefined || shared.record !== record) return undefined;
    const { order, version } = shared;
    return {
      key,
      order,
      ...(shared.unorderedMs !== undefined && { isUnordered: true }),
      ...(record && version !== undefined && { version, content: source.contentOf(record) }),
      ...this.#ageOf(confirmedAt),
      ...(error && isSharedError(error) && { error: error.toJSON() }),
    };
  }

  /**
   * Commits an answer of another member, unless the entry has the answer to a later request.
   *
   * @returns whether this member lacks the record that the answer confirms, and has to ask for it
   */
  receive(answer: SharedAnswer): boolean {
    const { key, order, version, ageMs = 0, content } = answer;
    const { store, operation } = this.#source;
    const { effects, clocks } = this.#kernel;
    const clock = clocks.corrected;
    const before = this.#last.get(key);
    effects.orders.receive(order);
    if (isOutdated(answer, before, store.peek(key), clock)) return false;
    const record = version === undefined ? undefined : this.#recordOf(answer);
    if (version !== undefined && record === undefined) return content === undefined;
    const error = readSharedError(answer.error, operation);
    if (record === undefined && error === undefined) return false;
    const received = { key, isSettled: false };
    this.#received = received;
    this.#source.settle({ key, order, record, error, at: clock.now() - ageMs });
    this.#received = undefined;
    if (!received.isSettled) return false;
    const last = { order, record: store.peek(key).record, isSent: false };
    const unorderedMs = answer.isUnordered === true ? clock.monotonic() - ageMs : undefined;
    if (record) this.#last.set(key, { ...last, version, unorderedMs });
    else this.#last.set(key, afterFailure(before, last));
    return false;
  }

  /** The keys for which this member sent the last answer. */
  *sent(): Iterable<string> {
    for (const [key, { isSent }] of this.#last) if (isSent) yield key;
  }

  /** The record of an answer; `undefined` if this member lacks it, or if the content is not a record of this key. */
  #recordOf({ key, version, content }: SharedAnswer): object | undefined {
    if (content !== undefined) return this.#source.readContent(key, content);
    const { record } = this.#source.store.peek(key);
    return versionOf(this.#last.get(key), record) === version ? record : undefined;
  }

  /** Returns no age for an answer that was confirmed just now. */
  #ageOf(confirmedAt: number | undefined): { ageMs?: number } {
    const now = this.#kernel.clocks.corrected.now();
    const ageMs = now - (confirmedAt ?? now);
    return ageMs > 0 ? { ageMs } : {};
  }
}
