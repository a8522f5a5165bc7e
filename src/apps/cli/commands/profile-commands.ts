import type { Command } from 'commander';
import { baseUrlVariable, configVariable } from '../../terminal/environment-variables.js';
import type { CommandIo } from '../../terminal/command-io.js';
import type { LoginOptions } from '../actions/profiles.js';
import { addTimeoutOption } from './options.js';

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

const load = () => import('../actions/profiles.js');

export function addProfileCommands(program: Command, io: CommandIo): void {
  const login = program
    .command('login')
    .description('keep an address and its account, so that commands need no variables');
  login
    .argument('[name]', 'name of the profile', 'default')
    .option('--base-url <url>', `address of the service (default: ${baseUrlVariable})`);
  addTimeoutOption(login)
    .addHelpText('after', LOGIN_HELP)
    .action(async (name: string, options: LoginOptions) => (await load()).login(io, name, options));
  const profiles = program.command('profiles').description('show, choose and remove the profiles of fleetglass login');
  profiles.addHelpText(
    'after',
    `\n${configVariable} is the directory of their file.\n\nExamples:\n  fleetglass profiles list`,
  );
  profiles
    .command('list')
    .description('list the profiles, without their passwords')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExamples:\n  fleetglass profiles list')
    .action(async (options: { json?: true }) => (await load()).listProfiles(io, options));
  profiles
    .command('use')
    .description('choose the profile that commands use')
    .argument('<name>', 'name of the profile')
    .addHelpText('after', '\nExamples:\n  fleetglass profiles use staging')
    .action(async (name: string) => (await load()).selectCurrent(io, name));
  profiles
    .command('remove')
    .description('forget a profile and its password')
    .argument('<name>', 'name of the profile')
    .addHelpText('after', '\nExamples:\n  fleetglass profiles remove staging')
    .action(async (name: string) => (await load()).removeProfile(io, name));
}
