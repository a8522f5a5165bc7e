import { useSyncExternalStore } from 'react';

// The same width is said in grid.css.
const query = matchMedia('(max-width: 700px)');

/** Whether rows are cards, as on a telephone. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, read, read);
}

function read(): boolean {
  return query.matches;
}

function subscribe(onChange: () => void): () => void {
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
