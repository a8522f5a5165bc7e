import { getSystemErrorMap } from 'node:util';

/** Shorter or plainer than the words of the system. */
const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'it is a directory',
};

/** Says in words why the system refused an operation, such as `permission denied`. */
export function describeSystemError(error: unknown): string {
  const { code = '', errno = 0 } = error as NodeJS.ErrnoException;
  const [, words] = getSystemErrorMap().get(errno) ?? [];
  return WORDS[code] ?? words ?? (code || 'unknown error');
}
