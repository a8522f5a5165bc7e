import type { Fleet } from '../../../index.js';
import { printable } from '../../../format/printable.js';
import { UsageError } from '../../terminal/command-errors.js';

export interface NamedId {
  readonly id: string;
  /** Absent while no record is kept. */
  readonly name?: string | undefined;
}

/** The names are those of the last records. In a record, any field except the id may be of another type. */
export function namedIds({ databases }: Fleet): readonly NamedId[] {
  return databases.tracked.value.map((id) => {
    const name: unknown = databases.record(id).value?.database_name;
    return { id, name: typeof name === 'string' && name !== '' ? name : undefined };
  });
}

/** More lines would hide the message above them. */
const MAX_LISTED = 10;

/**
 * Finds the kept database that a word of the command line means: its id, its name, or the beginning of one of them. An
 * equal id or name goes before a beginning.
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
