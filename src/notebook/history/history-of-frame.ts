import * as v from 'valibot';
import { systemClock } from '../../core/shared/clock.js';
import { printableName } from '../../core/shared/member-path.js';
import { ColumnBuilder, type ColumnKind, type ColumnValue } from './column-builder.js';
import { createHistory, isSameAt } from './create-history.js';
import { Problems, type Frame } from './frame.js';
import type { ParsedMapping } from './history-mapping.js';
import { cellOf, fieldOption, kindOfField } from './history-fields.js';
import type { History, HistoryColumn } from './history.js';
import { pickRows, timeOrder } from './pick-rows.js';
import { timeReader } from './read-time.js';
import { ResourceStates } from './resource-states.js';

const RESOURCES: readonly unknown[] = ['database', 'index'];
const STATUSES: readonly unknown[] = ['fresh', 'stale', 'missing', 'forgotten'];
const DAY_MS = 86_400_000;

/** @throws FleetError `invalid-request` with the problems of the columns, or else with those of the rows */
export function historyOfFrame(frame: Frame, mapping: ParsedMapping): History {
  const problems = frame.problems ?? new Problems();
  problems.refuse();
  const fields = fieldsOf(frame, mapping, problems);
  problems.refuse();
  const at = readTimes(frame, mapping, problems);
  const hasFact = (name: string): boolean => frame.names.includes(name) && ![...fields.values()].includes(name);
  const { resource } = mapping;
  const facts: readonly (readonly [string, HistoryColumn])[] = [
    [
      'resource',
      factColumn(
        frame,
        hasFact('resource') && resource === undefined ? 'resource' : undefined,
        resource ?? 'database',
        RESOURCES,
        problems,
      ),
    ],
    ['id', idColumn(frame, mapping.id, problems)],
    ['status', factColumn(frame, hasFact('status') ? 'status' : undefined, 'fresh', STATUSES, problems)],
  ];
  const columns = new Map([
    ...facts,
    ...[...fields].map(([field, name]) => [field, fieldColumn(frame, field, name, problems)] as const),
  ]);
  problems.refuse();
  const last = at.reduce((latest, time) => Math.max(latest, time), -Infinity);
  const all = createHistory({
    rowCount: at.length,
    from: 0, // of the rows that stay
    to: mapping.to ?? frame.to ?? (at.length === 0 ? systemClock.now() : last),
    droppedRows: 0,
    bytes: 0,
    at,
    columns: new Map([...columns].map(([name, column]) => [name, () => column])),
  });
  return withoutRepetitions(all, [...columns.values()], mapping, problems);
}

/** The column of each field. */
function fieldsOf(
  { names }: Frame,
  { time, id, fields }: ParsedMapping,
  problems: Problems,
): ReadonlyMap<string, string> {
  const facts = [time, id, 'time', 'id', 'resource', 'status'];
  const given = fields ?? names.filter((name) => !facts.includes(name));
  const wanted = new Map(Array.isArray(given) ? given.map((name: string) => [name, name]) : Object.entries(given));
  const used = [
    ['mapping.time', time],
    ['mapping.id', id],
    ...[...wanted.values()].map((name) => ['mapping.fields', name]),
  ];
  const known = names.slice(0, 50).map(printableName).join(', ');
  for (const [option = '', name = ''] of used)
    if (names.length > 0 && !names.includes(name))
      problems.addAt(option, `no column ${printableName(name)}, the columns are ${known}`);
  const advice = fields === undefined ? '; name the columns to take as mapping.fields' : '';
  for (const field of wanted.keys()) {
    const { issues } = v.safeParse(fieldOption, field, { message: ({ expected }) => String(expected) });
    if (issues !== undefined) problems.addAt(`field ${printableName(field)}`, `expected ${issues[0].message}${advice}`);
  }
  return wanted;
}

function readTimes(frame: Frame, mapping: ParsedMapping, problems: Problems): Float64Array {
  const { time, timeUnit, to } = mapping;
  const readTime = timeReader({ ...mapping, timeUnit: timeUnit ?? (frame.isMilliseconds?.(time) ? 'ms' : undefined) });
  const read = frame.names.includes(time) ? frame.reader(time) : () => undefined;
  const latest = to ?? frame.to ?? systemClock.now() + DAY_MS;
  const at = new Float64Array(frame.rowCount);
  for (let row = 0; row < frame.rowCount && !problems.isFull; row++) {
    const found = readTime(read(row));
    if (typeof found === 'string') problems.add(row, `${time}: ${found}`);
    else if (Math.abs(found) > 8.64e15) problems.add(row, `${time}: out of range: check mapping.timeUnit`);
    else if (found > latest)
      problems.add(
        row,
        `${time}: ${to === undefined ? 'in the future: check mapping.timeUnit, or set mapping.to' : 'later than mapping.to'}`,
      );
    else at[row] = found;
  }
  return at;
}

