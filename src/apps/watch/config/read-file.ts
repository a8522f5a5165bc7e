import { constants, type Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { formatBytes } from '../../../format/quantities.js';
import { describeSystemError } from '../../../monitor/system/describe-system-error.js';

/** A file cannot be read. The message says why and does not name the file. */
export class FileProblem extends Error {
  constructor(reason: string) {
    super(`cannot read the file: ${reason}`);
  }
}

export type ReadFile = (path: string, maxBytes: number) => Promise<Buffer>;

/**
 * Reads a regular file. It never waits for the writer of a pipe, and never reads more than the limit: the size that the
 * system reports for the files of `/proc` is 0.
 */
export async function readRegularFile(path: string, maxBytes: number): Promise<Buffer> {
  try {
    // Opening a device can have effects.
    refuseOthers(await stat(path));
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      // Another file may have taken its place.
      refuseOthers(await file.stat());
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of file.createReadStream({ autoClose: false })) {
        chunks.push(chunk as Buffer);
        bytes += (chunk as Buffer).length;
        if (bytes > maxBytes) throw new FileProblem(`it is larger than ${formatBytes(maxBytes)}`);
      }
      return Buffer.concat(chunks);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw error instanceof FileProblem ? error : new FileProblem(describeSystemError(error));
  }
}

function refuseOthers(facts: Stats): void {
  if (facts.isDirectory()) throw new FileProblem('it is a directory');
  if (!facts.isFile()) throw new FileProblem('it is not a regular file');
}
