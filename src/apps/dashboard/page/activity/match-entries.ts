import type { ActivityEntry } from '../../../../format/activity.js';
import { textOf } from '../shell/names.js';
import type { Query } from '../shell/route.js';

/** The entries of the chosen kind and resource. An unknown kind has none. */
export function matchEntries(entries: readonly ActivityEntry[], { kind, of }: Query): readonly ActivityEntry[] {
  return entries.filter((entry) => (!kind || entry.kind === kind) && (!of || entry.id === of));
}

/** The resources that have entries, by name, and the chosen one, which may have none. */
export function resourcesIn(
  entries: readonly ActivityEntry[],
  chosen = '',
): readonly (readonly [id: string, name: string])[] {
  const names = new Map<string, string>([[chosen, chosen]]);
  // Newest first: the newest name counts.
  for (const { id, name } of entries) if (!names.has(id) || names.get(id) === id) names.set(id, textOf(name || id));
  names.delete('');
  return [...names].toSorted(([, a], [, b]) => a.localeCompare(b, 'en', { numeric: true }));
}
