import { Commits } from '../../../src/core/store/commits.js';
import { EntityStore } from '../../../src/core/store/entity-store.js';
import { note, type Note } from './notes.js';

/** A store of notes for tests. */
export interface Notes {
  readonly commits: Commits;
  readonly store: EntityStore<Note>;
  /** The errors that reached `onError`. */
  readonly errors: unknown[];
  /** Confirms a note by the next request. */
  say(id: string, text?: string, more?: Partial<Note>): void;
  /** Disposes in the same order as the fleet. */
  dispose(): void;
}

export function createNotes(): Notes {
  const errors: unknown[] = [];
  const commits = new Commits((error) => errors.push(error));
  const store = new EntityStore<Note>(commits);
  let order = 0;
  return {
    commits,
    store,
    errors,
    say(id, text, more) {
      order += 1;
      store.confirm(id, order, note(id, text, more), order * 1000);
    },
    dispose() {
      commits.dispose();
      store.dispose();
    },
  };
}
