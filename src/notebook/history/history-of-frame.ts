import * as v from 'valibot';
import type { ResourceKind } from '../../index.js';
import { isCredentialField } from '../../core/records/credential-fields.js';
import type { OptionsOf } from '../../core/shared/option-schemas.js';
import { systemClock } from '../../core/shared/clock.js';
import { printableName } from '../../core/shared/member-path.js';
import { nearestName } from '../../core/shared/read-options.js';
import { buildColumn, type ColumnKind, type ColumnValue } from './column-builder.js';
import { createHistory } from './create-history.js';
import type { DataFrame, Problems } from './data-frame.js';
import { cellOf, fieldOption, kindOfField } from './history-fields.js';
import type { History, HistoryColumn } from './history.js';
import { aTimeZone, timeOption } from './options.js';
import { pickRows, rowsThatHold } from './pick-rows.js';
import { areNumbers, numberOf, numberProblem, timeReader } from './read-cell.js';

/** The options of `historyFrom`: how the columns of your data become a history. */
export interface HistoryMapping {
  /** The columns of the times and of the ids. In a Prometheus answer, `id` is a label of the series. @default time, id */
  readonly time?: string | undefined;
  readonly id?: string | undefined;
  /** The kind of all rows. @default the value of the column `resource`, or `database` without this column */
  readonly resource?: ResourceKind | undefined;
  /**
   * The columns that become fields, or the column of each field: `{ db_max_clients_used: 'connections' }`. In a Prometheus
   * answer, a metric is a column.
   *
   * @default all columns but `time`, `id`, `resource` and `status`, under their own names; `status` is the status of the rows
   */
  readonly fields?: readonly string[] | Readonly<Record<string, string>> | undefined;
  /** The unit of times that are numbers; timestamps of Arrow have their own. @default ms; numbers that look like seconds are refused */
  readonly timeUnit?: 's' | 'ms' | 'us' | 'ns' | undefined;
  /**
   * The zone of texts and timestamps without a zone, such as `Europe/Berlin`; they are refused without it. A time that clocks
   * show twice, or leave out, is refused.
   */
  readonly timeZone?: string | undefined;
  /** The end of the history, Unix milliseconds. No row may be later. @default the last row, which is not in the future */
  readonly to?: number | undefined;
  /** Whether rows of one resource and time with different values are refused, or only the last of them stays. @default refuse */
  readonly contradictions?: 'refuse' | 'last' | undefined;
  /** The character between two cells of CSV. @default the most frequent of comma, semicolon and tab in the first line */
  readonly delimiter?: string | undefined;
}

const aName = v.pipe(
  v.string('the name of a column'),
  v.nonEmpty('the name of a column'),
  v.check((name) => !isCredentialField(name), 'another column: a credential is never captured'),
);

