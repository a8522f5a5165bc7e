import * as v from 'valibot';
import { exactInt64, isLargeInteger, keepExactIntegers } from '../../core/records/exact-int64.js';
import { isObject, type JsonObject } from '../../core/shared/is-object.js';
import { Problems, rowsFrame, type Frame } from './frame.js';

const matrixSchema = v.object({
  resultType: v.string(),
  result: v.array(
    v.object({
      metric: v.record(v.string(), v.string()),
      values: v.optional(v.array(v.tuple([v.number(), v.string()]))),
    }),
  ),
});

/** The answer of Prometheus to `/api/v1/query_range`, or its `data`. */
export const prometheusSchema = v.pipe(
  v.union([v.object({ status: v.literal('success'), data: matrixSchema }), matrixSchema]),
  v.transform((answer) => ('data' in answer ? answer.data : answer)),
);

export type PrometheusAnswer = v.InferInput<typeof prometheusSchema>;

interface PrometheusMapping {
  readonly id: string;
  readonly time: string;
  readonly fields?: readonly string[] | Readonly<Record<string, string>> | undefined;
}

/** One row for all series of a resource at one time. The columns are the metrics. */
export function prometheusFrame(
  { resultType, result }: v.InferOutput<typeof matrixSchema>,
  mapping: PrometheusMapping,
): Frame {
  const problems = new Problems();
  if (resultType !== 'matrix') problems.addAt('data.resultType', 'expected a matrix, as of /api/v1/query_range');
  const rows = new Map<string, JsonObject>();
  // A function of Prometheus, such as rate, removes the name of a metric.
  const wanted = Object.values(mapping.fields ?? {});
  const nameless = wanted.length === 1 ? wanted[0] : undefined;
  result.forEach(({ metric, values = [] }, place) => {
    const path = `data.result[${place}].metric`;
    const { [mapping.id]: id, __name__: name = nameless } = metric;
    if (id === undefined) return problems.addAt(path, `no label ${mapping.id}: name the label of the id as mapping.id`);
    if (name === undefined) return problems.addAt(path, 'no name: name its field as the only one of mapping.fields');
    for (const [second, text] of values) {
      const key = `${second} ${id}`;
      const row = rows.get(key) ?? { [mapping.time]: new Date(Math.round(second * 1000)), [mapping.id]: id };
      const value = Object.hasOwn(row, name) && row[name] !== text ? [row[name], text] : text;
      if (Array.isArray(value))
        return problems.addAt(
          path,
          `a second series of ${name} for the same ${mapping.id}: aggregate the query by ${mapping.id}`,
        );
      row[name] = value;
      rows.set(key, row);
    }
  });
  return { ...rowsFrame([...rows.values()], problems), isText: true };
}

/** Reads an object from each line, with all digits of its integers. A last line that was cut off is left out, behind a whole one. */
export function jsonLinesFrame(text: string): Frame {
  const problems = new Problems();
  const lines = text.split('\n');
  const rows: JsonObject[] = [];
  lines.forEach((line, place) => {
    if (line.trim() === '' || problems.isFull) return;
    const row = parseLine(line);
    if (row !== undefined) rows.push(row);
    else if (place < lines.length - 1) problems.add(place, 'expected an object of JSON');
    else if (rows.length === 0) problems.addAt('data', 'expected JSON: the text is cut off or damaged');
  });
  return rowsFrame(rows, problems);
}

function parseLine(line: string): JsonObject | undefined {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isObject(row)) return undefined;
  const large = Object.keys(row).filter((name) => isLargeInteger(row[name]));
  if (large.length === 0) return row;
  keepExactIntegers(row, line);
  return { ...row, ...Object.fromEntries(large.map((name) => [name, exactInt64(row, name) ?? row[name]])) };
}
