import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { idProblem } from '../../terminal/id-problem.js';
import { placeIds } from '../../watch/config/id-source-config.js';
import { UsageError } from '../../terminal/command-errors.js';
import type { CommandIo } from '../../terminal/command-io.js';

/** More problems mean that the file contains something else. */
const MAX_PROBLEMS = 5;

/** Adds the ids of `--ids` to those of the arguments. @throws UsageError as `readIds`, and if `-` is a terminal */
export async function allIds(io: CommandIo, named: readonly string[], file?: string): Promise<readonly string[]> {
  if (file === undefined) return named;
  // After the end of the ids, the terminal could neither answer a prompt nor press keys.
  if (file === '-' && io.stdin.isTTY === true)
    throw new UsageError('Cannot read ids from a terminal: pass them as arguments, or send them through a pipe.');
  return [...named, ...(await readIds(io, file))];
}

/** @param file the path; `-` reads stdin @throws UsageError with each line that is not an identifier */
export async function readIds({ stdin }: CommandIo, file: string): Promise<string[]> {
  const content = await (file === '-' ? text(stdin) : readFile(file, 'utf8')).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`Cannot read ${file}: ${error.code ?? 'unknown error'}.`);
  });
  const source = file === '-' ? 'stdin' : file;
  const placed = placeIds(content);
  if (placed === undefined)
    throw new UsageError(`Invalid ${source}: expected one id a line, a JSON array of ids, or {"ids": […]}.`);
  const problems = placed.flatMap(({ id, place }) => {
    const problem = idProblem(id);
    return problem === undefined ? [] : [`Invalid ${place} of ${source}: an identifier ${problem}.`];
  });
  if (problems.length > MAX_PROBLEMS)
    problems.splice(MAX_PROBLEMS, Infinity, `${problems.length - MAX_PROBLEMS} more.`);
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return [...new Set(placed.map(({ id }) => id as string))];
}
