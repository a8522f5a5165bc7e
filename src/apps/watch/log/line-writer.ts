import { fstatSync } from 'node:fs';
import { createLineAppender } from './line-appender.js';

/** Where lines are written. It never throws, and never waits for a reader that does not read. */
export interface LineWriter {
  write(line: string): void;
  /** The number of lines that could not be written, since the last call. */
  takeLost(): number;
}

type Output = Pick<NodeJS.WriteStream, 'write' | 'writableLength' | 'on'> & { readonly fd?: number };

/** A reader that falls further behind loses lines, because the memory of a daemon is bounded. */
const MAX_BUFFERED = 1024 * 1024;

/** Writes lines to stdout. Its errors, such as a full disk, cost lines and nothing else. */
export function createLineWriter(output: Output): LineWriter {
  let lost = 0;
  const takeLost = (): number => {
    const count = lost;
    lost = 0;
    return count;
  };
  const { fd } = output;
  if (fd !== undefined && isFile(fd)) {
    // Node's stream of a file ends for good at the first error. A disk that is full has room later.
    const appender = createLineAppender();
    const write = (line: string): void => {
      try {
        appender.append(fd, line);
      } catch {
        lost += 1;
      }
    };
    return { write, takeLost };
  }
  output.on('error', () => (lost += 1));
  return {
    write(line) {
      if (output.writableLength > MAX_BUFFERED) lost += 1;
      else output.write(line);
    },
    takeLost,
  };
}

/** Whether writes never wait for a reader. Pipes and sockets are streams. */
function isFile(fd: number): boolean {
  try {
    const facts = fstatSync(fd);
    return !facts.isFIFO() && !facts.isSocket();
  } catch {
    return false;
  }
}
