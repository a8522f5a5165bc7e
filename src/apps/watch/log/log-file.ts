import { closeSync, fstatSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { createLineAppender } from './line-appender.js';
import type { LineWriter } from './line-writer.js';

const MAX_BYTES = 10 * 1024 * 1024;

/**
 * Appends lines to a file that only this user can read. At 10 MiB the file is renamed to `….1`, and a new file begins.
 * While the file cannot be written, lines are lost.
 */
export function createLogFile(path: string): LineWriter & { close(): void } {
  let appender = createLineAppender();
  let fd: number | undefined;
  let bytes = 0;
  let lost = 0;

  function close(): void {
    if (fd !== undefined) closeSync(fd);
    fd = undefined;
  }
  function open(): number {
    if (fd !== undefined && bytes > MAX_BYTES) {
      close();
      renameSync(path, `${path}.1`);
    }
    if (fd !== undefined) return fd;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    fd = openSync(path, 'a', 0o600);
    appender = createLineAppender();
    bytes = fstatSync(fd).size;
    return fd;
  }

  return {
    write(line) {
      try {
        appender.append(open(), line);
        bytes += Buffer.byteLength(line);
      } catch {
        lost += 1;
      }
    },
    takeLost() {
      const count = lost;
      lost = 0;
      return count;
    },
    close,
  };
}
