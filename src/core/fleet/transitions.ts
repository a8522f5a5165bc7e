import { Observable } from 'rxjs';
import type { Commits } from '../store/commits.js';
import { EventStream } from '../store/events.js';
import type { View } from '../store/view.js';
import { issueUnless, refuseIssues } from '../shared/refuse-issues.js';
import { isObject } from '../shared/is-object.js';
import { checkedElsewhere, finite, optional } from '../shared/option-schemas.js';
import { checkOptions } from '../shared/read-options.js';
import type { Fleet } from './fleet.js';
import { kernelOf, type Kernel } from './kernel.js';
import type { Transition, TransitionLog } from './transition.js';
import { inspectId } from '../wire/identifier.js';
import { isSameList } from '../shared/deep-equal.js';
import { derive } from '../store/derive.js';

/** Emits transitions in order, each once. `for await` reads every transition. */
export interface TransitionStream extends Observable<Transition>, AsyncIterable<Transition> {}

/**
 * The transitions of a fleet.
 *
 * - A subscriber gets the transitions after its subscription. All views already show the new state then.
 * - Each changed field is one transition. For one database, `state` comes before `modifying_state`.
 * - The first record of a database is not a transition, nor is the status `missing`. If a missing database comes back in
 *   another state, that is a transition.
 * - `for await` subscribes at the first step of the loop, and buffers what a slow loop has not read.
 * - It never errors. It completes when the fleet is disposed.
 *
 * @see api.md, States and transitions.
 */
export interface Transitions extends TransitionStream {
  /** The sequence number of the last transition; 0 before the first. It agrees with the current values of the views. */
  readonly latest: number;
  /**
   * The sequence number of the oldest kept transition. The last 1,000 transitions are kept. `since(n)` is complete if
   * `oldest <= n + 1`; otherwise it starts at `oldest`.
   */
  readonly oldest: number;
  /**
   * Returns a stream of the transitions after a sequence number: first the kept transitions, synchronously, then the new
   * transitions, without gaps and duplicates.
   *
   * @param sequence `0` for all kept transitions, `latest` for only new transitions. A number above `latest` counts as
   *   `latest`.
   * @throws FleetError `invalid-request` if `sequence` is not a number.
   */
  since(sequence: number): TransitionStream;
  /**
   * Returns a view of the last transitions, newest first, for lists on a page. Emits with each new transition that
   * belongs to the list. A subscription does not cause polling.
   *
   * @throws FleetError `invalid-request` if the id is invalid, or if `limit` is not an integer of 0 or more.
   */
  recent(options?: RecentTransitionsOptions): View<readonly Transition[]>;
}

/**
 * Returns the changes of `state` and `modifying_state` since a fleet began. Calls for a fleet return the same object.
 *
 * @throws FleetError `invalid-request` if `fleet` was not returned by `createFleet`
 * @example
 * ```ts
 * transitionsOf(fleet).subscribe(({ id, field, from, to }) => console.log(`${id}: ${field} ${from} -> ${to}`));
 * ```
 */
export function transitionsOf(fleet: Fleet): Transitions {
  return kernelOf(fleet, 'transitionsOf').part('transitions', (kernel) => new LoggedTransitions(kernel));
}

class LoggedTransitions extends EventStream<Transition> implements Transitions {
  readonly #commits: Commits;
  readonly #log: TransitionLog;

  constructor({ commits, transitions }: Kernel) {
    super(commits.guard, followTransitions(transitions));
    this.#commits = commits;
    this.#log = transitions;
  }

  get latest(): number {
    return this.#log.latest;
  }

  get oldest(): number {
    return this.#log.latest + 1 - this.#log.kept.length;
  }

  since(sequence: number): TransitionStream {
    const isNumber = typeof sequence === 'number' && !Number.isNaN(sequence);
    refuseIssues('configure', issueUnless(isNumber, 'sequence', 'expected a number'));
    return new EventStream(this.#commits.guard, followTransitions(this.#log, sequence));
  }

  recent(options?: RecentTransitionsOptions): View<readonly Transition[]> {
    const log = this.#log;
    const issues = isObject(options) && options['id'] !== undefined ? inspectId(options['id']) : [];
    const { id, limit } = checkOptions('configure', recentOptions, options, '', issues);
    const read = (): readonly Transition[] => {
      const ofId = log.kept.filter((transition) => id === undefined || transition.id === id);
      return limit === 0 ? [] : ofId.slice(-limit).toReversed();
    };
    return derive(this.#commits, [log.source.view], read, isSameList);
  }
}

/** Emits the kept transitions after a number, then new transitions. */
function followTransitions(log: TransitionLog, since = Infinity): Observable<Transition> {
  return new Observable((subscriber) => {
    let last = Math.min(since, log.latest);
    let latest: number;

    function emit(transition: Transition): void {
      // The log gets a transition during the commit, and emits it after the views. A subscriber that comes in between
      // would get the transition twice.
      if (transition.sequence <= last) return;
      last = transition.sequence;
      subscriber.next(transition);
    }

    do {
      latest = log.latest;
      for (const transition of [...log.kept]) emit(transition);
      // The subscriber may have caused further transitions.
    } while (latest < log.latest);
    return log.events.stream.subscribe({ next: emit, complete: () => subscriber.complete() });
  });
}

/** The options of `transitionsOf(fleet).recent`. */
export interface RecentTransitionsOptions {
  /** Only the transitions of this database. @default all databases */
  readonly id?: string | undefined;
  /** Maximum number of transitions, 0 or more. @default 50 */
  readonly limit?: number | undefined;
}

const recentOptions = {
  // `inspectId` checks it.
  id: checkedElsewhere<string>(),
  limit: optional(
    finite('an integer, 0 or more', (count) => Number.isSafeInteger(count) && count >= 0),
    50,
  ),
};
