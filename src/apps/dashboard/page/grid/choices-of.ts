import type { RowFacts } from './row-facts.js';

/** What can be chosen of a filter: the values that rows have, and the one that is chosen, although none may have it. */
export function choicesOf(rows: readonly RowFacts[], filter: string, chosen: string): readonly string[] {
  const values = new Set(rows.map(({ filters }) => filters[filter] ?? ''));
  values.add(chosen);
  values.delete('');
  return [...values].sort();
}
