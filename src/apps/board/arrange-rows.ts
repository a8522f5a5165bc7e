import { attentionRank, type RowOrder } from '../../format/attention.js';
import { isTrouble } from '../../format/describe-health.js';
import { formatValue } from '../../format/format-value.js';
import { printable } from '../../format/printable.js';
import type { RowFacts } from './row-facts.js';

/** Compares numbers in names by their value: `cache-2` before `cache-10`. */
const { compare: compareNames } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** A row moves when its use passes a tenth, as on the page: an order by each change of the use would not be restful. */
const byTenths = (a: RowFacts, b: RowFacts): number => byShare(a, b, 10);

/** The shares are those that a row shows, in percent. */
const byUse = (a: RowFacts, b: RowFacts): number => byShare(a, b, 100);

function byShare(a: RowFacts, b: RowFacts, steps: number): number {
  const share = ({ worst }: RowFacts): number => Math.min(Math.floor((worst?.ratio ?? -1) * steps), 1e6);
  return share(b) - share(a);
}

const COMPARE: Readonly<Record<RowOrder, (a: RowFacts, b: RowFacts) => number>> = {
  attention: (a, b) => attentionRank(a.health.kind) - attentionRank(b.health.kind) || byTenths(a, b),
  use: byUse,
  name: () => 0,
  // A row that was never read is the oldest.
  age: (a, b) => (a.entry.confirmedAt ?? 0) - (b.entry.confirmedAt ?? 0),
};

export interface Arrangement {
  /** @default the given order */
  readonly order: RowOrder | undefined;
  /** Only rows that a person should look at. */
  readonly problems?: true | undefined;
  /** Only rows that contain each of these words. */
  readonly filter?: string;
}

/** Selects and sorts the rows of a list. Equal rows are sorted by name, then by id. */
export function arrangeRows<R extends RowFacts>(rows: readonly R[], { order, problems, filter }: Arrangement): R[] {
  const words = (filter ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const selected = rows.filter(
    (row) => (!problems || isTrouble(row.health)) && (words.length === 0 || hasWords(row, words)),
  );
  if (order === undefined) return selected;
  return selected.sort((a, b) => COMPARE[order](a, b) || compareNames(nameOf(a), nameOf(b)) || (a.id < b.id ? -1 : 1));
}

function hasWords(row: RowFacts, words: readonly string[]): boolean {
  const record: Readonly<Record<string, unknown>> = { ...row.entry.record };
  const fields = ['state', 'modifying_state', 'index_type', 'primary_region', 'region', 'type'];
  const text = [nameOf(row), row.id, row.health.kind, ...fields.map((field) => formatValue(record[field]))]
    .join(' ')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The name of a row, or its id. In a record, any field except the id may be of another type. */
export function nameOf({ id, entry: { record } }: Pick<RowFacts, 'id' | 'entry'>): string {
  const name: unknown =
    record && ('database_name' in record ? record.database_name : (record as { name?: unknown }).name);
  return printable(typeof name === 'string' && name !== '' ? name : id);
}