export const mappingSchema = {
  time: v.optional(aName, 'time'),
  id: v.optional(aName, 'id'),
  resource: v.optional(v.picklist(['database', 'index'], '"database" or "index"')),
  fields: v.optional(
    v.union([v.array(aName), v.record(v.string(), aName)], 'a list of columns, or the column of each field'),
  ),
  timeUnit: v.optional(v.picklist(['s', 'ms', 'us', 'ns'], '"s", "ms", "us" or "ns"')),
  timeZone: v.optional(aTimeZone),
  to: v.optional(timeOption),
  contradictions: v.optional(v.picklist(['refuse', 'last'], '"refuse" or "last"'), 'refuse'),
  delimiter: v.optional(v.pipe(v.string('a character'), v.regex(/^[^"\r\n]$/, 'a character'))),
};

export type ParsedMapping = OptionsOf<typeof mappingSchema>;

const RESOURCES: readonly unknown[] = ['database', 'index'];
const STATUSES: readonly unknown[] = ['fresh', 'stale', 'missing', 'forgotten'];
const DAY_MS = 86_400_000;

export class FrameReader {
  readonly #frame: DataFrame;
  readonly #mapping: ParsedMapping;
  readonly #problems: Problems;

  constructor(frame: DataFrame, mapping: ParsedMapping) {
    this.#frame = frame;
    this.#mapping = mapping;
    this.#problems = frame.problems;
  }

  /** @throws FleetError `invalid-request` with the problems of the columns, or else with those of the rows */
  history(): History {
    this.#problems.refuse();
    const { id, resource } = this.#mapping;
    const fields = this.#fields();
    this.#problems.refuse();
    const isFact = (name: string): boolean => this.#frame.names.includes(name) && ![...fields.values()].includes(name);
    const at = this.#times();
    const columns = new Map([
      [
        'resource',
        this.#fact('resource', resource === undefined && isFact('resource'), resource ?? 'database', RESOURCES),
      ],
      ['id', this.#ids(id)],
      ['status', this.#fact('status', isFact('status'), 'fresh', STATUSES)],
      ...[...fields].map(([field, name]) => [field, this.#field(field, name)] as const),
    ]);
    this.#problems.refuse();
    const all = createHistory({
      to: this.#mapping.to ?? this.#frame.to ?? at[0] ?? systemClock.now(),
      droppedRows: this.#frame.droppedRows ?? 0,
      bytes: 0,
      at,
      columns: new Map([...columns].map(([name, column]) => [name, () => column])),
    });
    const advice = 'set mapping.contradictions to "last" to let the later row hold';
    const rows = rowsThatHold(all, (row, before) => {
      if (this.#mapping.contradictions === 'refuse')
        this.#problems.add(row, `contradicts row ${before + 1}, of the same time and id: ${advice}`);
    });
    this.#problems.refuse();
    return pickRows(all, { rows, to: all.to, duplicateRows: all.rowCount - rows.length });
  }

  #fields(): ReadonlyMap<string, string> {
    const { names } = this.#frame;
    const { time, id, fields } = this.#mapping;
    const facts = [time, id, 'time', 'id', 'resource', 'status'];
    const given = fields ?? names.filter((name) => !facts.includes(name));
    const wanted = new Map(Array.isArray(given) ? given.map((name: string) => [name, name]) : Object.entries(given));
    const known = names.slice(0, 50).map(printableName).join(', ');
    const demand = (option: string, name: string): void => {
      if (names.length === 0 || names.includes(name)) return;
      const meant = nearestName(name, names);
      const hint = meant === undefined ? '' : `; did you mean ${printableName(meant)}?`;
      this.#problems.addAt(option, `no column ${printableName(name)}, the columns are ${known}${hint}`);
    };
    demand('mapping.time', time);
    demand('mapping.id', id);
    const advice = fields === undefined ? '; name the columns to take as mapping.fields' : '';
    for (const [field, name] of wanted) {
      demand('mapping.fields', name);
      const { issues } = v.safeParse(fieldOption, field, { message: ({ expected }) => String(expected) });
      if (issues !== undefined)
        this.#problems.addAt(`field ${printableName(field)}`, `expected ${issues[0].message}${advice}`);
    }
    return wanted;
  }

  #times(): Float64Array {
    const { time, timeUnit, timeZone, to } = this.#mapping;
    const readTime = timeReader(timeUnit, timeZone);
    const read = this.#frame.reader(time);
    const latest = to ?? this.#frame.to ?? systemClock.now() + DAY_MS;
    const isLate =
      to === undefined ? 'in the future: check mapping.timeUnit, or set mapping.to' : 'later than mapping.to';
    const at = new Float64Array(this.#frame.rowCount);
    for (let row = 0; row < at.length && !this.#problems.isFull; row++) {
      const found = readTime(read(row));
      if (typeof found === 'string') this.#problems.add(row, `${time}: ${found}`);
      else if (found > latest) this.#problems.add(row, `${time}: ${isLate}`);
      else at[row] = found;
    }
    return at;
  }

  #ids(name: string): HistoryColumn {
    const read = this.#frame.reader(name);
    return this.#column('text', (row) => {
      const value = read(row);
      const id = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
      if (typeof id === 'string' && id !== '' && id.length <= 1000) return id;
      this.#problems.add(row, `${name}: expected an id`);
      return undefined;
    });
  }

  /** The column of a resource or a status. Most data has no such column, so each row gets the default. */
  #fact(name: string, isThere: boolean, byDefault: string, known: readonly unknown[]): HistoryColumn {
    const read = isThere ? this.#frame.reader(name) : () => undefined;
    return this.#column('text', (row) => {
      const value = read(row) || byDefault;
      if (known.includes(value)) return value as string;
      const advice = `to take the column as a field, name it: mapping.fields = { own_${name}: "${name}" }`;
      this.#problems.add(row, `${name}: expected ${known.join(', ')}; ${advice}`);
      return undefined;
    });
  }

  #field(field: string, name: string): HistoryColumn {
    const read = this.#frame.reader(name);
    const isText = this.#frame.isText ?? false;
    const valueAt = (row: number): ColumnValue => {
      const given = read(row);
      // `cellOf` would cut texts: a capture has texts of JSON that are longer than its other texts.
      const value = typeof given === 'string' ? given : cellOf(given);
      return isText && value === '' ? undefined : value;
    };
    const values = Array.from({ length: this.#frame.rowCount }, (_, row) => valueAt(row));
    const kind = kindOfField(field) ?? (areNumbers(values, isText) ? 'number' : 'text');
    return this.#column(kind, (row) => {
      const value = values[row];
      if (kind === 'text' || value === undefined) return value;
      const problem = numberProblem(field, value);
      if (problem !== undefined) this.#problems.add(row, `${name}: ${problem}`);
      return numberOf(value);
    });
  }

  #column(kind: ColumnKind, valueAt: (row: number) => ColumnValue): HistoryColumn {
    return buildColumn(kind, this.#frame.rowCount, (row) => (this.#problems.isFull ? undefined : valueAt(row)));
  }
}
