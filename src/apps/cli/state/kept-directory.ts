import { printNotice, type CommandIo } from '../../terminal/command-io.js';
import { chosenDirectory, directoryOfAccount, type Account, type StateOptions } from './state-directory.js';

/**
 * Returns the directory of the kept ids for a command that also works without one, `undefined` if nothing is kept. Prints
 * a notice if the package that stores them is not installed.
 */
export async function keptDirectory(
  io: CommandIo,
  options: StateOptions & { readonly json?: true },
  account: Account,
): Promise<string | undefined> {
  const chosen = chosenDirectory(io, options);
  if (chosen === false) return undefined;
  if (await canKeep()) return chosen ?? directoryOfAccount(account);
  printNotice(io, options.json, NOT_KEPT);
  return undefined;
}

/** Whether the optional package is installed that stores a state. */
async function canKeep(): Promise<boolean> {
  return import('classic-level').then(
    () => true,
    () => false,
  );
}

const NOT_KEPT =
  'the ids are not kept for the next start, because the package classic-level is not installed: npm install classic-level';
