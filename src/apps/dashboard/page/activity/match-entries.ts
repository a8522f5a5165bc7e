import type { ActivityEntry } from '../../../../format/activity.js';
import { resourceKey } from '../server/follow-activity.js';
import { textOf } from '../shell/names.js';
import type { Query } from '../shell/route.js';

/** The entries of the chosen kind and resource. An unknown kind has none. */
export function matchEntries(entries: readonly ActivityEntry[], { kind, of }: Query): readonly ActivityEntry[] {
  return entries.filter((entry) => (!kind || entry.kind === kind) && (!of || resourceKey(entry) === of));
}

/** The resources that have entries, by name, and the chosen one, which may have none. */
export function resourcesIn(
  entries: readonly ActivityEntry[],
  chosen = '',
): readonly (readonly [key: string, name: string])[] {
  const names = new Map<string, string>();
  // Newest first: the newest name counts.
  for (const { resource, id, name } of entries) {
    const key = resourceKey({ resource, id });
    if (id !== '' && (names.get(key) ?? id) === id) names.set(key, textOf(name || id));
  }
  if (chosen !== '' && !names.has(chosen)) names.set(chosen, textOf(chosen));
  return [...names].toSorted(([, a], [, b]) => a.localeCompare(b, 'en', { numeric: true }));
}
