import { type Fleet, FleetError, usageOf, type UsageSample } from '../../../index.js';
import { identifierProblem } from '../../../core/wire/identifier.js';
import { printable } from '../../../format/printable.js';
import { nameOfRecord } from '../../../format/record-name.js';
import type { AddressOptions } from '../../terminal/client-options.js';
import { UsageError } from '../../terminal/command-errors.js';
import { printNotice, type CommandIo } from '../../terminal/command-io.js';
import { type KeptFleetOptions, openCopyOfStore, withKeptFleet } from './kept-fleet.js';
import { findDirectory, type StateOptions } from './state-directory.js';

export interface FoundDatabase {
  readonly id: string;
  /** The usage that this machine keeps of the database. Absent if it keeps none, or cannot read it. */
  readonly usage?: UsageSample | undefined;
}

/**
 * Finds the kept database that a word means. A word that matches nothing is taken for an id that is not kept.
 *
 * @throws UsageError if the word is not an id either, or matches several databases
 */
export async function findKept(
  io: CommandIo,
  word: string,
  state: Pick<KeptFleetOptions, 'directory' | 'json'>,
): Promise<FoundDatabase> {
  const copy = { ...state, openStore: openCopyOfStore };
  const found = await withKeptFleet(io, copy, async (fleet): Promise<FoundDatabase> => {
    const id = matchKept(word, namedIds(fleet));
    return id === undefined ? { id: word } : { id, usage: usageOf(fleet, 'database', id).value };
  }).catch((error: unknown): FoundDatabase => {
    if (!(error instanceof FleetError)) throw error;
    // The command can still use an id.
    printNotice(io, state.json, `The kept names cannot be read: ${error.message}`);
    return { id: word };
  });
  const problem = identifierProblem(found.id);
  if (problem !== undefined)
    throw new UsageError(`${printable(word)} is neither a kept name nor an id: an identifier ${problem}.`);
  return found;
}

/** Names the unknown id: `get-database: refused (status 404)` would not say which id of a script is wrong. */
export function nameUnknownId({ id }: FoundDatabase): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof FleetError) || error.code !== 'not-found') throw error;
    const { operation, status } = error;
    const message = `the service does not know the id ${id} (status ${status})`;
    throw new FleetError('not-found', operation, message, { status });
  };
}

export interface NamedId {
  readonly id: string;
  /** Absent while no record is kept. */
  readonly name?: string | undefined;
}

/** The names are those of the last records. */
export function namedIds({ databases }: Fleet): readonly NamedId[] {
  return databases.tracked.value.map((id) => ({ id, name: nameOfRecord(databases.record(id).value) }));
}

/** More lines would hide the message above them. */
const MAX_LISTED = 10;

/**
 * Finds the kept database with this id or name, or else the database whose id or name begins with the word.
 *
 * @returns the id; `undefined` if nothing matches
 * @throws UsageError with the matches if there are several
 */
export function matchKept(word: string, kept: readonly NamedId[]): string | undefined {
  if (word === '') throw new UsageError('The id is empty. Pass an id, a kept name, or the beginning of one of them.');
  if (kept.some(({ id }) => id === word)) return word;
  const equal = kept.filter(({ name }) => name === word);
  const matches =
    equal.length > 0 ? equal : kept.filter(({ id, name }) => id.startsWith(word) || name?.startsWith(word));
  if (matches.length < 2) return matches[0]?.id;
  const listed = matches.slice(0, MAX_LISTED).map(({ id, name = '' }) => `  ${printable(id)}  ${printable(name)}`);
  const more = matches.length - listed.length;
  throw new UsageError(
    [
      `${printable(word)} is the ${equal.length > 0 ? 'name' : 'beginning'} of ${matches.length} kept databases. Pass an id:`,
      ...listed.map((line) => line.trimEnd()),
      ...(more > 0 ? [`  and ${more} more: fleetglass ids list shows all`] : []),
    ].join('\n'),
  );
}

/** A shell would run parts of other names, which the service sends. */
const PLAIN = /^\w[\w.:@+-]*$/;

/** Returns the kept names and ids that begin with a word; none if the state cannot be read. */
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
        // Ids are long, so they are offered only after their first characters, or for a name that is not plain.
        ...(!isPlain || current !== '' ? [{ value: id, description: printable(name) }] : []),
      ];
    })
    .filter(({ value }) => value.startsWith(current) && PLAIN.test(value));
}
