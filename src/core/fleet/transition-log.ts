import type { Database } from '../records/database.js';
import type { Commits } from '../store/commits.js';
import type { EntityStore } from '../store/entity-store.js';
import type { EventStream } from '../store/event-stream.js';
import { createEvents } from '../store/events.js';
import { createSource } from '../store/source.js';
import type { View } from '../store/view.js';
import { transitionsBetween, type Transition } from './transition.js';

/** The last transitions, in order. */
export interface TransitionHistory {
  /** The sequence number of the last transition; 0 before the first. */
  readonly latest: number;
  /** The sequence number of the oldest kept transition; `latest + 1` if none is kept. */
  readonly oldest: number;
  /** The maximum number of kept transitions. */
  readonly retain: number;
  /**
   * Puts transitions of an earlier process before all others, and continues their sequence numbers.
   *
   * @param last the last sequence number of the earlier process, if its transitions are lost.
   */
  restore(transitions: readonly Transition[], last?: number): void;
  /** Assigns the next sequence number to a transition and keeps it. */
  add(facts: Omit<Transition, 'sequence'>): Transition;
  /** Returns the kept transitions after a sequence number, oldest first. */
  after(sequence: number): Transition[];
  /** Returns the last transitions, newest first; with an id, only the transitions of that database. */
  newest(limit: number, id?: string): Transition[];
}

function createTransitionHistory(retain: number): TransitionHistory {
  let kept: Transition[] = [];
  let latest = 0;

  return {
    retain,
    restore(transitions, lastOfLost = 0) {
      const { sequence: last = lastOfLost } = transitions.at(-1) ?? {};
      const renumbered = kept.map((each) => Object.freeze({ ...each, sequence: each.sequence + last }));
      kept = [...transitions, ...renumbered].slice(-retain);
      latest += last;
    },
    get latest() {
      return latest;
    },
    get oldest() {
      return latest + 1 - kept.length;
    },
    add(facts) {
      latest += 1;
      // Frozen, because all subscribers share the object.
      const transition = Object.freeze({ sequence: latest, ...facts });
      kept.push(transition);
      if (kept.length > retain) kept.shift();
      return transition;
    },
    after(sequence) {
      // The sequence numbers have no gap.
      const count = Math.min(Math.ceil(latest - sequence), kept.length);
      return count > 0 ? kept.slice(-count) : [];
    },
    newest(limit, id) {
      const newest: Transition[] = [];
      for (let at = kept.length - 1; at >= 0 && newest.length < limit; at--) {
        const transition = kept[at] as Transition;
        if (id === undefined || transition.id === id) newest.push(transition);
      }
      return newest;
    },
  };
}

/** The transitions since the fleet began. */
export interface TransitionLog {
  /** The last transitions. */
  readonly history: TransitionHistory;
  /** Emits each new transition after the views of its commit. */
  readonly stream: EventStream<Transition>;
  /** The sequence number of the last transition. It changes with each transition. */
  readonly latest: View<number>;
}

/** Number of transitions that are kept. */
const RETAIN = 1000;

/**
 * @param onDispose runs a task when the fleet ends.
 * @param retain number of transitions that are kept.
 */
export function createTransitionLog(
  commits: Commits,
  databases: EntityStore<Database>,
  onDispose: (task: () => void) => void,
  retain = RETAIN,
): TransitionLog {
  const events = createEvents<Transition>(commits);
  const history = createTransitionHistory(retain);
  const latest = createSource(commits, { read: () => history.latest });
  const stop = databases.onChange((_, before, after) => {
    for (const facts of transitionsBetween(before, after)) {
      events.emit(history.add(facts));
      latest.changed();
    }
  });
  onDispose(() => {
    stop();
    events.complete();
    latest.complete();
  });
  return { history, stream: events.stream, latest: latest.view };
}
