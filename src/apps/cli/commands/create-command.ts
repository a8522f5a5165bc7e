import { InvalidArgumentError, Option, type Command } from 'commander';
import type { CreateDatabaseRequest } from '../../../core/api/create-database.js';
import { isCredentialField } from '../../../core/api/credential-fields.js';
import { checkCredentials } from '../../../core/api/credentials.js';
import type { Database } from '../../../core/api/database.js';
import { plans } from '../../../core/api/plans.js';
import { platforms, primaryRegions, readRegions } from '../../../core/api/regions.js';
import { detailOf, FleetError } from '../../../core/shared/fleet-error.js';
import type { Store } from '../../../persistence/store.js';
import { platformOf } from '../../../format/regions.js';
import { addClientOptions, type ClientOptions } from '../../terminal/client-options.js';
import { renderOptionsOf, printMessage, type CommandIo } from '../../terminal/command-io.js';
import { STOP_SIGNALS } from '../../terminal/listen-for-stop.js';
import { formatJsonLine } from '../../terminal/format-json.js';
import { findService } from '../../local-services/find-service.js';
import { openDirectoryStore, withKeptFleet } from '../state/kept-fleet.js';
import { addStateOptions, chosenDirectory, directoryOfAccount, type StateOptions } from '../state/state-directory.js';
import { printDatabase } from './print-records.js';
import { UsageError } from '../../terminal/command-errors.js';
import { withClient, type ClientOperation } from './with-client.js';

interface CreateOptions extends ClientOptions, StateOptions {
  readonly name?: string;
  readonly platform?: CreateDatabaseRequest['platform'];
  readonly region?: CreateDatabaseRequest['primary_region'];
  readonly readRegion?: NonNullable<CreateDatabaseRequest['read_regions']>;
  readonly plan?: NonNullable<CreateDatabaseRequest['plan']>;
  readonly budget?: number;
  readonly eviction?: boolean;
  readonly tls?: boolean;
}

const HELP = `
The API does not list databases, so the command keeps the id of the new
database on this machine. \`fleetglass list\` shows the kept ids. If the id
cannot be kept, nothing is sent.
`;

const EXAMPLES = `
Examples:
  fleetglass create --name sessions --platform aws --region eu-west-1
  fleetglass create --name orders --platform aws --region us-east-1 \\
    --read-region eu-west-1 ap-south-1 --plan payg --budget 20 --eviction --tls
  fleetglass create --name cache --platform gcp --region us-central1 --json |
    jq -r .database_id`;

/** Adds `fleetglass create`, with an option for each field of the API's create request. */
export function addCreateCommand(program: Command, io: CommandIo): void {
  const command = program.command('create').description('create a database and show its record');
  command
    .option('--name <name>', 'name of the database (required)')
    .addOption(new Option('--platform <platform>', 'cloud platform (required)').choices(platforms))
    .addOption(new Option('--region <region>', 'region of the primary (required)').choices(primaryRegions))
    .addOption(new Option('--read-region <region...>', 'regions of read replicas').choices(readRegions))
    .addOption(new Option('--plan <plan>', 'plan (default: the plan of the account)').choices(plans))
    .addOption(new Option('--budget <amount>', 'monthly budget, a whole number').argParser(parseBudget))
    .option('--eviction', 'evict entries when memory is full')
    .option('--no-eviction', 'do not evict entries (default: the service decides)')
    .option('--tls', 'enable TLS')
    .option('--no-tls', 'do not enable TLS (default: the service decides)');
  addStateOptions(addClientOptions(command))
    .addHelpText('after', HELP + EXAMPLES)
    .action((options: CreateOptions) => create(io, options));
}

async function create(io: CommandIo, options: CreateOptions): Promise<void> {
  const request = requestOf(options);
  warnOfForeignRegions(io, request, options);
  const { record, credentials } = await createAndKeep(io, request, options);
  printDatabase(io, record, options, credentials);
  const hasSecrets = Object.keys({ ...record, ...credentials }).some(isCredentialField);
  if (hasSecrets && !options.showSecrets && !options.json)
    printMessage(io, `\n${showSecretsHint(record.database_id, options)}`);
}

interface Created {
  readonly record: Database;
  /** The credentials that are not in the record. */
  readonly credentials?: Readonly<Record<string, unknown>> | undefined;
}

