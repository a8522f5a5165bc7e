import { useSyncExternalStore } from 'react';

// The same width is in the styles.
const query = matchMedia('(max-width: 700px)');

/** Whether the page is as narrow as on a phone, where rows are cards. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}

function subscribe(onChange: () => void): () => void {
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
