import type { Database } from '../../../index.js';
import { attentionRank } from '../../../format/attention.js';
import { isTrouble } from '../../../format/describe-health.js';
import type { RowFacts } from '../../board/row-facts.js';
import type { ListOrder } from './list-choices.js';

export type ListedRow = RowFacts<Database>;

/** Compares numbers in names by their value: `cache-2` before `cache-10`. */
const { compare: compareNames } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const byUse = (a: ListedRow, b: ListedRow): number => (b.worst?.ratio ?? -1) - (a.worst?.ratio ?? -1) || 0;

const COMPARE: Readonly<Record<ListOrder, (a: ListedRow, b: ListedRow) => number>> = {
  attention: (a, b) => attentionRank(a.health.kind) - attentionRank(b.health.kind) || byUse(a, b),
  use: byUse,
  name: () => 0,
  // A database that was never read is the oldest.
  age: (a, b) => (a.entry.confirmedAt ?? 0) - (b.entry.confirmedAt ?? 0),
};

export interface Arrangement {
  /** @default the given order */
  readonly sort: ListOrder | undefined;
  /** Only rows that a person should look at. */
  readonly problems: true | undefined;
}

/** Selects and sorts the rows of a list. Equal rows are sorted by name, then by id. */
export function arrangeRows(rows: readonly ListedRow[], { sort, problems }: Arrangement): readonly ListedRow[] {
  const selected = rows.filter(({ health }) => !problems || isTrouble(health));
  if (sort === undefined) return selected;
  return selected.toSorted(
    (a, b) => COMPARE[sort](a, b) || compareNames(nameOf(a), nameOf(b)) || (a.id < b.id ? -1 : 1),
  );
}

/** In a record, any field except the id may be of another type. */
function nameOf({ id, entry }: ListedRow): string {
  const name: unknown = entry.record?.database_name;
  return typeof name === 'string' && name !== '' ? name : id;
}
