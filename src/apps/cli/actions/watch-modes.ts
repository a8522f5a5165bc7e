import { createFleet, systemClock } from '../../../index.js';
import { printable } from '../../../format/printable.js';
import { alertBody } from '../../../monitor/channels/event-body.js';
import { createMonitor } from '../../../monitor/create-monitor.js';
import { nameOfAlert } from '../../board/render-alerts.js';
import { Interrupted, RemoteError, UsageError } from '../../terminal/command-errors.js';
import { type CommandIo, printWarning, renderOptionsOf } from '../../terminal/command-io.js';
import { formatValue } from '../../../format/format-value.js';
import { renderListing, type TableColumn } from '../../terminal/render-table.js';
import { untilStopped } from '../../terminal/stopping.js';
import { countOf } from '../../../format/quantities.js';
import { isAlertChannel } from '../../watch/config/channel-schema.js';
import { createChannelMaker } from '../../watch/config/channels.js';
import { describeProblems } from '../../watch/config/config-problem.js';
import type { ConfigFlags } from '../../watch/config/inspect-config.js';
import { checkConfig, readConfig } from '../../watch/config/read-config.js';
import { describeConfig } from '../../watch/daemon/describe-config.js';
import { evaluateOnce } from '../../watch/evaluate-once.js';
import { createLineWriter } from '../../watch/log/line-writer.js';
import { createWatchLog } from '../../watch/log/watch-log.js';
import type { ReplayedEvent } from '../../watch/replay/replay-alerts.js';
import { renderAlerts } from '../render/render-alerts.js';

// The modes of `fleetglass watch` that end by themselves: `--check`, `--test-alert`, `--once` and `--replay`.

export async function checkWatch(io: CommandIo, flags: ConfigFlags, isStrict: boolean): Promise<void> {
  const { config, warnings } = await checkConfig(flags, io.env);
  const lines = describeConfig(config);
  io.stdout.write(`${[`${flags.config} is valid. It runs:`, ...lines].map(printable).join('\n')}\n`);
  for (const warning of describeProblems(flags.config, warnings)) printWarning(io, printable(warning));
  if (isStrict && warnings.length > 0)
    throw new UsageError(`Warnings: ${warnings.length}. --strict allows none. Correct each place that is named above.`);
}

/** Sends a test alert to channels. @param names @default all */
export async function testAlert(io: CommandIo, flags: ConfigFlags, names?: readonly string[]): Promise<void> {
  const config = await readConfig(flags, io.env);
  const known = config.channels.filter(isAlertChannel).map(({ name }) => name);
  const unknown = names?.find((name) => !known.includes(name));
  if (known.length === 0) throw new UsageError('The configuration has no channels.');
  if (unknown !== undefined)
    throw new UsageError(`There is no channel ${printable(unknown)}. Expected one of ${known.join(', ')}.`);
  const watchLog = createWatchLog(createLineWriter(io.stderr), 'debug');
  watchLog.hide(config.secrets);
  // It opens no state, so it works beside a running daemon, and asks the service nothing.
  const fleet = createFleet({ baseUrl: 'http://localhost', fetch: () => Promise.reject(new TypeError('no service')) });
  const channels = createChannelMaker(watchLog)(config.channels);
  const monitor = createMonitor({ fleet, channels, log: watchLog.log });
  const results = await untilStopped(io, async (signal) => {
    try {
      const tested = await monitor.testAlert({ channels: names, signal });
      if (signal.aborted) throw new Interrupted();
      return tested;
    } finally {
      await monitor.dispose({ drainMs: 0 });
      fleet.dispose();
    }
  });
  for (const { channel, isDelivered, error } of results)
    io.stdout.write(`${channel}: ${isDelivered ? 'delivered' : `not delivered: ${printable(error ?? '')}`}\n`);
  const failed = results.filter(({ isDelivered }) => !isDelivered).length;
  if (failed > 0)
    throw new RemoteError(
      'unavailable',
      `The test alert did not reach ${failed} of ${countOf(results.length, 'channel')}.`,
    );
}

/** Evaluates the rules once. @throws UsageError, for its exit code, if not all is known; Error if an alert fires */
export async function watchOnce(io: CommandIo, flags: ConfigFlags): Promise<void> {
  const config = await readConfig(flags, io.env);
  const { alerts, unknown } = await untilStopped(io, (signal) =>
    evaluateOnce(config, signal).catch((error: Error) => {
      throw signal.aborted ? error : new UsageError(`The rules cannot be evaluated. ${error.message}`);
    }),
  );
  const listed = alerts.map((alert) => ({ ...alertBody(alert), state: 'firing' as const }));
  io.stdout.write(`${renderAlerts(listed, systemClock.now(), renderOptionsOf(io, io.stdout))}\n`);
  for (const reason of unknown) printWarning(io, printable(reason));
  if (unknown.length > 0) throw new UsageError('Not everything could be read, so no result is certain.');
  if (alerts.length > 0) throw new Error(`${countOf(alerts.length, 'alert')} firing.`);
}

export async function watchReplay(io: CommandIo, flags: ConfigFlags, file: string): Promise<void> {
  const config = await readConfig(flags, io.env);
  // Loads the readers of histories.
  const { readRows, replayAlerts } = await import('../../watch/replay/replay-alerts.js');
  const captured = await readRows(file);
  const events = await untilStopped(io, (signal) => replayAlerts(captured, config, signal));
  const fired = events.filter(({ event }) => event.kind === 'fired').length;
  const sentence = `${countOf(fired, 'alert')} would have fired.`;
  const text = renderListing(events, replayColumns, [sentence], renderOptionsOf(io, io.stdout));
  io.stdout.write(`${fired === 0 ? 'No alert would have fired.' : text}\n`);
}

const replayColumns: readonly TableColumn<ReplayedEvent>[] = [
  { heading: 'time', show: ({ event }) => new Date(event.at).toISOString().replace(/\.\d+Z$/, 'Z'), least: 20 },
  { heading: 'event', show: ({ event }) => event.kind, least: 7 },
  { heading: 'rule', show: ({ event }) => formatValue(event.alert.rule), least: 12 },
  { heading: 'severity', show: ({ event }) => event.alert.severity, least: 8 },
  { heading: 'name', show: ({ event }) => nameOfAlert(event.alert), least: 12 },
  { heading: 'summary', show: ({ event }) => formatValue(event.alert.summary), least: 20 },
  { heading: 'not sent', show: ({ quiet }) => quiet ?? '', least: 10 },
  { heading: 'id', show: ({ event }) => formatValue(event.alert.id), least: 'whole' },
];
