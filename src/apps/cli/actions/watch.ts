import { systemClock } from '../../../core/shared/clock.js';
import { createCell } from '../../../core/store/cell.js';
import { Commits } from '../../../core/store/commits.js';
import { printable } from '../../../format/printable.js';
import type { ConfigFlags } from '../../watch/config/inspect-config.js';
import type { WatchConfig } from '../../watch/config/read-config.js';
import type { LogEntry } from '../../board/render-log.js';
import type { Session } from '../../watch/daemon/session.js';
import { UsageError } from '../../terminal/command-errors.js';
import { isInteractive, printMessage, renderOptionsOf, type CommandIo } from '../../terminal/command-io.js';

interface WatchOptions extends Partial<ConfigFlags> {
  readonly init?: true;
  readonly check?: true;
  readonly strict?: true;
  readonly schema?: true;
  readonly testAlert?: true;
  readonly once?: true;
  readonly replay?: string;
  readonly channel?: readonly string[];
  readonly board: boolean;
}

export async function watch(io: CommandIo, options: WatchOptions): Promise<void> {
  const { channel: channels } = options;
  if (channels !== undefined && !options.testAlert) throw new UsageError('--channel needs --test-alert.');
  if (options.strict && !options.check) throw new UsageError('--strict needs --check.');
  if (options.schema) {
    const { createJsonSchema } = await import('../../watch/config/write-example.js');
    return void io.stdout.write(`${JSON.stringify(createJsonSchema(), null, 2)}\n`);
  }
  const { config = options.init ? 'fleetglass.yaml' : '' } = options;
  if (config === '') throw new UsageError(`Pass the configuration with --config <file>. ${HOW_TO_BEGIN}`);
  if (options.init) return init(io, config);
  if (options.state === '') throw new UsageError('Invalid --state: it is empty. Expected the path of a directory.');
  const flags: ConfigFlags = { config, state: options.state, baseUrl: options.baseUrl, redis: options.redis };
  if (options.check || options.testAlert || options.once || options.replay !== undefined) {
    const modes = await import('./watch-modes.js');
    if (options.check) return modes.checkWatch(io, flags, options.strict === true);
    if (options.testAlert) return modes.testAlert(io, flags, channels);
    return options.replay === undefined ? modes.watchOnce(io, flags) : modes.watchReplay(io, flags, options.replay);
  }
  const { flush, runWatch } = await import('../../watch/run-watch.js');
  const showsBoard = options.board && isInteractive(io);
  await runWatch(io, flags, showsBoard ? (session, read, signal) => show(io, session, read, signal) : undefined);
  await flush(io);
  // A program of a channel, or a directory that hangs, could keep the process of the command alive.
  if (io.signals === undefined) process.exit();
}

const HOW_TO_BEGIN = '`fleetglass watch --init` writes an example, fleetglass.yaml, to begin with.';

async function init(io: CommandIo, file: string): Promise<void> {
  const { writeExample } = await import('../../watch/config/write-example.js');
  const written = await writeExample(file);
  const lines = [
    `Wrote ${written.join(', ')}.`,
    `The example watches the service of \`fleetglass serve\`. For your fleet, put the address and the account into ${file},`,
    'and the ids of your databases into ids.txt beside it. Then check it:',
    `  fleetglass watch --config ${file} --check`,
  ];
  io.stdout.write(`${lines.map(printable).join('\n')}\n`);
}

const HOW_TO_ADD =
  'No databases yet. The API does not list them. Name their ids in the section ids of the configuration.';
const HOW_TO_KNOW = 'The use of limits is not known yet. The command reads it from the databases and indices.';
const MAX_NOTES = 200;

async function show(io: CommandIo, { fleet, monitor }: Session, config: WatchConfig, signal: AbortSignal) {
  const { baseUrl, credentials } = config;
  const { showBoard } = await import('../../board/show-board.js');
  const { followOwn } = await import('../state/board-alerts.js');
  const { logAlert } = await import('../render/render-alerts.js');
  const { browse } = await import('../../local-services/open-page.js');
  const { palette } = renderOptionsOf(io, io.stdout);
  const notes = createCell<readonly LogEntry[]>(new Commits(), []);
  const events = monitor.events.subscribe((event) =>
    notes.set([...notes.view.value.slice(1 - MAX_NOTES), logAlert(event)]),
  );
  const alerts = followOwn(monitor);
  const ended = new AbortController();
  void alerts.follow(ended.signal);
  const views = { notes: notes.view, alerts: alerts.view };
  const owner = { baseUrl, account: credentials.username };
  const shown = { fleet, clock: systemClock, palette, ...owner, howToAdd: HOW_TO_ADD, howToKnow: HOW_TO_KNOW };
  try {
    await showBoard(io, { ...shown, ...views, browse: (row) => browse(io, owner, row) }, signal);
  } finally {
    ended.abort();
    events.unsubscribe();
    printMessage(io, 'Saving the state.');
  }
}
