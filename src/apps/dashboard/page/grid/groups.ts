import { countOf, formatCount } from '../../../../format/quantities.js';
import { planNameOf, regionNameOf } from '../shell/names.js';
import type { Query } from '../shell/route.js';
import type { RowFacts } from './facts-view.js';
import { compareKeys, type Headings } from './order-rows.js';

/** A way to divide a list into groups. The name of a group is empty for rows without a value. */
export interface Grouping {
  readonly title: string;
  readonly nameOf: (row: RowFacts) => string;
}

export const groupings: Readonly<Record<string, Grouping>> = {
  plan: { title: 'Plan', nameOf: ({ filters }) => planNameOf(filters['plan'] ?? '') },
  region: { title: 'Region', nameOf: ({ filters }) => regionNameOf(filters['region'] ?? '') },
  prefix: { title: 'Name prefix', nameOf: ({ keys }) => prefixOf(String(keys['name'] ?? '')) },
};

export function groupingOf({ group = '' }: Query): Grouping | undefined {
  return Object.hasOwn(groupings, group) ? groupings[group] : undefined;
}

/** The part of a name before its first separator: `cache` of `cache-eu-2`, and of `cache`. */
function prefixOf(name: string): string {
  return /^[^-_.:/\s]+/.exec(name)?.[0] ?? name;
}

/** Sorts rows by the names of their groups, and keeps the order within each group. Rows without a group are last. */
export function groupRows(ids: readonly string[], names: ReadonlyMap<string, string>): readonly string[] {
  const nameOf = (id: string): string | undefined => names.get(id) || undefined;
  // Names that differ in case alone are groups of their own.
  return ids.toSorted((a, b) => compareKeys(nameOf(a), nameOf(b), 1) || compareExactly(nameOf(a), nameOf(b)));
}

function compareExactly(a = '', b = ''): number {
  return a < b ? -1 : Number(a > b);
}

/** A heading for each group, with the number of its rows and of those that need attention. */
export function groupHeadings(
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
  isInTrouble: (id: string) => boolean,
): Headings {
  const headings = new Map<number, string>();
  const nameOf = (id: string): string => names.get(id) ?? '';
  let start = 0;
  let troubled = 0;
  ids.forEach((id, index) => {
    if (isInTrouble(id)) troubled += 1;
    if (index + 1 < ids.length && nameOf(id) === nameOf(ids[index + 1] ?? '')) return;
    const words = [`${nameOf(id) || 'Not known'} · ${formatCount(index + 1 - start)}`];
    if (troubled > 0) words.push(countOf(troubled, 'needs attention', 'need attention'));
    headings.set(start, words.join(', '));
    start = index + 1;
    troubled = 0;
  });
  return headings;
}
