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

/** Transitions as they happen, each once, in order: an Observable that `for await` reads too, skipping none. */
export interface TransitionStream extends Observable<Transition>, AsyncIterable<Transition> {}

/**
 * The transitions of a fleet.
 *
 * - A subscriber hears of what happens from then on. When it does, all views show it already.
 * - What one commit changed comes as one transition for each change; for one database `state` comes before
 *   `modifying_state`.
 * - The first record of a database is no transition, nor is that it is missing. If it comes back in another state, that
 *   is one.
 * - `for await` subscribes when it asks first. What a slow loop has not read yet is kept for it.
 * - It never errors. It completes when the fleet is disposed of.
 *
 * @example
 * ```ts
 * const { latest } = fleet.transitions;
 * const state = fleet.databases.field(id, 'state').value;
 * // ... later: whatever happened to the databases since that state was read
 * fleet.transitions.since(latest).subscribe(({ field, to }) => console.log(field, to));
 * ```
 * @see api.md, States and transitions.
 */
export interface Transitions extends TransitionStream {
  /** The sequence of the last transition, in step with what the views show; 0 before the first. */
  readonly latest: number;
  /**
   * The sequence of the oldest transition that is kept, of which there are 1,000 at most. `since(n)` misses none
   * where `oldest <= n + 1`; otherwise the first that it tells is `oldest`.
   */
  readonly oldest: number;
  /**
   * The transitions after a sequence: those that happened, at once, then those that happen, with none left out and
   * none twice.
   *
   * @param sequence `0` for all that are kept, `latest` for none of them. One that has not been reached counts as
   *   `latest`.
   * @throws FleetError `invalid-request` where it is no number.
   */
  since(sequence: number): TransitionStream;
  /**
   * The last transitions that are kept, newest first, and from then on those that happen: what a list on a page shows.
   * It changes with each transition that belongs there, and subscribing to it polls nothing.
   *
   * @throws FleetError `invalid-request` for an id that cannot be one, or a `limit` that is no integer of 0 or more.
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
  /** How many transitions are kept for those who come late. @default 1000 */
  readonly retain?: number;
}

/** Watches a store for transitions. */
export function createTransitions({ commits, databases, retain = 1000 }: TransitionsOptions): {
  readonly stream: Transitions;
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
