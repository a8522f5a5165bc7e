import type { Observable } from 'rxjs';
import { issueUnless, refuseIssues } from '../api/refuse-issues.js';
import type { Database } from '../api/database.js';
import type { Commits } from '../state/commits.js';
import type { EntityStore } from '../state/entity-store.js';
import { EventStream } from '../state/event-stream.js';
import { createEvents } from '../state/events.js';
import type { Guard } from '../state/guard.js';
import { createSource } from '../state/source.js';
import type { View } from '../state/view.js';
import { followTransitions } from './follow-transitions.js';
import { createRecentTransitions, type RecentTransitionsOptions } from './recent-transitions.js';
import { createTransitionHistory, type TransitionHistory } from './transition-history.js';
import { transitionsBetween } from './transitions-between.js';
import type { Transition } from './transition.js';

/** Emits transitions in order, each once. `for await` reads every transition. */
export interface TransitionStream extends Observable<Transition>, AsyncIterable<Transition> {}

/**
 * The transitions of a fleet.
 *
 * - A subscriber gets the transitions after its subscription. All views already show the new state then.
 * - Each changed field is one transition. For one database, `state` comes before `modifying_state`.
 * - The first record of a database is not a transition, nor is the status `missing`. If a missing database comes back in
 *   another state, that is a transition.
 * - `for await` subscribes at the first step of the loop, and buffers the transitions that a slow loop has not read.
 * - It never errors. It completes when the fleet is disposed.
 *
 * @example
 * ```ts
 * const { latest } = fleet.transitions;
 * const state = fleet.databases.field(id, 'state').value;
 * // ... later: all transitions since that state was read
 * fleet.transitions.since(latest).subscribe(({ field, to }) => console.log(field, to));
 * ```
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
   * @example
   * ```ts
   * const { value } = fleet.transitions.recent({ id, limit: 3 });
   * console.log(value.map(({ field, to }) => `${field}: ${to ?? 'at rest'}`));
   * ```
   */
  recent(options?: RecentTransitionsOptions): View<readonly Transition[]>;
}

export interface TransitionsOptions {
  readonly commits: Commits;
  readonly databases: EntityStore<Database>;
  /** Number of transitions that are kept for `since` and `recent`. @default 1000 */
  readonly retain?: number;
}

/** Makes the transitions of the databases in a store. */
export function createTransitions({ commits, databases, retain = 1000 }: TransitionsOptions): {
  readonly stream: Transitions;
  readonly history: TransitionHistory;
  dispose(): void;
} {
  const events = createEvents<Transition>(commits);
  const history = createTransitionHistory(retain);
  const latest = createSource(commits, { read: () => history.latest });
  const stop = databases.onChange((_, before, after) => {
    for (const facts of transitionsBetween(before, after)) {
      events.emit(history.add(facts));
      latest.changed();
    }
  });
  return {
    history: {
      ...history,
      get latest() {
        return history.latest;
      },
    },
    stream: new RetainedTransitions(commits.guard, events.stream, history, (options) =>
      createRecentTransitions(commits, latest.view, history, options),
    ),
    dispose() {
      stop();
      events.complete();
      latest.complete();
    },
  };
}

class RetainedTransitions extends EventStream<Transition> implements Transitions {
  readonly recent: Transitions['recent'];
  readonly #live: Observable<Transition>;
  readonly #history: TransitionHistory;

  constructor(guard: Guard, live: Observable<Transition>, history: TransitionHistory, recent: Transitions['recent']) {
    super(
      guard,
      followTransitions(live, history, () => history.latest),
    );
    this.recent = recent;
    this.#live = live;
    this.#history = history;
  }

  get latest(): number {
    return this.#history.latest;
  }

  get oldest(): number {
    return this.#history.oldest;
  }

  since(sequence: number): TransitionStream {
    const isNumber = typeof sequence === 'number' && !Number.isNaN(sequence);
    refuseIssues('configure', issueUnless(isNumber, 'sequence', 'expected a number'));
    return new EventStream(
      this.guard,
      followTransitions(this.#live, this.#history, () => sequence),
    );
  }
}
