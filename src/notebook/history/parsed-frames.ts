import { dsvFormat } from 'd3-dsv';
import { parse } from 'lossless-json';
import * as v from 'valibot';
import { isCredentialField } from '../../core/records/credential-fields.js';
import { isObject, type JsonObject } from '../../core/shared/is-object.js';
import { printableName } from '../../core/shared/member-path.js';
import { columnsFrame, Problems, rowsFrame, unusable, type DataFrame } from './data-frame.js';
import type { ParsedMapping } from './history-of-frame.js';

/** Parses a JSON text; `undefined` for invalid JSON. An integer that a number cannot hold becomes a bigint. */
export function parseExactJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // The exact parser takes thirty times as long.
    if (!/\d{16}/.test(text)) return value;
    return parse(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue });
  } catch {
    // The error of `JSON.parse` quotes the text. Deep nesting exhausts the stack of the exact parser.
    return undefined;
  }
}

function parseNumber(literal: string): number | bigint {
  const value = Number(literal);
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(literal) ? value : BigInt(literal);
}

const matrixSchema = v.object({
  resultType: v.string(),
  result: v.array(
    v.object({
      metric: v.record(v.string(), v.string()),
      values: v.optional(v.array(v.tuple([v.number(), v.string()]))),
      histograms: v.optional(v.array(v.unknown())),
    }),
  ),
});

const successSchema = v.union([v.object({ status: v.literal('success'), data: matrixSchema }), matrixSchema]);

/** The answer of Prometheus to `/api/v1/query_range`, or its `data`. */
export type PrometheusAnswer = v.InferInput<typeof successSchema>;

export const prometheusSchema = v.union([successSchema, v.object({ status: v.literal('error'), error: v.string() })]);

/** One row for all series of a resource at one time. The columns are the metrics. */
export function prometheusFrame(answer: v.InferOutput<typeof prometheusSchema>, mapping: ParsedMapping): DataFrame {
  if ('error' in answer) throw unusable(`Prometheus refused the query: ${printableName(answer.error)}`);
  const { resultType, result } = 'data' in answer ? answer.data : answer;
  const problems = new Problems();
  if (resultType !== 'matrix') problems.addAt('data.resultType', 'expected a matrix, as of /api/v1/query_range');
  const rows = new Map<string, JsonObject>();
  const known = new Map<string, Readonly<Record<string, string>>>();
  // A function of Prometheus, such as rate, removes the name of a metric.
  const wanted = Object.values(mapping.fields ?? {});
  const nameless = wanted.length === 1 ? wanted[0] : undefined;
  result.forEach(({ metric, values = [], histograms }, place) => {
    const path = `data.result[${place}]`;
    const { [mapping.id]: id, __name__: name = nameless } = metric;
    if (id === undefined) return problems.addAt(path, `no label ${mapping.id}: name the label of the id as mapping.id`);
    if (name === undefined) return problems.addAt(path, 'no name: name its field as the only one of mapping.fields');
    if ([mapping.id, mapping.time, '__proto__'].includes(name))
      return problems.addAt(path, `a metric cannot be named ${name}, as another column: rename it in the query`);
    if (histograms !== undefined)
      return problems.addAt(path, 'a native histogram: query a number of it, such as histogram_avg(…)');
    const key = JSON.stringify([name, id]);
    const other = known.get(key);
    const both = other && `${labelsOf(other)} and ${labelsOf(metric)}`;
    if (both)
      return problems.addAt(path, `a second series for one column: aggregate the query by ${mapping.id}: ${both}`);
    known.set(key, metric);
    for (const [second, text] of values) {
      const row = rows.get(`${second} ${id}`) ?? {
        [mapping.time]: new Date(Math.round(second * 1000)),
        [mapping.id]: id,
      };
      row[name] = text;
      rows.set(`${second} ${id}`, row);
    }
  });
  return { ...rowsFrame([...rows.values()], problems), isText: true };
}

function labelsOf(labels: Readonly<Record<string, string>>): string {
  const shown = Object.entries(labels).filter(([name]) => !isCredentialField(name));
  return `{${shown.map(([name, value]) => `${printableName(name)}="${printableName(value)}"`).join(', ')}}`;
}

/** Reads an object from each line, with all digits of its integers. Leaves out a last line that is cut off, if others are whole. */
export function jsonLinesFrame(text: string): DataFrame {
  const problems = new Problems();
  const lines = text.split('\n');
  const rows: JsonObject[] = [];
  lines.forEach((line, place) => {
    if (line.trim() === '' || problems.isFull) return;
    const row = parseExactJson(line);
    if (isObject(row)) rows.push(row);
    else if (place < lines.length - 1) problems.add(place, 'expected an object of JSON');
    else if (rows.length === 0) problems.addAt('data', 'expected JSON: the text is cut off or damaged');
  });
  return rowsFrame(rows, problems);
}

/** Reads CSV (RFC 4180) without empty lines and unnamed columns. @param delimiter @default the most frequent in the first line */
export function csvFrame(text: string, delimiter = delimiterOf(text)): DataFrame {
  const problems = new Problems();
  let names: readonly string[] = [];
  const columns: string[][] = [];
  let rows = -1;
  // A cell contains each of its quotes twice.
  if ((text.split('"').length - 1) % 2 !== 0) problems.addAt('data', 'a quote of the CSV is not closed');
  dsvFormat(delimiter).parseRows(text, (cells) => {
    if (cells.length === 1 && cells[0]?.trim() === '') return;
    if (++rows === 0) return void (names = cells.map((cell) => cell.trim()));
    if (cells.length === names.length) cells.forEach((cell, place) => (columns[place] ??= []).push(cell));
    else problems.add(rows - 1, `cells: ${cells.length}, in the header: ${names.length}`);
  });
  const named = new Map<string, readonly string[]>();
  const repeated = new Set<string>();
  names.forEach((name, place) => {
    if (named.has(name)) repeated.add(name);
    else if (name !== '') named.set(name, columns[place] ?? []);
  });
  for (const name of repeated) problems.addAt('data', `several columns have the name ${printableName(name)}`);
  return { ...columnsFrame(Object.fromEntries(named), true), problems };
}

function delimiterOf(text: string): string {
  const [start = ''] = /^.{0,10000}/.exec(text.trimStart()) ?? [];
  const count = (character: string): number => start.split(character).length;
  return [',', ';', '\t'].reduce((most, other) => (count(other) > count(most) ? other : most));
}
