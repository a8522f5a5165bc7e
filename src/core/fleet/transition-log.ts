import type { Database } from '../records/database.js';
import type { Commits } from '../store/commits.js';
import type { EntityStore } from '../store/entity-store.js';
import { Events } from '../store/events.js';
import { createSource, type Source } from '../store/source.js';
import { transitionsBetween, type Transition } from './transition.js';

const RETAIN = 1000;

/**
 * The transitions since the fleet began: the last of them, and events for the new ones. Functions read and restore it, so that
 * a page without them does not load their code.
 */
export class TransitionLog {
  readonly retain: number;
  readonly events: Events<Transition>;
  /** Emits `latest`. */
  readonly source: Source<number>;
  /** Oldest first. The sequence numbers have no gap. */
  kept: Transition[] = [];
  /** The sequence number of the last transition; 0 before the first. */
  latest = 0;

  constructor(commits: Commits, databases: EntityStore<Database>, retain = RETAIN) {
    this.retain = retain;
    this.events = new Events(commits);
    this.source = createSource(commits, () => this.latest);
    databases.onChange((_, before, after) => {
      for (const facts of transitionsBetween(before, after)) this.#add(facts);
    });
  }

  dispose(): void {
    this.events.complete();
    this.source.complete();
  }

  #add(facts: Omit<Transition, 'sequence'>): void {
    this.latest += 1;
    const transition = Object.freeze({ sequence: this.latest, ...facts });
    this.kept.push(transition);
    if (this.kept.length > this.retain) this.kept.shift();
    this.events.emit(transition);
    this.source.changed();
  }
}
