import { fstatSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a line, or calls `onLost` if that fails. It never throws, and never waits for a reader that does not read. */
export type LineWriter = (line: string, onLost: () => void) => void;

type Output = Pick<NodeJS.WriteStream, 'write' | 'writableLength' | 'on'> & { readonly fd?: number };

/** A reader that falls further behind loses lines, because the memory of a daemon is bounded. */
const MAX_BUFFERED = 1024 * 1024;

/** Writes lines to stdout. An error, such as a full disk, loses lines, and has no other effect. */
export function createLineWriter(output: Output): LineWriter {
  const { fd } = output;
  const facts = factsOf(fd);
  // Unlike a write to a pipe or a socket, a write to a file never waits for a reader. Node's stream of a file ends for
  // good at the first error. A disk that is full has room later.
  if (fd !== undefined && facts && !facts.isFIFO() && !facts.isSocket()) return createFileWriter(() => fd);
  // An error without a listener would end the process.
  output.on('error', () => {});
  return (line, onLost) => {
    if (output.writableLength > MAX_BUFFERED) onLost();
    else output.write(line, (error) => error && onLost());
  };
}

/**
 * Whether an output is the journal of systemd, which reads a priority such as `<3>` before a line. The variable has the
 * device and the inode of the socket, because programs that get another output inherit it.
 */
export function isJournal({ fd }: Output, { JOURNAL_STREAM }: NodeJS.ProcessEnv): boolean {
  const facts = factsOf(fd);
  return facts !== undefined && `${facts.dev}:${facts.ino}` === JOURNAL_STREAM;
}

/** Appends lines to a file that only this user can read. While the file cannot be written, lines are lost. */
export function createLogFile(path: string): LineWriter {
  let fd: number | undefined;
  return createFileWriter(() => {
    if (fd !== undefined) return fd;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return (fd = openSync(path, 'a', 0o600));
  });
}

function createFileWriter(open: () => number): LineWriter {
  /** Whether a disk that became full took only a part of the last line. The next one must not continue it. */
  let isCut = false;
  return (line, onLost) => {
    const bytes = Buffer.from(isCut ? `\n${line}` : line);
    try {
      isCut = writeSync(open(), bytes) < bytes.length;
      if (isCut) onLost();
    } catch {
      onLost();
    }
  };
}

function factsOf(fd: number | undefined) {
  try {
    return fd === undefined ? undefined : fstatSync(fd);
  } catch {
    return undefined;
  }
}