function idColumn(frame: Frame, name: string, problems: Problems): HistoryColumn {
  const read = frame.reader(name);
  return builtColumn(frame.rowCount, 'text', problems, (row) => {
    const value = read(row);
    const id = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
    if (typeof id === 'string' && id !== '' && id.length <= 1000) return id;
    problems.add(row, `${name}: expected an id`);
    return undefined;
  });
}

/** The column of a fact that most data does not have. */
function factColumn(
  frame: Frame,
  name: string | undefined,
  byDefault: string,
  known: readonly unknown[],
  problems: Problems,
): HistoryColumn {
  const read = name === undefined ? () => undefined : frame.reader(name);
  return builtColumn(frame.rowCount, 'text', problems, (row) => {
    const value = read(row);
    if (value === undefined || value === null || value === '') return byDefault;
    if (known.includes(value)) return value as string;
    problems.add(
      row,
      `${name}: expected ${known.join(', ')}; to take the column as a field, name it in mapping.fields`,
    );
    return undefined;
  });
}

function fieldColumn(frame: Frame, field: string, name: string, problems: Problems): HistoryColumn {
  const read = frame.reader(name);
  const isText = frame.isText ?? false;
  const valueAt = (row: number): ColumnValue => {
    const value = cellOf(read(row));
    return isText && value === '' ? undefined : value;
  };
  const kind = kindOfField(field) ?? kindOfValues(frame.rowCount, valueAt, isText);
  return builtColumn(frame.rowCount, kind, problems, (row) => {
    const value = valueAt(row);
    if (kind === 'text' || typeof value !== 'string') return value;
    const number = numberOf(value);
    if (number === undefined && !/^[+-]?(?:nan|inf(?:inity)?)?$/i.test(value.trim()))
      problems.add(row, `${name}: expected a number`);
    return number;
  });
}

/** A column has numbers if all its values are numbers, or digits in a form that has only texts. */
function kindOfValues(rowCount: number, valueAt: (row: number) => ColumnValue, isText: boolean): ColumnKind {
  for (let row = 0; row < rowCount; row++) {
    const value = valueAt(row);
    if (typeof value === 'string' && !(isText && numberOf(value) !== undefined)) return 'text';
  }
  return 'number';
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

function numberOf(text: string): number | bigint | undefined {
  const trimmed = text.trim();
  if (!NUMBER.test(trimmed)) return undefined;
  const number = Number(trimmed);
  return Number.isSafeInteger(number) || !/^[+-]?\d{16,19}$/.test(trimmed) ? number : BigInt(trimmed.replace('+', ''));
}

function builtColumn(
  rowCount: number,
  kind: ColumnKind,
  problems: Problems,
  valueAt: (row: number) => ColumnValue,
): HistoryColumn {
  const builder = new ColumnBuilder(kind);
  for (let row = 0; row < rowCount && !problems.isFull; row++) builder.set(row, valueAt(row));
  return builder.first(rowCount)();
}

/** Puts the rows in the order of time, without exact repetitions. */
function withoutRepetitions(
  all: History,
  columns: readonly HistoryColumn[],
  { contradictions }: ParsedMapping,
  problems: Problems,
): History {
  const { at } = all;
  const states = new ResourceStates(all);
  const rows = timeOrder(at).filter((row) => {
    const before = states.take(row);
    if (before === undefined || at[before] !== at[row]) return true;
    if (columns.every((column) => isSameAt(column, row, before))) return false;
    if (contradictions === 'refuse')
      problems.add(
        row,
        `contradicts row ${before + 1}, of the same time and id: set mapping.contradictions to "last" to let the later row hold`,
      );
    return true;
  });
  problems.refuse();
  const duplicateRows = at.length - rows.length;
  return pickRows(all, { rows, at: Float64Array.from(rows, (row) => at[row] as number), to: all.to, duplicateRows });
}
