import * as v from 'valibot';
import { identifierProblem } from '../../../core/wire/identifier.js';
import { command, described, duration, httpUrl, list, optional, path, ratio, text, withDefault } from './fields.js';

/** Returns why a value is not the id of a database, or `undefined` for an id. A space means that a line has more than the id. */
export function idProblem(id: unknown): string | undefined {
  return identifierProblem(id) ?? (/\s/.test(id as string) ? 'must not contain a space' : undefined);
}

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
  'The largest share of its ids that one answer may remove. An answer that lacks more removes none. Default: 0.5',
);
const every = (byDefault: '5s' | '1m') =>
  withDefault(duration('1s', '24h'), byDefault, `The interval between two reads. Default: ${byDefault}`);
const timeout = withDefault(duration('100ms', '10m'), '30s', 'The deadline of one read. Default: 30s');

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
      every: every('1m'),
      timeout,
      removeAtMost,
    }),
    v.strictObject({
      type: v.literal('http'),
      name: sourceName,
      url: described(httpUrl, 'Answers a JSON array of ids, or {"ids": [...]}.'),
      token: optional(text, 'Sent as Authorization: Bearer.'),
      tokenFile: optional(path, 'A file with the token.'),
      every: every('1m'),
      timeout,
      removeAtMost,
    }),
  ],
  'list, file, command or http',
);

export type IdSourceConfig = v.InferOutput<typeof idSourceSchema>;

/** The name of a source: chosen, or its type and target. It identifies the source in the record of given ids. */
export function sourceNameOf(source: IdSourceConfig): string {
  return source.name ?? `${source.type}${targetOf(source)}`;
}

function targetOf(source: IdSourceConfig): string {
  if (source.type === 'list') return '';
  if (source.type === 'file') return ` ${source.path}`;
  if (source.type === 'command') return ` ${source.command[0]}`;
  // A query may contain a token.
  const { origin, pathname } = new URL(source.url);
  return ` ${origin}${pathname}`;
}
