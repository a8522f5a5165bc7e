import { FleetError, usageOf, type UsageSample } from '../../../index.js';
import { identifierProblem } from '../../../core/wire/identifier.js';
import { printable } from '../../../format/printable.js';
import { UsageError } from '../../terminal/command-errors.js';
import type { CommandIo } from '../../terminal/command-io.js';
import { openCopyOfStore, withKeptFleet, type KeptFleetOptions } from './kept-fleet.js';
import { matchKept, namedIds } from './match-kept.js';

/** The database that a word of the command line means, and what this machine keeps of it. */
export interface FoundDatabase {
  readonly id: string;
  readonly usage?: UsageSample | undefined;
  /** Absent for a word that matches nothing, and is taken for an id. */
  readonly isKept?: true;
  /** Why the kept names could not be read, so that the word was taken for an id. */
  readonly unreadable?: FleetError;
}

/**
 * Finds a database by its id, its kept name, or the beginning of one of them. A word that matches nothing is an id that
 * this machine does not keep.
 *
 * @throws UsageError if several databases match, or if the word matches none and is no id
 */
export async function findKept(
  io: CommandIo,
  word: string,
  state: Pick<KeptFleetOptions, 'directory' | 'json'>,
): Promise<FoundDatabase> {
  const found = await withKeptFleet(
    io,
    { ...state, openStore: openCopyOfStore },
    async (fleet): Promise<FoundDatabase | undefined> => {
      const id = matchKept(word, namedIds(fleet));
      return id === undefined ? undefined : { id, isKept: true, usage: usageOf(fleet, 'database', id).value };
    },
  ).catch((error: unknown): FoundDatabase => {
    // An id can be asked for all the same.
    if (!(error instanceof FleetError)) throw error;
    return { id: word, unreadable: error };
  });
  const problem = identifierProblem(found?.id ?? word);
  if (problem !== undefined) {
    const why = found?.unreadable === undefined ? '' : ` The kept names could not be read: ${found.unreadable.message}`;
    throw new UsageError(`${printable(word)} is neither a kept name nor an id: an identifier ${problem}.${why}`);
  }
  return found ?? { id: word };
}

/**
 * Makes the handler of a failed read of a database. The error of an unknown id names the id: `get-database: refused
 * (status 404)` would not say which id of a script is wrong.
 */
export function nameUnknownId({ id, unreadable }: FoundDatabase): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof FleetError) || error.code !== 'not-found') throw error;
    const { operation, status } = error;
    const names = unreadable === undefined ? '' : `. The kept names could not be read: ${unreadable.message}`;
    throw new FleetError('not-found', operation, `the service does not know the id ${id} (status ${status})${names}`, {
      status,
    });
  };
}
