import { useView } from '../../../../bindings/react/index.js';
import { createWritable } from './writable.js';

// The same width is in the styles.
const query = matchMedia('(max-width: 700px)');
const isNarrow = createWritable(query.matches);
query.addEventListener('change', () => isNarrow.set(query.matches));

/** Whether the page is as narrow as on a phone, where rows are cards. */
export function useIsNarrow(): boolean {
  return useView(isNarrow);
}
