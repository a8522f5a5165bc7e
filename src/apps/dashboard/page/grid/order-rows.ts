import type { Query } from '../shell/route.js';
import type { RowFacts } from './row-facts.js';
import type { Sort } from './sort.js';

/** Names with numbers in them are ordered as people count: `cache-2` before `cache-10`. */
const { compare: compareTexts } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Finds, leaves out and orders rows, and gives their ids. What has no value to be ordered by comes last, whichever way
 * round; among equals the name counts, then the id.
 */
export function orderRows(rows: readonly RowFacts[], query: Query, sort: Sort): readonly string[] {
  return rows
    .filter(matches(query))
    .sort(compareRows(sort))
    .map(({ id }) => id);
}

function matches(query: Query): (row: RowFacts) => boolean {
  const words = (query['find'] ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = Object.entries(query);
  return ({ text, filters }) =>
    words.every((word) => text.includes(word)) &&
    wanted.every(([name, value]) => !Object.hasOwn(filters, name) || filters[name] === value);
}

function compareRows({ key, isDescending }: Sort): (a: RowFacts, b: RowFacts) => number {
  const sign = isDescending ? -1 : 1;
  return (a, b) =>
    compareKeys(a.keys[key], b.keys[key], sign) ||
    compareKeys(a.keys['name'], b.keys['name'], 1) ||
    (a.id < b.id ? -1 : 1);
}

type Key = string | number | undefined;

function compareKeys(a: Key, b: Key, sign: number): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : compareTexts(String(a), String(b)));
}
