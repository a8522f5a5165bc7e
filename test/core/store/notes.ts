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
