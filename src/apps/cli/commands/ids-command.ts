import { resolveUnconfirmedCreate, unconfirmedCreatesOf } from '../../../core/fleet/unconfirmed-creates.js';
import type { Command } from 'commander';
import type { Fleet } from '../../../core/fleet/fleet.js';
import { printable } from '../../../format/printable.js';
import { addAddressOptions, type AddressOptions } from '../../terminal/client-options.js';
import { UsageError } from '../../terminal/command-errors.js';
import { renderOptionsOf, type CommandIo } from '../../terminal/command-io.js';
import { formatJson, formatJsonLine } from '../../terminal/format-json.js';
import { wrapText } from '../../terminal/wrap-text.js';
import { renderIds } from '../render/render-ids.js';
import { withKeptFleet } from '../state/kept-fleet.js';
import { addStateOption, findDirectory, type StateOptions } from '../state/state-directory.js';
import { collectId, parseId } from './argument-parsers.js';
import { readIds } from './read-ids.js';

interface IdsOptions extends AddressOptions, StateOptions {
  readonly json?: true;
}

const HELP = `
The API does not list databases, so this machine keeps the ids that you add,
and the ids of the databases that you create. These commands send no request.
A change is on the disk when the command ends.

Ids are kept for each account: its address and FLEETGLASS_USERNAME name the
directory. The password is not needed, and no credential is stored.
One process at a time can use a directory.`;

const EXAMPLES = `

Examples:
  fleetglass ids add 93e3a3e0b1 5c0d8f2a77
  fleetglass ids import ids.txt
  fleetglass ids export > ids.txt`;

/** Adds `fleetglass ids`, whose commands read and change the kept ids. */
export function addIdsCommand(program: Command, io: CommandIo): void {
  const ids = program.command('ids').description('show and change the ids of databases that this machine keeps');
  ids.addHelpText('after', HELP + EXAMPLES);
  addListIds(ids, io);
  addIdsOptions(ids.command('add').description('keep the ids of databases').argument('<ids...>', ID, collectId))
    .addHelpText('after', `${HELP}\n\nExamples:\n  fleetglass ids add 93e3a3e0b1 5c0d8f2a77`)
    .action((given: string[], options: IdsOptions) => addIds(io, options, async () => given));
  addIdsOptions(ids.command('remove').description('no longer keep ids').argument('<ids...>', ID, collectId))
    .addHelpText('after', REMOVE_HELP)
    .action((given: string[], options: IdsOptions) => removeIds(io, given, options));
  addIdsOptions(ids.command('import').description('keep the ids of a file').argument('<file>', FILE))
    .addHelpText('after', IMPORT_HELP)
    .action((file: string, options: IdsOptions) => addIds(io, options, () => readIds(io, file)));
  addExport(ids, io);
  addResolve(ids, io);
}

const ID = 'identifiers of databases';
const FILE = 'one id per line, or a JSON array of ids; - reads stdin';

const REMOVE_HELP = `
The databases stay, and the service charges for them as before.

Examples:
  fleetglass ids remove 93e3a3e0b1`;

const LIST_HELP = `
\`fleetglass list\` also shows the state of the databases.

Examples:
  fleetglass ids list
  fleetglass ids list --json | jq -r .directory`;

const EXPORT_HELP = `
\`fleetglass ids import\` reads the output.

Examples:
  fleetglass ids export > ids.txt`;

const RESOLVE_HELP = `
Look for the database in the console of the service first.

Examples:
  fleetglass ids resolve 0b1c5a52-6b7e-4f0e-9c43-f1d1a3f0a0a5 93e3a3e0b1
  fleetglass ids resolve 0b1c5a52-6b7e-4f0e-9c43-f1d1a3f0a0a5`;

const IMPORT_HELP = `
Text after # is a comment. If a line is not an id, the command names the line
and changes nothing.

Examples:
  fleetglass ids import ids.txt
  jq '[.[].database_id]' databases.json | fleetglass ids import -`;

function addIdsOptions(command: Command): Command {
  return addAddressOptions(addStateOption(command)).option('--json', 'print one JSON document');
}

function addListIds(ids: Command, io: CommandIo): void {
  addIdsOptions(ids.command('list').description('list the kept ids with the last known names'))
    .addHelpText('after', LIST_HELP)
    .action(async (options: IdsOptions) => {
      const { directory, kept, unconfirmed } = await readKept(io, options);
      const shown = { directory, ids: kept.map(({ id }) => id), unconfirmed };
      const text = options.json
        ? formatJson(shown)
        : renderIds({ directory, kept, unconfirmed }, renderOptionsOf(io, io.stdout));
      io.stdout.write(`${text}\n`);
    });
}

