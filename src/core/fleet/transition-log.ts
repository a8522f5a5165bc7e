import type { Database } from '../records/database.js';
import type { Commits } from '../store/commits.js';
import type { EntityStore } from '../store/entity-store.js';
import { Events, type EventStream } from '../store/events.js';
import { createSource, type Source } from '../store/source.js';
import type { View } from '../store/view.js';
import { transitionsBetween, type Transition } from './transition.js';

const RETAIN = 1000;

/** The transitions since the fleet began: the last of them, and a stream of the new ones. */
export class TransitionLog {
  readonly retain: number;
  readonly #events: Events<Transition>;
  readonly #latestSource: Source<number>;
  readonly #stop: () => void;
  #kept: Transition[] = [];
  #latest = 0;

  constructor(commits: Commits, databases: EntityStore<Database>, retain = RETAIN) {
    this.retain = retain;
    this.#events = new Events(commits);
    this.#latestSource = createSource(commits, () => this.#latest);
    this.#stop = databases.onChange((_, before, after) => {
      for (const facts of transitionsBetween(before, after)) this.#add(facts);
    });
  }

  get latest(): number {
    return this.#latest;
  }

  get latestView(): View<number> {
    return this.#latestSource.view;
  }

  /** The number of the oldest kept transition; `latest + 1` if none is kept. */
  get oldest(): number {
    return this.#latest + 1 - this.#kept.length;
  }

  get stream(): EventStream<Transition> {
    return this.#events.stream;
  }

  /** The kept transitions after a sequence number, oldest first. */
  after(sequence: number): Transition[] {
    // The sequence numbers have no gap.
    const count = Math.min(Math.ceil(this.#latest - sequence), this.#kept.length);
    return count > 0 ? this.#kept.slice(-count) : [];
  }

  /** Puts transitions of an earlier process before all others. @param lastOfLost its last number, if they are lost */
  restore(transitions: readonly Transition[], lastOfLost = 0): void {
    const { sequence: last = lastOfLost } = transitions.at(-1) ?? {};
    const renumbered = this.#kept.map((each) => Object.freeze({ ...each, sequence: each.sequence + last }));
    this.#kept = [...transitions, ...renumbered].slice(-this.retain);
    this.#latest += last;
    this.#latestSource.changed();
  }

  dispose(): void {
    this.#stop();
    this.#events.complete();
    this.#latestSource.complete();
  }

  #add(facts: Omit<Transition, 'sequence'>): void {
    this.#latest += 1;
    const transition = Object.freeze({ sequence: this.#latest, ...facts });
    this.#kept.push(transition);
    if (this.#kept.length > this.retain) this.#kept.shift();
    this.#events.emit(transition);
    this.#latestSource.changed();
  }
}
