import { type FleetError, systemClock } from '../../../index.js';
import type { BoardFacts } from '../../board/scene.js';
import { addUsageSources } from '../../usage/add-usage-sources.js';
import { browse } from '../../local-services/open-page.js';
import type { FleetCommandOptions } from '../../terminal/client-options.js';
import { type CommandIo, isInteractive, printNotice, renderOptionsOf } from '../../terminal/command-io.js';
import { followMonitor } from '../state/board-alerts.js';
import { findMonitor } from '../state/monitor-client.js';
import { findAccountToKeep, stateArguments, type StateOptions } from '../state/state-directory.js';
import { ON_LOOPBACK, openDirectoryStore, openStoreToRead, readAll, withKeptFleet } from '../state/kept-fleet.js';
import { allIds } from './read-ids.js';

interface BoardOptions extends FleetCommandOptions, StateOptions {
  readonly once?: true;
}

export async function board(io: CommandIo, named: readonly string[] = [], options: BoardOptions): Promise<void> {
  // Reports wrong options before the prompt for the password.
  const ids = await allIds(io, named, options.ids);
  const alerts = options.monitor === undefined ? undefined : followMonitor(await findMonitor(io, options.monitor));
  const { directory, ...account } = await findAccountToKeep(io, options);
  const service = { ...account, ...(options.local && { polling: ON_LOOPBACK }) };
  const onCopy = (): void =>
    printNotice(io, false, `Another process or user has ${directory}. The board shows its ids, and keeps nothing.`);
  const openStore = ids.length === 0 ? (path: string) => openStoreToRead(path, onCopy) : openDirectoryStore;
  await withKeptFleet(io, { directory, makesDirectory: true, openStore, service }, async (fleet, signal) => {
    fleet.databases.add(ids);
    await fleet.flush({ signal });
    const isPrinted = options.once || !isInteractive(io);
    const owner = { baseUrl: account.baseUrl, account: account.credentials.username };
    const facts: BoardFacts = {
      ...owner,
      fleet,
      clock: systemClock,
      palette: renderOptionsOf(io, io.stdout).palette,
      // The row is named by its whole id, for which no state is needed.
      commandArguments: stateArguments({ ...options, state: false }),
      alerts: alerts?.view,
      howToAdd: HOW_TO_ADD,
      howToKnow: options.usage && !isPrinted ? NOT_READ_YET : NOT_READ,
      browse: (row) => browse(io, owner, row),
    };
    if (isPrinted) {
      const failure = await alerts?.refresh(signal);
      await printBoard(io, facts, signal);
      if (failure !== undefined) throw failure;
      return;
    }
    // Loaded by this command only, so that the other commands start faster.
    const { showBoard } = await import('../../board/show-board.js');
    const { endpointDomain } = options;
    const onNotice = (notice: string): void => printNotice(io, false, notice);
    if (options.usage) await addUsageSources(fleet, { endpointDomain, onNotice });
    const ended = new AbortController();
    const shown = showBoard(io, facts, signal);
    void alerts?.follow(AbortSignal.any([signal, ended.signal]));
    // The board sees all answers, so that it can say when the last one came.
    fleet.indices.track();
    fleet.polling.resume();
    await shown.finally(() => ended.abort());
  });
}

const HOW_TO_ADD = 'No databases yet. The API does not list them. To add one: fleetglass ids add <id>';
const NOT_READ_YET = 'The use of limits is not known yet. The command reads it from the databases and indices.';
const NOT_READ =
  'The use of limits is not known: the API does not report it. A live board without --no-usage reads it.';

/** Reads everything, and prints the board once. @throws FleetError the failure of a request, after the board was printed */
async function printBoard(io: CommandIo, facts: BoardFacts, signal: AbortSignal): Promise<void> {
  const { fleet } = facts;
  const { createBoardView } = await import('../../board/board-view.js');
  const view = createBoardView(facts);
  try {
    const failure = await readAll(io, fleet, signal);
    const indicesFailure = await fleet.indices.refresh({ signal }).then(
      () => undefined,
      (error: FleetError) => error,
    );
    if (indicesFailure?.code === 'aborted') throw indicesFailure;
    const { columns } = renderOptionsOf(io, io.stdout);
    io.stdout.write(`${view.renderWhole(columns).join('\n')}\n`);
    const first = failure ?? indicesFailure;
    if (first !== undefined) throw first;
    await fleet.flush({ signal });
  } finally {
    view.stop();
  }
}
