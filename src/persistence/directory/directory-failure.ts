import { FleetError } from '../../core/shared/fleet-error.js';
import { StorageFailure } from '../engine.js';

/** Why a directory cannot be used. The message completes the sentence "The directory … cannot be used: ". */
export class DirectoryProblem extends Error {}

export class DirectoryInUse extends DirectoryProblem {
  constructor() {
    super('another process or store uses it; close that one first, or choose another directory');
  }
}

const PROBLEMS: Readonly<Record<string, string>> = {
  EEXIST: 'it is not a directory',
  ENOTDIR: 'it is not a directory',
  EACCES: 'this user has no permission for it',
  EPERM: 'this user has no permission for it',
  EROFS: 'it cannot be written',
  ENOSPC: 'there is no room on its disk',
  EDQUOT: 'there is no room on its disk',
  ENOENT: 'it cannot be created',
};

export function openingError(directory: string, error: unknown): FleetError {
  const code = error instanceof DirectoryInUse ? 'in-use' : 'storage';
  return new FleetError(code, 'configure', openingProblem(directory, error));
}

export function openingProblem(directory: string, error: unknown): string {
  const code = codeOf(error);
  const problem = error instanceof DirectoryProblem ? error.message : (PROBLEMS[code] ?? code);
  return `The directory ${directory} cannot be used: ${problem}.`;
}

export function readingError(path: string, error: unknown): StorageFailure {
  const problem = `The last records could not be read from the directory ${path} (${codeOf(error)}).`;
  return new StorageFailure('failed', `${problem} Close the store, and open it again.`);
}

export function writingError(path: string, error: unknown): StorageFailure {
  if (error instanceof StorageFailure) return error;
  const code = codeOf(error);
  return FULL.has(code)
    ? new StorageFailure('full', `There is no room for a change in the directory ${path}.`)
    : new StorageFailure('failed', `A change could not be saved (${code}) in the directory ${path}.`);
}

export function goneError(path: string): StorageFailure {
  const problem = `The directory ${path} was removed, moved or replaced while it was in use.`;
  return new StorageFailure('failed', `${problem} Nothing can be stored there, and its values may be lost.`);
}

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** LevelDB reports an error of the system only as text. */
const SYSTEM_ERRORS: readonly (readonly [RegExp, string])[] = [
  [/no space left/i, 'ENOSPC'],
  [/quota exceeded/i, 'EDQUOT'],
  [/file too large/i, 'EFBIG'],
  [/permission denied/i, 'EACCES'],
  [/operation not permitted/i, 'EPERM'],
  [/read-only file system/i, 'EROFS'],
  [/too many open files/i, 'EMFILE'],
  [/cannot allocate memory/i, 'ENOMEM'],
];

function codeOf(error: unknown): string {
  const { cause, code, message } = error as NodeJS.ErrnoException;
  const found = SYSTEM_ERRORS.find(([pattern]) => pattern.test(message ?? ''));
  if (found !== undefined) return found[1];
  return cause === undefined ? (code ?? 'unknown error') : codeOf(cause);
}

/** The result of work with a file or a folder; `undefined` if it is absent. */
export async function ifPresent<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    return undefined;
  });
}

/** Whether an error comes from the state of the system, such as a full disk, and says nothing about the data. */
export function isSystemError(error: unknown): boolean {
  const code = codeOf(error);
  return SYSTEM_ERRORS.some(([, known]) => known === code);
}
