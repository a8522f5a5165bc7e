import type { Transition } from './transition.js';

/** The last transitions, in order. */
export interface TransitionHistory {
  /** The sequence of the last one; 0 before the first. */
  readonly latest: number;
  /** The sequence of the oldest one that is kept; the next one's where none is. */
  readonly oldest: number;
  /** Numbers a transition and keeps it. */
  add(facts: Omit<Transition, 'sequence'>): Transition;
  /** Those that are kept of what came after a sequence. */
  after(sequence: number): Transition[];
  /** The last ones, newest first; with an id, those of that database. */
  newest(limit: number, id?: string): Transition[];
}

/** @param retain how many are kept. */
export function createTransitionHistory(retain: number): TransitionHistory {
  const kept: Transition[] = [];
  let latest = 0;

  return {
    get latest() {
      return latest;
    },
    get oldest() {
      return latest + 1 - kept.length;
    },
    add(facts) {
      latest += 1;
      // Everyone gets the same object.
      const transition = Object.freeze({ sequence: latest, ...facts });
      kept.push(transition);
      if (kept.length > retain) kept.shift();
      return transition;
    },
    after(sequence) {
      // They are numbered without a hole.
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
