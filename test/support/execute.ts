import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a program to its end. Rejects if it fails, with its output in the error. */
export const execute = promisify(execFile);

/** Whether a program starts, and ends without an error. */
export function succeeds(program: string, parameters: readonly string[]): Promise<boolean> {
  return execute(program, [...parameters]).then(
    () => true,
    () => false,
  );
}
