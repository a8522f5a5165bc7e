import * as v from 'valibot';
import type { Database, Entry, IndexRecord, LimitField } from '../../index.js';
import { limitNamed } from '../../core/limits/catalogue.js';
import { isCredentialField } from '../../core/records/credential-fields.js';
import { aFunction, isObjectWith } from '../../core/shared/option-schemas.js';
import { invalidRequest } from '../../core/shared/refuse-issues.js';
import { describeAmount, describeLimit } from '../../format/describe-use.js';
import { formatValue } from '../../format/format-value.js';
import { ignoreRejection } from '../display/display.js';
import type { Column } from '../display/table.js';
import { cutText, formatMoment } from '../display/text.js';
import { describeValue, meaningOf } from './record-fields.js';
import type { ResourceFacts as Facts } from './resource-facts.js';

/** A record of a fleet, of either kind, without credentials. Any field may be absent. */
export type FleetRecord = Partial<Omit<Database, 'type'>> & Partial<IndexRecord>;

/** A custom column. It is also a column of the data, under its title. */
export interface OwnColumn {
  readonly title: string;
  /** Returns a text, a number, a boolean, a `Date`, a list or `undefined`. Other values are shown as JSON. */
  readonly value: (record: FleetRecord, entry: Entry<Database | IndexRecord>) => unknown;
  /** @default 'right' if a value is a number */
  readonly align?: 'left' | 'right' | undefined;
  /** Stands after each number, such as `ms`. Numbers with the unit `bytes` are written as KiB, MiB and so on. */
  readonly unit?: string | undefined;
}

/** The options of {@link showFleet} that choose rows and columns. No function is called for an id without a record. */
export interface OwnRowsOptions {
  /**
   * The columns, in this order. A column is a custom one, the name of a field such as `db_max_clients`, or of a use such
   * as `db_max_clients_used`. It may also be `id`, `name`, `resource`, `health`, `state`, `fullest_limit`, `used_share`
   * or `record`.
   */
  readonly columns?: readonly (string | OwnColumn)[] | undefined;
  /** Compares two records, as for `Array.prototype.sort`. Ids without a record come last. @default the order of the fleet */
  readonly sort?: ((a: FleetRecord, b: FleetRecord) => number) | undefined;
  /** Leaves out the ids for which it returns false, and those without a record. */
  readonly filter?: ((record: FleetRecord, entry: Entry<Database | IndexRecord>) => boolean) | undefined;
}

function isColumn(column: unknown): boolean {
  if (typeof column === 'string') return column.trim() !== '' && !isCredentialField(column);
  if (!isObjectWith(column, ['value'])) return false;
  const { title, value: _, align = 'left', unit = '', ...others } = column as OwnColumn;
  const isTitle = typeof title === 'string' && title.trim() !== '';
  const isEmpty = Object.keys(others).length === 0;
  return isTitle && (align === 'left' || align === 'right') && typeof unit === 'string' && isEmpty;
}

const COLUMN =
  'the name of a field that is not a credential, or { title, value } with a function `value` and at most `align` and `unit`';

export const ownRowsEntries = {
  columns: v.optional(v.array(v.custom<string | OwnColumn>(isColumn, COLUMN), 'an array of columns')),
  sort: v.optional(aFunction<never>()),
  filter: v.optional(aFunction<never>()),
};

/** Filters and sorts. @throws FleetError `invalid-request` that names the id for which a function threw */
export function selectOwnRows(all: readonly Facts[], { filter, sort }: OwnRowsOptions): readonly Facts[] {
  const rows = all.filter(({ id, entry }) => {
    if (filter === undefined) return true;
    return entry.record && call('filter', id, () => filter(entry.record as FleetRecord, entry));
  });
  if (sort === undefined) return rows;
  const known = rows.filter(({ entry }) => entry.record !== undefined);
  const compare = (a: Facts, b: Facts): number =>
    Number(
      call('sort', `${a.id} and ${b.id}`, () => sort(a.entry.record as FleetRecord, b.entry.record as FleetRecord)),
    );
  return [...known.toSorted(compare), ...rows.filter(({ entry }) => entry.record === undefined)];
}

