import { readFile, stat } from 'node:fs/promises';
import { formatBytes } from '../../../format/quantities.js';
import { describeSystemError } from '../../../monitor/system/describe-system-error.js';

/** A file cannot be read. The message says why and does not name the file. */
export class FileProblem extends Error {
  constructor(reason: string) {
    super(`cannot read the file: ${reason}`);
  }
}

export type ReadFile = (path: string, maxBytes: number) => Promise<Buffer>;

/** Reads a regular file. A device or a pipe is not opened: that could have effects, or wait for a writer. */
export async function readRegularFile(path: string, maxBytes: number): Promise<Buffer> {
  try {
    const facts = await stat(path);
    if (facts.isDirectory()) throw new FileProblem('it is a directory');
    if (!facts.isFile()) throw new FileProblem('it is not a regular file');
    if (facts.size > maxBytes) throw new FileProblem(`it is larger than ${formatBytes(maxBytes)}`);
    return await readFile(path);
  } catch (error) {
    throw error instanceof FileProblem ? error : new FileProblem(describeSystemError(error));
  }
}
