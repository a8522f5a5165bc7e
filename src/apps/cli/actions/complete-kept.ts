import type { AddressOptions } from '../../terminal/client-options.js';
import type { CommandIo } from '../../terminal/command-io.js';
import { withKeptFleet } from '../state/kept-fleet.js';
import { namedIds } from '../state/match-kept.js';
import { findDirectory, type StateOptions } from '../state/state-directory.js';

export type KeptOptions = AddressOptions & StateOptions;

export interface KeptWord {
  readonly value: string;
  readonly description: string;
}

/** A shell would run parts of other names, which the service sends. */
const PLAIN = /^[\w.:@+-]+$/;

/**
 * Completes a kept name or id. Without a name that fits, and where the state cannot be read, there are no words.
 *
 * @param current the beginning that was typed
 */
export async function completeKept(io: CommandIo, current: string, options: KeptOptions): Promise<readonly KeptWord[]> {
  // A completion asks for nothing on the terminal.
  const silent = { ...io, stdin: { isTTY: false } as NodeJS.ReadStream };
  const kept = await findDirectory(silent, options)
    .then((directory) => withKeptFleet(silent, { directory, json: true }, async (fleet) => namedIds(fleet)))
    .catch(() => []);
  return kept
    .flatMap(({ id, name }) => [
      ...(name === undefined ? [] : [{ value: name, description: id }]),
      // Ids are long: a person who types one has begun with it.
      ...(name === undefined || current !== '' ? [{ value: id, description: name ?? '' }] : []),
    ])
    .filter(({ value, description }) => value.startsWith(current) && PLAIN.test(value) && !/[\t\n]/.test(description));
}
