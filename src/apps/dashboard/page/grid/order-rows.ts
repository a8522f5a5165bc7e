import type { Query } from '../shell/route.js';
import type { RowFacts } from './facts-view.js';

export interface Sort {
  readonly key: string;
  readonly isDescending: boolean;
}

/** Parses `name` for ascending and `-name` for descending order. */
export function parseSort(text: string | undefined, fallback: string): Sort {
  const given = text || fallback;
  return given.startsWith('-') ? { key: given.slice(1), isDescending: true } : { key: given, isDescending: false };
}

/** Returns the order after a click on a column heading: by that column, reversed if it is the current column. */
export function nextSort(now: Sort, key: string, isFirstDescending: boolean): string {
  const isDescending = now.key === key ? !now.isDescending : isFirstDescending;
  return isDescending ? `-${key}` : key;
}

/** Compares numbers in names by their value: `cache-2` before `cache-10`. */
const { compare: compareTexts } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Returns the ids of the rows that match, sorted. Rows without a value in the sorted column come last, in both
 * directions. Equal rows are sorted by name, then by id.
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
