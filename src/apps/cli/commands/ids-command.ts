import type { Command } from 'commander';
import type { CommandIo } from '../../terminal/command-io.js';
import { addCommand, lazyAction } from './add-command.js';
import { addAddressOptions, addStateOption, collectId, parseId, KeptArgument } from './options.js';

const ABOUT_IDS = `
The API does not list databases, so this machine keeps the ids that you add,
and the ids of the databases that you create. These commands send no request.
A change is on the disk when the command ends.

Ids are kept for each account: its address and FLEETGLASS_USERNAME name the
directory. The password is not needed, and no credential is stored.
One process at a time can change a directory.`;

const IDS_HELP = `${ABOUT_IDS}

Examples:
  fleetglass ids add 93e3a3e0b1 5c0d8f2a77
  fleetglass ids import ids.txt
  fleetglass ids export > ids.txt`;

const ADD_HELP = `${ABOUT_IDS}

Examples:
  fleetglass ids add 93e3a3e0b1 5c0d8f2a77`;

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

const IMPORT_HELP = `
Text after # is a comment. If a line is not an id, the command names the line
and changes nothing.

Examples:
  fleetglass ids import ids.txt
  jq '[.[].database_id]' databases.json | fleetglass ids import -`;

const RESOLVE_HELP = `
Look for the database in the console of the service first.

Examples:
  fleetglass ids resolve 0b1c5a52-6b7e-4f0e-9c43-f1d1a3f0a0a5 93e3a3e0b1
  fleetglass ids resolve 0b1c5a52-6b7e-4f0e-9c43-f1d1a3f0a0a5`;

const load = () => import('../actions/ids.js');

export function addIdsCommand(program: Command, io: CommandIo): void {
  const ids = addCommand(program, 'ids', 'show and change the ids of databases that this machine keeps', IDS_HELP);
  const add = (name: string, description: string, help: string, json = 'print one JSON document'): Command =>
    addAddressOptions(addStateOption(addCommand(ids, name, description, help))).option('--json', json);
  add('list', 'list the kept ids with the last known names', LIST_HELP).action(
    lazyAction(io, async () => (await load()).listIds),
  );
  add('add', 'keep the ids of databases', ADD_HELP)
    .argument('<ids...>', 'identifiers of databases', collectId)
    .action(lazyAction(io, async () => (await load()).addIds));
  add('remove', 'no longer keep ids', REMOVE_HELP)
    .addArgument(new KeptArgument('<ids...>', 'identifiers or kept names of databases, or the beginning of one'))
    .action(lazyAction(io, async () => (await load()).removeIds));
  add('import', 'keep the ids of a file', IMPORT_HELP)
    .argument('<file>', 'one id per line, or a JSON array of ids; - reads stdin')
    .action(lazyAction(io, async () => (await load()).importIds));
  add('export', 'print the kept ids, one per line', EXPORT_HELP, 'print a JSON array').action(
    lazyAction(io, async () => (await load()).exportIds),
  );
  add('resolve', 'record the outcome of a create whose outcome is not known', RESOLVE_HELP)
    .argument('<key>', 'key of the create, as `fleetglass list` shows it')
    .argument('[id]', 'identifier of the database; without it, no database was created', parseId)
    .action(lazyAction(io, async () => (await load()).resolveCreate));
}
