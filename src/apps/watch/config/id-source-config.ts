import * as v from 'valibot';
import { allowHttp, bearer, env } from './channel-schema.js';
import { command, described, duration, httpUrl, list, optional, path, ratio, text, withDefault } from './fields.js';
import { parseJson } from '../../../core/wire/parse-json.js';
import { idProblem } from '../../terminal/id-problem.js';

const id = v.pipe(
  // YAML reads 0123 and 1e5 as numbers.
  v.string('an id as a text; put quotes around it'),
  v.check(
    (given) => idProblem(given) === undefined,
    ({ input }) => `an id, which ${idProblem(input)}`,
  ),
);
const sourceName = optional(
  v.pipe(text, v.maxLength(100, 'at most 100 characters')),
  'Identifies the source in logs, and in the record of the ids that it gave. Default: its type and its target',
);
const removeAtMost = withDefault(
  ratio(1),
  0.5,
  'The largest share of its ids that one answer may remove. An answer that lacks more removes none.',
);
const every = (byDefault: '5s' | '1m') =>
  withDefault(duration('1s', '24h'), byDefault, 'The interval between two reads.');
const timeout = withDefault(duration('100ms', '10m'), '30s', 'The deadline of one read.');
const asked = { every: every('1m'), timeout, removeAtMost };

const A_SOURCE = 'an object such as { type: list, ids: ["…"] }';

export const idSourceSchema = v.variant(
  'type',
  [
    v.strictObject({
      type: v.literal('list'),
      name: sourceName,
      ids: described(list(id, 'ids'), 'The ids of databases.'),
    }),
    v.strictObject({
      type: v.literal('file'),
      name: sourceName,
      path: described(path, 'A file with one id a line, a JSON array, or {"ids": [...]}. It is read when it changes.'),
      every: every('5s'),
      removeAtMost,
    }),
    v.strictObject({
      type: v.literal('command'),
      name: sourceName,
      command: described(
        command,
        'A program and its arguments. No shell reads them. It prints what a file would contain.',
      ),
      env,
      ...asked,
    }),
    v.strictObject({
      type: v.literal('http'),
      name: sourceName,
      url: described(httpUrl, 'Answers a JSON array of ids, or {"ids": [...]}.'),
      ...bearer,
      allowHttp,
      ...asked,
    }),
  ],
  ({ path: at }) => (at === undefined ? A_SOURCE : 'list, file, command or http'),
);

export type IdSourceConfig = v.InferOutput<typeof idSourceSchema>;

/** Identifies the source in the record of given ids. */
export function sourceNameOf(source: IdSourceConfig): string {
  if (source.name !== undefined) return source.name;
  if (source.type === 'list') return 'list';
  if (source.type === 'file') return `file ${source.path}`;
  if (source.type === 'command') return `command ${source.command[0]}`;
  // A query may contain a token.
  const { origin, pathname } = new URL(source.url);
  return `http ${origin}${pathname}`;
}

export interface IdAnswer {
  readonly ids: readonly string[];
  /** The problems of the ids that were left out, such as `line 2 must not contain a space`. Contains no id. */
  readonly invalid: readonly string[];
}

/** A source did not answer, or its answer is not a list of ids. The message contains nothing of the answer. */
export class IdSourceError extends Error {}

/**
 * Reads ids: one a line, a JSON array of strings, or a JSON object with such an array as `ids`. Lines may have comments
 * from `#` on.
 * @param jsonOnly whether a text that is not JSON, such as a page of HTML, is an error
 * @throws IdSourceError
 */
export function parseIds(content: string, jsonOnly = false): IdAnswer {
  const placed = placeIds(content, jsonOnly);
  if (placed === undefined) throw new IdSourceError('expected a JSON array of ids, or {"ids": [...]}');
  const invalid: string[] = [];
  const ids = new Set<string>();
  for (const { id, place } of placed) {
    const problem = idProblem(id);
    if (problem === undefined) ids.add(id as string);
    else invalid.push(`${place}: ${problem}`);
  }
  return { ids: [...ids], invalid };
}

/** Finds the ids of a text, unchecked, with their places. @returns `undefined` for JSON without a list of ids */
export function placeIds(content: string, jsonOnly = false): { id: unknown; place: string }[] | undefined {
  const text = content.replace(/^\uFEFF/, '').trimEnd();
  if (!jsonOnly && !/^\s*[[{]/.test(text))
    return text
      .split('\n')
      .map((line, at) => ({ id: line.trim().replace(/(?:^|\s+)#.*$/, ''), place: `line ${at + 1}` }))
      .filter(({ id }) => id !== '');
  const parsed = parseJson(text);
  const list = Array.isArray(parsed) ? parsed : (parsed as { readonly ids?: unknown } | null | undefined)?.ids;
  return Array.isArray(list) ? list.map((id: unknown, at) => ({ id, place: `item ${at + 1}` })) : undefined;
}
