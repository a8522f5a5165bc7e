import type { Command } from 'commander';
import { variables } from '../../terminal/environment-variables.js';
import type { CommandIo } from '../../terminal/command-io.js';
import { addCommand, lazyAction } from './add-command.js';
import { addMonitorOption, addServiceOptions, addStateOption, timeoutOption } from './options.js';

const LOGIN_HELP = `
The command asks for what is not in FLEETGLASS_BASE_URL, FLEETGLASS_USERNAME and
FLEETGLASS_PASSWORD, and sends one request to check it. The password is not an
argument, so it is in no history of the shell. It is kept in plain text, in a
file that only you can read.

Options and variables go before a profile. The password of a profile is only
sent to the address of the profile.

Examples:
  fleetglass login --base-url https://api.example.com
  fleetglass login staging --base-url https://staging.example.com
  fleetglass list --refresh --profile staging`;

const loadProfiles = () => import('../actions/profiles.js');

export function addProfileCommands(program: Command, io: CommandIo): void {
  addCommand(program, 'login', 'keep an address and its account, so that commands need no variables', LOGIN_HELP)
    .argument('[name]', 'name of the profile', 'default')
    .option('--base-url <url>', `address of the service (default: ${variables.baseUrl})`)
    .addOption(timeoutOption)
    .action(lazyAction(io, async () => (await loadProfiles()).login));
  const profiles = addCommand(
    program,
    'profiles',
    'show, choose and remove the profiles of fleetglass login',
    `\n${variables.config} is the directory of their file.\n\nExamples:\n  fleetglass profiles list`,
  );
  const add = (name: string, description: string, words = ''): Command =>
    addCommand(profiles, name, description, `\nExamples:\n  fleetglass profiles ${name}${words}`);
  add('list', 'list the profiles, without their passwords')
    .option('--json', 'print one JSON document')
    .action(lazyAction(io, async () => (await loadProfiles()).listProfiles));
  add('use', 'choose the profile that commands use', ' staging')
    .argument('<name>', 'name of the profile')
    .action(lazyAction(io, async () => (await loadProfiles()).selectCurrent));
  add('remove', 'forget a profile and its password', ' staging')
    .argument('<name>', 'name of the profile')
    .action(lazyAction(io, async () => (await loadProfiles()).removeProfile));
}

const STATUS_HELP = `
The command sends one request to the service, and two to the monitor if you name
it.

Examples:
  fleetglass status
  fleetglass status --monitor /var/lib/fleetglass --json`;

const DOCTOR_HELP = `
The command looks at the address, the account, the proxy, the clock, the kept
state and the monitor, says what to do, and ends with 1 if something is wrong.

Examples:
  fleetglass doctor
  fleetglass doctor --base-url https://api.example.com`;

const loadStatus = () => import('../actions/status.js');

export function addStatusCommands(program: Command, io: CommandIo): void {
  const add = (name: string, description: string, help: string): Command =>
    addMonitorOption(addStateOption(addServiceOptions(addCommand(program, name, description, help))));
  add('status', 'show versions, service, storage, polling and monitor on one screen', STATUS_HELP)
    .option('--json', 'print one JSON document')
    .action(lazyAction(io, async () => (await loadStatus()).status));
  add('doctor', 'find what is wrong with address, account, proxy, clock and permissions', DOCTOR_HELP)
    .option('--json', 'print one JSON document')
    .action(lazyAction(io, async () => (await loadStatus()).doctor));
}
