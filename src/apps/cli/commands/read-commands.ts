import { type Command, InvalidArgumentError, Option } from 'commander';
import { rowOrders } from '../../../format/attention.js';
import { type ListColumn, listColumns } from '../../terminal/client-options.js';
import type { CommandIo } from '../../terminal/command-io.js';
import type { ListFormat } from '../actions/list.js';
import { addCommand, lazyAction } from './add-command.js';
import {
  addClientOptions,
  addDomainOption,
  addServiceOptions,
  addStateOption,
  addStateOptions,
  KEPT_ID,
  KeptArgument,
  parseBudget,
  parseSeconds,
} from './options.js';
import { plans } from '../../../core/records/plans.js';
import { platforms, primaryRegions, readRegions } from '../../../core/records/regions.js';

const GET_HELP = `
With --watch, the command prints the record, and then a line for each field that
changes, until Ctrl-C, with exit code 0. With --json, each line is a whole
record. While the service does not answer, the command says so and continues.

The use of the limits is the one that this machine last read, if it keeps the
database: \`fleetglass dashboard\` and \`board\` read it.

Examples:
  fleetglass get orders --local
  fleetglass get 93e3a3e0b1 --show-secrets
  fleetglass get 93e3a3e0b1 --json | jq .state
  fleetglass get 93e3a3e0b1 --watch --json | jq -c '[.state, .modifying_state]'`;

const CONNECT_HELP = `
The command reads the record, and starts redis-cli, or valkey-cli if that is not
installed. The password is in the environment of the client, not in its
arguments. Arguments after -- are for the client.

Examples:
  fleetglass connect orders
  fleetglass connect orders -- INFO memory`;

const LIST_HELP = `
The API does not list databases. The command shows the databases whose ids this
machine keeps, as they were when fleetglass last read them. It sends no request
and needs no password, unless you pass --refresh.

The order is by attention: missing, not answering, not readable, beyond a
limit, near one, full within an hour, not active, changing, and then by use.

Examples:
  fleetglass list --refresh
  fleetglass list --problems --format ids
  fleetglass list --sort use --columns name,use,health
  fleetglass list --json | jq -r '.databases[] | [.id, .record.state] | @tsv'`;

const LIST_FORMATS: readonly ListFormat[] = ['table', 'json', 'tsv', 'ids'];

function parseColumns(text: string): readonly ListColumn[] {
  const names = text.split(',');
  const wrong = names.find((name) => !(listColumns as readonly string[]).includes(name));
  if (wrong !== undefined) throw new InvalidArgumentError(`Expected names of: ${listColumns.join(', ')}.`);
  return [...new Set(names)] as ListColumn[];
}

const CREATE_HELP = `
The API does not list databases, so the command keeps the id of the new
database on this machine. \`fleetglass list\` shows the kept ids. If the id
cannot be kept, nothing is sent.

With --wait, the command prints the record when no change of the new database
is in progress. If that takes too long, it prints the last record and ends with
exit code 4. After Ctrl-C, the database stays.

Examples:
  fleetglass create --name sessions --platform aws --region eu-west-1 --wait
  fleetglass create --name orders --platform aws --region us-east-1 \\
    --read-region eu-west-1 ap-south-1 --plan payg --budget 20 --eviction --tls
  fleetglass create --name cache --platform gcp --region us-central1 --json |
    jq -r .database_id`;

export function addDatabaseCommands(program: Command, io: CommandIo): void {
  const create = addCommand(program, 'create', 'create a database and show its record', CREATE_HELP)
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
  addStateOptions(addClientOptions(create)).action(
    lazyAction(io, async () => (await import('../actions/create.js')).create),
  );
  const get = addCommand(program, 'get', 'show a database', GET_HELP)
    .addArgument(new KeptArgument('<id>', KEPT_ID))
    .option('--watch', 'print each change until you end the command')
    .option('--interval <seconds>', 'how often --watch reads (default: 5)', parseSeconds);
  addStateOption(addClientOptions(get)).action(lazyAction(io, async () => (await import('../actions/get.js')).get));
  const connect = addCommand(program, 'connect', 'start redis-cli, connected to a database', CONNECT_HELP)
    .addArgument(new KeptArgument('<id>', KEPT_ID))
    .argument('[arguments...]', 'arguments for the client');
  addStateOption(addServiceOptions(addDomainOption(connect))).action(
    lazyAction(io, async () => (await import('../actions/connect.js')).connect),
  );
  const list = addCommand(program, 'list', 'show the databases whose ids this machine keeps', LIST_HELP)
    .option('--refresh', 'read the databases from the service first')
    .option('--problems', 'only databases that need attention')
    .addOption(new Option('--sort <order>', 'what comes first (default: attention)').choices(rowOrders))
    .option('--columns <names>', `columns of the table, such as name,use: ${listColumns.join(', ')}`, parseColumns)
    .addOption(new Option('--format <format>', 'form of the output (default: table)').choices(LIST_FORMATS));
  addStateOption(addServiceOptions(list))
    .option('--json', 'print one JSON document, with --refresh with exact integers, and errors as JSON on stderr')
    .action(lazyAction(io, async () => (await import('../actions/list.js')).list));
}

const INDICES_HELP = `
Examples:
  fleetglass indices --local
  fleetglass indices --json | jq -r '.[] | [.name, .max_vector_count] | @tsv'
  fleetglass indices --base-url https://api.example.com --timeout-ms 5000`;

export function addIndicesCommand(program: Command, io: CommandIo): void {
  const indices = addCommand(program, 'indices', 'list the vector indices of the account', INDICES_HELP);
  addClientOptions(indices).action(lazyAction(io, async () => (await import('../actions/get.js')).listIndices));
}
