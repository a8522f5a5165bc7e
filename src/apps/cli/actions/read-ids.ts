import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { identifierProblem } from '../../../core/wire/identifier.js';
import { parseJson } from '../../../core/wire/parse-json.js';
import { UsageError } from '../../terminal/command-errors.js';
import type { CommandIo } from '../../terminal/command-io.js';

/** An id and its place in the file, such as `line 2`. */
interface PlacedId {
  readonly id: unknown;
  readonly place: string;
}

/** More problems mean that the file contains something else. */
const MAX_PROBLEMS = 5;

/**
 * Reads identifiers from a file: one per line, or a JSON array of strings. Ignores empty lines, and comments from `#`
 * to the end of the line.
 *
 * @param file the path; `-` reads stdin.
 * @throws UsageError if the file cannot be read, or with each line that is not an identifier.
 */
export async function readIds({ stdin }: CommandIo, file: string): Promise<string[]> {
  const content = await (file === '-' ? text(stdin) : readFile(file, 'utf8')).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`Cannot read ${file}: ${error.code ?? 'unknown error'}.`);
  });
  const source = file === '-' ? 'stdin' : file;
  const trimmed = content.replace(/^\uFEFF/, '');
  const placed = trimmed.trimStart().startsWith('[') ? parseArray(trimmed, source) : parseLines(trimmed);
  const problems = placed.flatMap(({ id, place }) => {
    const problem = problemOf(id);
    return problem === undefined ? [] : [`Invalid ${place} of ${source}: an identifier ${problem}.`];
  });
  if (problems.length > MAX_PROBLEMS)
    problems.splice(MAX_PROBLEMS, Infinity, `${problems.length - MAX_PROBLEMS} more.`);
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return [...new Set(placed.map(({ id }) => id as string))];
}

function parseLines(content: string): PlacedId[] {
  return content
    .split('\n')
    .map((line, at) => ({ id: line.trim().replace(/(?:^|\s+)#.*$/, ''), place: `line ${at + 1}` }))
    .filter(({ id }) => id !== '');
}

function parseArray(content: string, source: string): PlacedId[] {
  const items = parseJson(content);
  if (!Array.isArray(items)) throw new UsageError(`Invalid ${source}: it starts with [ and is not a JSON array.`);
  return items.map((id: unknown, at) => ({ id, place: `item ${at + 1}` }));
}

/** A space is possible in an id. In a file, it means that a line has more than the id. */
function problemOf(id: unknown): string | undefined {
  return identifierProblem(id) ?? (/\s/.test(id as string) ? 'must not contain a space' : undefined);
}
