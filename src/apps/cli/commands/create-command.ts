import { Option, type Command } from 'commander';
import { plans } from '../../../core/records/plans.js';
import { platforms, primaryRegions, readRegions } from '../../../core/records/regions.js';
import type { CommandIo } from '../../terminal/command-io.js';
import type { CreateOptions } from '../actions/create.js';
import { addClientOptions, addStateOptions, parseBudget, parseSeconds } from './options.js';

const HELP = `
The API does not list databases, so the command keeps the id of the new
database on this machine. \`fleetglass list\` shows the kept ids. If the id
cannot be kept, nothing is sent.

With --wait, the command prints the record when no change of the new database
is in progress. If that takes too long, it prints the last record and ends with
exit code 4. After Ctrl-C, the database stays.
`;

const EXAMPLES = `
Examples:
  fleetglass create --name sessions --platform aws --region eu-west-1 --wait
  fleetglass create --name orders --platform aws --region us-east-1 \\
    --read-region eu-west-1 ap-south-1 --plan payg --budget 20 --eviction --tls
  fleetglass create --name cache --platform gcp --region us-central1 --json |
    jq -r .database_id`;

export function addCreateCommand(program: Command, io: CommandIo): void {
  const command = program.command('create').description('create a database and show its record');
  command
    .option('--name <name>', 'name of the database (required)')
    .addOption(new Option('--platform <platform>', 'cloud platform (required)').choices(platforms))
    .addOption(new Option('--region <region>', 'region of the primary (required)').choices(primaryRegions))
    .addOption(new Option('--read-region <region...>', 'regions of read replicas').choices(readRegions))
    .addOption(new Option('--plan <plan>', 'plan (default: the plan of the account)').choices(plans))
    .option('--budget <amount>', 'monthly budget, a whole number', parseBudget)
    .option('--eviction', 'evict entries when memory is full')
    .option('--no-eviction', 'do not evict entries (default: the service decides)')
    .option('--tls', 'enable TLS')
    .option('--no-tls', 'do not enable TLS (default: the service decides)')
    .option('--wait', 'wait until no change of the database is in progress')
    .option('--timeout <seconds>', 'how long --wait waits (default: 300)', parseSeconds);
  addStateOptions(addClientOptions(command))
    .addHelpText('after', HELP + EXAMPLES)
    .action(async (options: CreateOptions) => (await import('../actions/create.js')).create(io, options));
}