async function readKept(io: CommandIo, options: IdsOptions) {
  const directory = await findDirectory(io, options);
  return withKeptFleet(io, { directory, json: options.json }, async (fleet) => ({
    directory,
    kept: fleet.databases.tracked.value.map((id) => ({ id, name: fleet.databases.record(id).value?.database_name })),
    unconfirmed: unconfirmedCreatesOf(fleet).value,
  }));
}

function addExport(ids: Command, io: CommandIo): void {
  const command = ids.command('export').description('print the kept ids, one per line');
  addAddressOptions(addStateOption(command))
    .option('--json', 'print a JSON array')
    .addHelpText('after', EXPORT_HELP)
    .action(async (options: IdsOptions) => {
      const { kept } = await readKept(io, options);
      const exported = kept.map(({ id }) => id);
      io.stdout.write(options.json ? `${formatJson(exported)}\n` : exported.map((id) => `${printable(id)}\n`).join(''));
    });
}

async function addIds(io: CommandIo, options: IdsOptions, readGiven: () => Promise<string[]>): Promise<void> {
  const directory = await findDirectory(io, options);
  const given = [...new Set(await readGiven())];
  await withKeptFleet(
    io,
    { directory, makesDirectory: true, json: options.json },
    async ({ databases, flush }, signal) => {
      const before = new Set(databases.tracked.value);
      databases.add(given);
      await flush({ signal });
      const added = given.filter((id) => !before.has(id));
      const unchanged = given.filter((id) => before.has(id));
      print(io, options, { added, unchanged, directory }, [
        `Added ${countOf(added)}.`,
        unchanged.length === 0 ? '' : `${countOf(unchanged)} ${unchanged.length === 1 ? 'was' : 'were'} there already.`,
        keptIn(databases, directory),
      ]);
    },
  );
}

async function removeIds(io: CommandIo, named: readonly string[], options: IdsOptions): Promise<void> {
  const directory = await findDirectory(io, options);
  const given = [...new Set(named)];
  await withKeptFleet(io, { directory, json: options.json }, async ({ databases, flush }, signal) => {
    const before = new Set(databases.tracked.value);
    databases.remove(given);
    await flush({ signal });
    const removed = given.filter((id) => before.has(id));
    const unchanged = given.filter((id) => !before.has(id));
    print(io, options, { removed, unchanged, directory }, [
      `Removed ${countOf(removed)}.`,
      unchanged.length === 0 ? '' : `${countOf(unchanged)} ${unchanged.length === 1 ? 'was' : 'were'} not kept.`,
      keptIn(databases, directory),
    ]);
  });
}

function addResolve(ids: Command, io: CommandIo): void {
  addIdsOptions(ids.command('resolve').description('settle a create whose outcome is not known'))
    .argument('<key>', 'key of the create, as `fleetglass list` shows it')
    .argument('[id]', 'identifier of the database; without it, no database was created', parseId)
    .addHelpText('after', RESOLVE_HELP)
    .action((key: string, id: string | undefined, options: IdsOptions) => resolveCreate(io, key, id, options));
}

async function resolveCreate(io: CommandIo, key: string, id: string | undefined, options: IdsOptions): Promise<void> {
  const directory = await findDirectory(io, options);
  await withKeptFleet(io, { directory, json: options.json }, async (fleet, signal) => {
    const { databases, flush } = fleet;
    if (unconfirmedCreatesOf(fleet).value.every((create) => create.key !== key))
      throw new UsageError(`No unconfirmed create has the key ${key}. \`fleetglass list\` shows the keys.`);
    resolveUnconfirmedCreate(fleet, key, id);
    await flush({ signal });
    print(io, options, { resolved: key, added: id === undefined ? [] : [id], directory }, [
      id === undefined
        ? 'The create is settled: no database was created.'
        : `The create is settled. Added ${countOf([id])}.`,
      keptIn(databases, directory),
    ]);
  });
}

function countOf({ length }: readonly string[]): string {
  return length === 1 ? '1 id' : `${length.toLocaleString('en')} ids`;
}

function keptIn({ tracked }: Fleet['databases'], directory: string): string {
  const { value } = tracked;
  return `${countOf(value)} ${value.length === 1 ? 'is' : 'are'} kept in ${directory}.`;
}

function print(io: CommandIo, { json }: IdsOptions, facts: object, sentences: readonly string[]): void {
  const words = sentences.filter((sentence) => sentence !== '').map(printable);
  const { columns } = renderOptionsOf(io, io.stdout);
  io.stdout.write(`${json ? formatJsonLine(facts) : wrapText(words.join(' '), columns).join('\n')}\n`);
}
