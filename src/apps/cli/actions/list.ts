import { unconfirmedCreatesOf, type Database, systemClock, type Entry } from '../../../index.js';
import { checkCredentials } from '../../../core/wire/credentials.js';
import { exactRecord } from '../../../format/exact-record.js';
import { findService } from '../../local-services/find-service.js';
import type { ServiceOptions } from '../../terminal/client-options.js';
import { printMessage, renderOptionsOf, type CommandIo, formatJson } from '../../terminal/command-io.js';
import { renderList } from '../render/render-list.js';
import { ON_LOOPBACK, readAll } from '../state/read-all.js';
import { withKeptFleet, type KeptFleetOptions } from '../state/kept-fleet.js';
import {
  chosenDirectory,
  directoryOfAccount,
  findDirectory,
  stateArguments,
  type StateOptions,
} from '../state/state-directory.js';

export interface ListOptions extends ServiceOptions, StateOptions {
  readonly refresh?: true;
  readonly json?: true;
}

export async function list(io: CommandIo, options: ListOptions): Promise<void> {
  const { json, refresh } = options;
  const state = refresh ? await findAccount(io, options) : { directory: await findDirectory(io, options) };
  await withKeptFleet(io, { ...state, json }, async (fleet, signal) => {
    const failure = refresh ? await readAll(io, fleet, signal) : undefined;
    const entries = fleet.databases.tracked.value.map((id) => fleet.databases.entry(id).value);
    const unconfirmed = unconfirmedCreatesOf(fleet).value;
    if (!json && entries.length > 0) printMessage(io, 'The API cannot list databases. These are the kept ids.');
    const text = json
      ? formatJson({ databases: entries.map(shownEntry), unconfirmed })
      : renderList(
          { entries, unconfirmed, now: systemClock.now(), stateArguments: stateArguments(options) },
          renderOptionsOf(io, io.stdout),
        );
    io.stdout.write(`${text}\n`);
    if (failure !== undefined) throw failure;
    await fleet.flush({ signal });
  });
}

async function findAccount(
  io: CommandIo,
  options: ListOptions,
): Promise<Pick<KeptFleetOptions, 'directory' | 'service'>> {
  const { local, timeoutMs } = options;
  const { baseUrl, readCredentials } = await findService(io, options);
  const credentials = checkCredentials(await readCredentials(), 'configure');
  const directory = chosenDirectory(io, options) || directoryOfAccount({ baseUrl, username: credentials.username });
  return { directory, service: { baseUrl, credentials, timeoutMs, ...(local && { polling: ON_LOOPBACK }) } };
}

function shownEntry({ id, status, record, confirmedAt, error }: Entry<Database>): object {
  return {
    id,
    status,
    confirmedAt,
    error: error && { code: error.code, message: error.message },
    record: record && exactRecord(record),
  };
}
