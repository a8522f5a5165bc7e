import { resolveUnconfirmedCreate, unconfirmedCreatesOf, type Fleet } from '../../../index.js';
import { printable } from '../../../format/printable.js';
import type { AddressOptions } from '../../terminal/client-options.js';
import { UsageError } from '../../terminal/command-errors.js';
import { renderOptionsOf, type CommandIo, formatJson, formatJsonLine, printResult } from '../../terminal/command-io.js';
import { countOf } from '../../../format/quantities.js';
import { wrapText } from '../../terminal/text.js';
import { renderIds } from '../render/render-list.js';
import { openStoreToRead, withKeptFleet, type KeptFleetOptions } from '../state/kept-fleet.js';
import { matchKept, namedIds, type NamedId } from '../state/find-kept.js';
import { findDirectory, type StateOptions } from '../state/state-directory.js';

interface IdsOptions extends AddressOptions, StateOptions {
  readonly json?: true;
}

export async function listIds(io: CommandIo, options: IdsOptions): Promise<void> {
  const kept = await readKept(io, options);
  const { directory, ids, unconfirmed } = kept;
  const document = { directory, ids: ids.map(({ id }) => id), unconfirmed };
  printResult(io, options.json, document, (shown) => renderIds(kept, shown));
}

export async function exportIds(io: CommandIo, options: IdsOptions): Promise<void> {
  const ids = (await readKept(io, options)).ids.map(({ id }) => id);
  io.stdout.write(options.json ? `${formatJson(ids)}\n` : ids.map((id) => `${printable(id)}\n`).join(''));
}

async function readKept(io: CommandIo, options: IdsOptions) {
  const directory = await findDirectory(io, options);
  const state = { directory, json: options.json, openStore: openStoreToRead };
  return withKeptFleet(io, state, async (fleet) => ({
    directory,
    ids: namedIds(fleet),
    unconfirmed: unconfirmedCreatesOf(fleet).value,
  }));
}

export async function importIds(io: CommandIo, file: string, options: IdsOptions): Promise<void> {
  // Reports a missing account before the file is read.
  const state = await findDirectory(io, options);
  // Loaded by this command only, so that the others start faster.
  const { readIds } = await import('./read-ids.js');
  await addIds(io, await readIds(io, file), { ...options, state });
}

export async function addIds(io: CommandIo, given: readonly string[], options: IdsOptions): Promise<void> {
  await changeIds(io, { ...options, makesDirectory: true }, ({ databases }) => {
    const { fresh: added, known: unchanged } = partition(given, databases.tracked.value);
    databases.add(given);
    return {
      facts: { added, unchanged },
      sentences: [`Added ${countOf(added.length, 'id')}.`, ...sentenceOf(unchanged, 'there already')],
    };
  });
}

/** @param words ids or kept names of databases, or the beginning of one */
export async function removeIds(io: CommandIo, words: readonly string[], options: IdsOptions): Promise<void> {
  await changeIds(io, options, (fleet) => {
    const kept = namedIds(fleet);
    const given = words.map((word) => matchKept(word, kept) ?? word);
    const { fresh: unchanged, known: removed } = partition(given, fleet.databases.tracked.value);
    fleet.databases.remove(removed);
    return {
      facts: { removed, unchanged },
      sentences: [`Removed ${describeRemoved(removed, kept)}.`, ...sentenceOf(unchanged, 'not kept')],
    };
  });
}

/** Names each removed id and database, because the beginning of an id may have meant another one. */
function describeRemoved(removed: readonly string[], kept: readonly NamedId[]): string {
  if (removed.length === 0) return countOf(removed.length, 'id');
  const named = removed.map((id) => {
    const { name } = kept.find((each) => each.id === id) ?? {};
    return name === undefined ? id : `${id} (${name})`;
  });
  return `${countOf(removed.length, 'id')}: ${named.join(', ')}`;
}

/** Records the outcome of an unconfirmed create. @param id the id of the database, if it exists */
export async function resolveCreate(
  io: CommandIo,
  key: string,
  id: string | undefined,
  options: IdsOptions,
): Promise<void> {
  await changeIds(io, options, (fleet) => {
    if (unconfirmedCreatesOf(fleet).value.every((create) => create.key !== key))
      throw new UsageError(`No unconfirmed create has the key ${key}. \`fleetglass list\` shows the keys.`);
    resolveUnconfirmedCreate(fleet, key, id);
    const outcome = id === undefined ? ': no database was created.' : `. Added 1 id.`;
    return {
      facts: { resolved: key, added: id === undefined ? [] : [id] },
      sentences: [`The create is resolved${outcome}`],
    };
  });
}

interface Change {
  readonly facts: object;
  readonly sentences: readonly string[];
}

type ChangeOptions = IdsOptions & Pick<KeptFleetOptions, 'makesDirectory'>;

async function changeIds(io: CommandIo, options: ChangeOptions, change: (fleet: Fleet) => Change): Promise<void> {
  const directory = await findDirectory(io, options);
  await withKeptFleet(io, { ...options, directory }, async (fleet, signal) => {
    const { facts, sentences } = change(fleet);
    await fleet.flush({ signal });
    const kept = fleet.databases.tracked.value;
    const words = [...sentences, `${countOf(kept.length, 'id is', 'ids are')} kept in ${directory}.`];
    const { columns } = renderOptionsOf(io, io.stdout);
    const text = options.json
      ? formatJsonLine({ ...facts, directory })
      : wrapText(words.map(printable).join(' '), columns).join('\n');
    io.stdout.write(`${text}\n`);
  });
}

function partition(given: readonly string[], kept: readonly string[]): { fresh: string[]; known: string[] } {
  const before = new Set(kept);
  const ids = [...new Set(given)];
  return { fresh: ids.filter((id) => !before.has(id)), known: ids.filter((id) => before.has(id)) };
}

function sentenceOf(ids: readonly string[], predicate: string): string[] {
  return ids.length === 0 ? [] : [`${countOf(ids.length, 'id was', 'ids were')} ${predicate}.`];
}
