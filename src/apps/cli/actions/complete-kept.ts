import type { AddressOptions } from '../../terminal/client-options.js';
import { printable } from '../../../format/printable.js';
import type { CommandIo } from '../../terminal/command-io.js';
import { openCopyOfStore, withKeptFleet } from '../state/kept-fleet.js';
import { namedIds } from '../state/find-kept.js';
import { findDirectory, type StateOptions } from '../state/state-directory.js';

/** A shell would run parts of other names, which the service sends. */
const PLAIN = /^\w[\w.:@+-]*$/;

/** @returns no words where the state cannot be read */
export async function completeKept(io: CommandIo, current: string, options: AddressOptions & StateOptions) {
  // A completion must not prompt for credentials.
  const silent = { ...io, stdin: { isTTY: false } as NodeJS.ReadStream };
  const kept = await findDirectory(silent, options)
    .then((directory) =>
      withKeptFleet(silent, { directory, json: true, openStore: openCopyOfStore }, async (fleet) => namedIds(fleet)),
    )
    .catch(() => []);
  return kept
    .flatMap(({ id, name = '' }) => {
      const isPlain = PLAIN.test(name);
      return [
        ...(isPlain ? [{ value: name, description: id }] : []),
        // Ids are long: a person who types one has begun with it.
        ...(!isPlain || current !== '' ? [{ value: id, description: printable(name) }] : []),
      ];
    })
    .filter(({ value }) => value.startsWith(current) && PLAIN.test(value));
}