/** Creates a database, and keeps its id unless the user wants none to be kept. */
async function createAndKeep(io: CommandIo, request: CreateDatabaseRequest, options: CreateOptions): Promise<Created> {
  const chosen = chosenDirectory(io, options);
  if (chosen === false) {
    const operation: ClientOperation<Database> = (client, signal) => client.createDatabase(request, { signal });
    // After a signal, the command still reports whether the database may exist.
    return { record: await withClient(io, options, operation, STOP_SIGNALS) };
  }
  const { baseUrl, readCredentials } = await findService(io, options);
  const credentials = checkCredentials(await readCredentials(), 'configure');
  const directory = chosen ?? directoryOfAccount({ baseUrl, username: credentials.username });
  const service = { baseUrl, credentials, timeoutMs: options.timeoutMs };
  return withKeptFleet(
    io,
    { directory, makesDirectory: true, service, json: options.json, openStore: openStoreToCreate },
    async ({ databases }, signal) => {
      try {
        const record = await databases.create(request, { signal });
        return { record, credentials: databases.credentials(record.database_id) };
      } catch (error) {
        for (const { key } of databases.unconfirmed.value.slice(-1))
          if (error instanceof FleetError && error.code === 'outcome-unknown') printUnconfirmed(io, key, options);
        throw error;
      }
    },
  );
}

/** A create whose id cannot be kept is not sent. */
async function openStoreToCreate(directory: string): Promise<Store> {
  return openDirectoryStore(directory).catch((error: FleetError) => {
    throw new FleetError(
      error.code,
      'create-database',
      `not sent, because its id could not be kept. ${detailOf(error)} ` +
        'To create a database without keeping its id, pass --no-state.',
    );
  });
}

function printUnconfirmed(io: CommandIo, key: string, { json }: CreateOptions): void {
  if (json) return void io.stderr.write(`${formatJsonLine({ unconfirmed: key })}\n`);
  printMessage(
    io,
    `The create is kept as ${key}. When you know its outcome, run:\n  fleetglass ids resolve ${key} [id]`,
  );
}

function showSecretsHint(id: string, { baseUrl, local }: ClientOptions): string {
  // Users copy these lines into a shell, so an id from the service must not contain shell syntax.
  const argument = /^[a-z0-9][\w.-]*$/i.test(id) ? id : '<id>';
  const address = baseUrl === undefined || /^[\w:/.-]+$/.test(baseUrl) ? baseUrl : '<url>';
  const options = [...(local ? ['--local'] : []), ...(address === undefined ? [] : [`--base-url ${address}`])];
  const command = ['fleetglass get --show-secrets', ...options, argument].join(' \\\n    ');
  return `Credentials are hidden. To show them, run:\n  ${command}`;
}

/** @throws UsageError if options are missing, with their names, or if the name is blank. */
function requestOf(options: CreateOptions): CreateDatabaseRequest {
  const { name, platform, region, readRegion, plan, budget, eviction, tls } = options;
  if (name === undefined || platform === undefined || region === undefined) {
    const missing = Object.entries({ name, platform, region }).filter(([, value]) => value === undefined);
    throw new UsageError(
      `Missing ${missing.map(([option]) => `--${option}`).join(', ')}. See \`fleetglass create --help\`.`,
    );
  }
  if (name.trim() === '')
    throw new UsageError('Invalid --name: it is blank. Expected at least one character that is not a space.');
  return {
    database_name: name,
    platform,
    primary_region: region,
    ...(readRegion === undefined ? {} : { read_regions: readRegion }),
    ...(plan === undefined ? {} : { plan }),
    ...(budget === undefined ? {} : { budget }),
    ...(eviction === undefined ? {} : { eviction }),
    ...(tls === undefined ? {} : { tls }),
  };
}

/** Warns if the name of a region belongs to another platform. The API documents no such rule, so the request is sent. */
function warnOfForeignRegions(io: CommandIo, request: CreateDatabaseRequest, { json }: ClientOptions): void {
  const { platform, primary_region: primary, read_regions: read = [] } = request;
  const foreign = [...new Set([primary, ...read])].filter((region) => platformOf(region) !== platform);
  if (foreign.length === 0) return;
  const { palette } = renderOptionsOf(io, io.stderr);
  const regions = `${foreign.join(', ')} ${foreign.length === 1 ? 'is not a region' : 'are not regions'} of ${platform}`;
  const warning = `${regions}, according to the name; the request is sent unchanged, and the service may refuse it`;
  io.stderr.write(`${json ? formatJsonLine({ warning }) : `${palette.yellow('warning:')} ${warning}`}\n`);
}

function parseBudget(text: string): number {
  const budget = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(budget))
    throw new InvalidArgumentError(`Expected a whole number, at most ${Number.MAX_SAFE_INTEGER}.`);
  return budget;
}
