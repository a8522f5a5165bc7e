import { countOf } from '../../../../format/quantities.js';
import type { Query } from '../shell/route.js';
import type { RowFacts } from './row-facts.js';

export interface Sort {
  readonly key: string;
  readonly isDescending: boolean;
}

const BY_ATTENTION: Sort = { key: 'attention', isDescending: false };

/** Parses `name` for ascending and `-name` for descending order. Without such a column, the order is by attention. */
export function parseSort(columns: readonly { readonly key: string; readonly isFixed?: boolean }[], text = ''): Sort {
  const isDescending = text.startsWith('-');
  const key = isDescending ? text.slice(1) : text;
  const isSortable = columns.some((column) => column.key === key && column.isFixed !== true);
  return isSortable ? { key, isDescending } : BY_ATTENTION;
}

/**
 * Returns the order after a click on a column heading. The first click sorts by that column, and the second click
 * reverses the order. The third click returns to the order of attention, which is the empty text.
 */
export function nextSort(now: Sort, key: string, isFirstDescending: boolean): string {
  if (now.key === key && now.isDescending !== isFirstDescending) return '';
  const isDescending = now.key === key ? !now.isDescending : isFirstDescending;
  return isDescending ? `-${key}` : key;
}

/** The headings of a list, each by the position of the row below it. */
export type Headings = ReadonlyMap<number, string>;

export function headingsOf(ids: readonly string[], isInTrouble: (id: string) => boolean): Headings {
  const first = ids.findIndex((id) => !isInTrouble(id));
  // While the order is held, a row that needs attention may be added below the others.
  const count = first === -1 ? ids.length : first;
  if (count === 0) return NO_HEADINGS;
  const words = countOf(count, 'needs attention', 'need attention');
  return new Map([[0, words], ...(count === ids.length ? [] : [[count, 'Others'] as const])]);
}

export const NO_HEADINGS: Headings = new Map();

/** Compares numbers in names by their value: `cache-2` before `cache-10`. */
const { compare: compareTexts } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Rows without a value in the sorted column come last, in both directions. Equal rows are sorted by name, then by id.
 *
 * @param last an earlier result. From it, sorting needs few comparisons of names, which are slow.
 */
export function orderRows(
  rows: readonly RowFacts[],
  query: Query,
  { key, isDescending }: Sort,
  last: readonly string[] = [],
): readonly string[] {
  const words = (query['find'] ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = Object.entries(query);
  const matches = ({ text, filters }: RowFacts): boolean =>
    words.every((word) => text.includes(word)) &&
    wanted.every(([name, value]) => !Object.hasOwn(filters, name) || filters[name] === value);
  const compare = (a: RowFacts, b: RowFacts): number =>
    compareKeys(a.keys[key], b.keys[key], isDescending ? -1 : 1) ||
    compareKeys(a.keys['name'], b.keys['name'], 1) ||
    (a.id < b.id ? -1 : 1);
  const found = new Map(rows.filter(matches).map((row) => [row.id, row]));
  const ordered = [...new Set([...last, ...found.keys()])].flatMap((id) => found.get(id) ?? []).sort(compare);
  return ordered.map(({ id }) => id);
}

type Key = string | number | undefined;

export function compareKeys(a: Key, b: Key, sign: number): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : compareTexts(String(a), String(b)));
}
