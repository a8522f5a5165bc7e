import {
  unconfirmedCreatesOf,
  createDatabase,
  type CreateDatabaseRequest,
  isCredentialField,
  type Cadence,
} from '../../../index.js';
import { detailOf, FleetError } from '../../../core/shared/fleet-error.js';
import type { Store } from '../../../persistence/store.js';
import { shellId } from '../../../format/connection-lines.js';
import { platformOf } from '../../../format/regions.js';
import type { ClientOptions } from '../../terminal/client-options.js';
import { printMessage, printWarning, type CommandIo, formatJsonLine } from '../../terminal/command-io.js';
import { openDirectoryStore, withKeptFleet } from '../state/kept-fleet.js';
import { findAccount, stateArguments, type StateOptions } from '../state/state-directory.js';
import { printDatabase } from './print-records.js';
import { UsageError } from '../../terminal/command-errors.js';
import { waitUntilAtRest, type WaitOptions } from './wait-until-at-rest.js';

interface CreateOptions extends ClientOptions, StateOptions, WaitOptions {
  readonly name?: string;
  readonly platform?: CreateDatabaseRequest['platform'];
  readonly region?: CreateDatabaseRequest['primary_region'];
  readonly readRegion?: NonNullable<CreateDatabaseRequest['read_regions']>;
  readonly plan?: NonNullable<CreateDatabaseRequest['plan']>;
  readonly budget?: number;
  readonly eviction?: boolean;
  readonly tls?: boolean;
  readonly wait?: true;
}

export async function create(io: CommandIo, options: CreateOptions): Promise<void> {
  const request = requestOf(options);
  warnOfForeignRegions(io, request, options);
  const { record, credentials, failure } = await createAndKeep(io, request, options);
  printDatabase(io, record, options, { credentials });
  const hasSecrets = Object.keys({ ...record, ...credentials }).some(isCredentialField);
  if (hasSecrets && !options.showSecrets && !options.json) {
    const command = `fleetglass get --show-secrets${stateArguments({ ...options, state: false })}`;
    const id = shellId(record.database_id);
    printMessage(io, `\nCredentials are hidden. To show them, run:\n  ${command} \\\n    ${id}`);
  }
  if (failure !== undefined) throw failure;
}

async function createAndKeep(io: CommandIo, request: CreateDatabaseRequest, options: CreateOptions) {
  const { directory, ...account } = await findAccount(io, options);
  const service = { ...account, polling: { cadence: onlyWhileWaiting } };
  const state = { directory, makesDirectory: true, service, json: options.json, openStore: openStoreToCreate };
  return withKeptFleet(io, state, async (fleet, signal) => {
    const created = await createDatabase(fleet, request, { signal }).catch((error: FleetError) => {
      const [unconfirmed] = unconfirmedCreatesOf(fleet).value.slice(-1);
      const isKept = unconfirmed !== undefined && directory !== undefined;
      if (isKept && error.code === 'outcome-unknown') printUnconfirmed(io, unconfirmed.key, options);
      throw error;
    });
    const waited = options.wait
      ? await waitUntilAtRest(io, fleet, created, signal, options)
      : { record: created, failure: undefined };
    return { ...waited, credentials: fleet.databases.credentials(created.database_id) };
  });
}

/** Polls only the database that `--wait` waits for, and no other kept database. */
const onlyWhileWaiting: Cadence = ({ waiting }) => (waiting ? POLL_MS : Infinity);
const POLL_MS = 1000;

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

function printUnconfirmed(io: CommandIo, key: string, options: CreateOptions): void {
  if (options.json) return void io.stderr.write(`${formatJsonLine({ unconfirmed: key })}\n`);
  printMessage(
    io,
    `The create is kept as ${key}. When you know its outcome, run:\n  fleetglass ids resolve${stateArguments(options)} ${key} [id]`,
  );
}

/** @throws UsageError if options are missing, with their names, or if the name is blank. */
function requestOf(options: CreateOptions): CreateDatabaseRequest {
  const { name, platform, region, readRegion, plan, budget, eviction, tls } = options;
  if (options.timeout !== undefined && !options.wait)
    throw new UsageError('--timeout is only for --wait. --timeout-ms limits the time of the request.');
  if (name === undefined || platform === undefined || region === undefined) {
    const missing = Object.entries({ name, platform, region }).filter(([, value]) => value === undefined);
    throw new UsageError(
      `Missing ${missing.map(([option]) => `--${option}`).join(', ')}. See \`fleetglass create --help\`.`,
    );
  }
  if (name.trim() === '')
    throw new UsageError('Invalid --name: it is blank. Expected at least one character that is not a space.');
  const required = { database_name: name, platform, primary_region: region };
  // The request is sent as JSON, which has no undefined members.
  return { ...required, read_regions: readRegion, plan, budget, eviction, tls } as CreateDatabaseRequest;
}

/** Warns if the name of a region belongs to another platform. The API documents no such rule, so the request is sent. */
function warnOfForeignRegions(io: CommandIo, request: CreateDatabaseRequest, { json }: ClientOptions): void {
  const { platform, primary_region: primary, read_regions: read = [] } = request;
  const foreign = [...new Set([primary, ...read])].filter((region) => platformOf(region) !== platform);
  if (foreign.length === 0) return;
  const regions = `${foreign.join(', ')} ${foreign.length === 1 ? 'is not a region' : 'are not regions'} of ${platform}`;
  const warning = `${regions}, according to the name; the request is sent unchanged, and the service may refuse it`;
  if (json) io.stderr.write(`${formatJsonLine({ warning })}\n`);
  else printWarning(io, warning);
}