/** Makes the columns that the user has chosen. @param builtIn the columns that `showFleet` has without a choice */
export function ownColumns(
  columns: readonly (string | OwnColumn)[],
  builtIn: readonly Column<Facts>[],
  rows: readonly Facts[],
  zone: string,
): readonly Column<Facts>[] {
  return columns.map((column, at) => {
    if (typeof column === 'object') return valueColumn(readFunction(column, `columns[${at}].value`, zone), rows);
    const known = builtIn.find(({ name, cell }) => name === column && cell !== undefined);
    if (known === undefined) return valueColumn(readField(column, zone), rows);
    return { ...known, title: known.title ?? (column === 'id' ? 'Id' : 'Kind'), isOptional: false };
  });
}

interface ValueColumn extends Pick<OwnColumn, 'title' | 'align'> {
  readonly name: string;
  readonly read: (facts: Facts) => unknown;
  readonly textOf: (value: unknown, facts: Facts) => string;
}

function valueColumn({ title, name, align, read, textOf }: ValueColumn, rows: readonly Facts[]): Column<Facts> {
  const values = new Map(rows.map((facts) => [facts, read(facts)]));
  const text = (facts: Facts): string => textOf(values.get(facts), facts);
  return {
    title: cutText(title),
    align: align ?? ([...values.values()].some(isNumber) ? 'right' : 'left'),
    cell: text,
    name,
    type: 'any',
    data: (facts) => {
      const value = values.get(facts) ?? undefined;
      return value === undefined || typeof value === 'number' || typeof value === 'boolean' ? value : text(facts);
    },
  };
}

function isNumber(value: unknown): value is number | bigint {
  return (typeof value === 'number' && !Number.isNaN(value)) || typeof value === 'bigint';
}

function readFunction({ title, value: own, align, unit = '' }: OwnColumn, path: string, zone: string): ValueColumn {
  const textOf = (value: unknown, { id }: Facts): string => {
    if (value instanceof Date) return formatMoment(value.getTime(), zone);
    if (unit === 'bytes' && isNumber(value)) return describeAmount(Number(value), unit);
    // JSON of an object may call a function of the user.
    const text = call(path, id, () => formatValue(value));
    return unit !== '' && isNumber(value) ? `${text} ${unit}` : text;
  };
  const read = ({ id, entry }: Facts): unknown =>
    entry.record && call(path, id, () => own(entry.record as FleetRecord, entry));
  return { title, name: title, align, read, textOf };
}

function readField(field: string, zone: string): ValueColumn {
  const of = field.replace(/_used$/, '');
  const terms = Object.hasOwn(limitNamed, of) ? limitNamed[of as LimitField] : undefined;
  return {
    title: terms === undefined ? field : `${terms.name}${of === field ? '' : ', used'}`,
    name: field,
    read({ entry: { record }, limits }) {
      if (of !== field && terms !== undefined) return limits.find((limit) => limit.field === of)?.used;
      return record !== undefined && Object.hasOwn(record, field) ? record[field as keyof typeof record] : undefined;
    },
    textOf(value, { resource, entry: { record } }) {
      if (typeof value !== 'number' || terms === undefined)
        return describeValue(value, record && meaningOf(resource, field), zone);
      return describeLimit(value === terms.unlimited ? 'unlimited' : value, terms.unit);
    },
  };
}

/** The message of the error may contain a secret, so only its name is shown. */
function call<Result>(path: string, id: string, own: () => Result): Result {
  let problem = 'returned a promise, expected a value';
  try {
    const result: unknown = own();
    if (!isObjectWith(result, ['then'])) return result as Result;
    ignoreRejection(result);
  } catch (error) {
    problem = `threw ${error instanceof Error ? cutText(error.name) : 'a value that is not an error'}`;
  }
  throw invalidRequest('configure', [{ path, message: `${problem}, for ${cutText(id, 120)}` }]);
}
