import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { identifierProblem } from '../../../core/api/identifier.js';
import type { CommandIo } from '../../terminal/command-io.js';
import { UsageError } from '../../terminal/usage-error.js';

/**
 * Reads identifiers, one a line; empty lines are none.
 *
 * @param file its path; `-` is stdin.
 * @throws UsageError that names the line of one that cannot be one, or says that the file cannot be read.
 */
export async function readIds({ stdin }: CommandIo, file: string): Promise<string[]> {
  const content = await (file === '-' ? text(stdin) : readFile(file, 'utf8')).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read: ${error.code ?? 'unknown error'}.`);
  });
  const lines = content.split('\n').map((line) => line.trim());
  for (const [at, line] of lines.entries()) {
    const problem = line === '' ? undefined : identifierProblem(line);
    if (problem !== undefined) throw new UsageError(`Line ${at + 1} of ${file}: an identifier ${problem}.`);
  }
  return lines.filter((line) => line !== '');
}
