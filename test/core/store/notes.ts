import { Commits } from '../../../src/core/store/commits.js';
import { EntityStore } from '../../../src/core/store/entity-store.js';

/** A record for tests of the store, which accepts any object. */
export interface Note {
  readonly id: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly place?: { readonly region: string; readonly zone: number } | null;
}

export function note(id: string, text = 'first', more: Partial<Note> = {}): Note {
  return { id, text, tags: ['a', 'b'], place: { region: 'us', zone: 1 }, ...more };
}

export type Notes = ReturnType<typeof createNotes>;

/** A store of notes for tests. */
export function createNotes(onObserved?: (isObserved: boolean, id?: string) => void) {
  /** The errors that reached `onError`. */
  const errors: unknown[] = [];
  const commits = new Commits((error) => errors.push(error));
  const store = new EntityStore<Note>(commits, onObserved);
  let order = 0;

  /** The ids whose views have subscribers, without members, which are always wanted. */
  function watchedIds(): string[] {
    const found: string[] = [];
    store.updateAll((entry, isWanted) => {
      if (isWanted && !store.isMember(entry.id)) found.push(entry.id);
      return entry;
    });
    return found;
  }
  return {
    commits,
    store,
    errors,
    watchedIds,
    /** The text of the note `a`. */
    get text() {
      return store.field('a', 'text');
    },
    /** Whether a view of the note `a` has subscribers. */
    isWatched: () => watchedIds().includes('a'),
    /** Confirms a note by the next request. */
    say(id: string, text?: string, more?: Partial<Note>): void {
      order += 1;
      store.confirm(id, order, note(id, text, more), order * 1000);
    },
    /** Disposes in the same order as the fleet. */
    dispose(): void {
      commits.dispose();
      commits.end();
    },
  };
}
