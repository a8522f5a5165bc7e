import { writeSync } from 'node:fs';

/** Appends lines to files. A line that a full disk cuts is completed before the next line. */
export interface LineAppender {
  /** @throws Error if nothing of the line could be written; then the line is lost */
  append(fd: number, line: string): void;
}

/** @param write writes some of the bytes, and returns how many */
export function createLineAppender(write: (fd: number, bytes: Uint8Array) => number = writeSync): LineAppender {
  /** The bytes of a cut line that are not written yet. */
  let rest: Uint8Array = new Uint8Array();

  function writeRest(fd: number): void {
    while (rest.length > 0) rest = rest.subarray(write(fd, rest));
  }

  return {
    append(fd, line) {
      writeRest(fd);
      const bytes = Buffer.from(line);
      rest = bytes;
      try {
        writeRest(fd);
      } catch (error) {
        if (rest.length < bytes.length) return;
        rest = new Uint8Array();
        throw error;
      }
    },
  };
}
