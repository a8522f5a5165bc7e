import { countOf, formatCount } from '../../../../format/quantities.js';
import { planNameOf, regionNameOf } from '../shell/names.js';
import type { Query } from '../shell/route.js';
import type { RowFacts } from './row-facts.js';
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

export function groupHeadings(
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
  isInTrouble: (id: string) => boolean,
): Headings {
  const nameOf = (id = ''): string => names.get(id) ?? '';
  const starts = [...ids.keys()].filter((place) => place === 0 || nameOf(ids[place]) !== nameOf(ids[place - 1]));
  const headings = starts.map((start, nth) => {
    const group = ids.slice(start, starts[nth + 1]);
    const troubled = group.filter(isInTrouble).length;
    const words = [`${nameOf(group[0]) || 'Not known'} · ${formatCount(group.length)}`];
    if (troubled > 0) words.push(countOf(troubled, 'needs attention', 'need attention'));
    return [start, words.join(', ')] as const;
  });
  return new Map(headings);
}
