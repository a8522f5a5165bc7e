import { systemClock } from '../../../core/shared/clock.js';
import { printable } from '../../../format/printable.js';
import { alertBody } from '../../../monitor/channels/event-body.js';
import { FiringError, UndecidedError } from '../../terminal/command-errors.js';
import { type CommandIo, printWarning, renderOptionsOf } from '../../terminal/command-io.js';
import { listenForStop } from '../../terminal/stopping.js';
import type { ConfigFlags } from '../../watch/config/inspect-config.js';
import { nameOfAlert, renderAlerts } from '../render/render-alerts.js';
import { formatValue } from '../../../format/format-value.js';
import type { ReplayedEvent } from '../../watch/replay/replay-alerts.js';
import { renderTable, type TableColumn } from '../../terminal/render-table.js';
import { countOf } from '../../terminal/wrap-text.js';

/** Evaluates the rules once. @throws UndecidedError if not all is known; FiringError if an alert fires */
export async function watchOnce(io: CommandIo, flags: ConfigFlags): Promise<void> {
  const { readConfig } = await import('../../watch/config/read-config.js');
  const config = await readConfig(flags, io.env);
  const { evaluateOnce } = await import('../../watch/evaluate-once.js');
  const stop = listenForStop();
  try {
    const { alerts, unknown } = await evaluateOnce(config, stop.signal).catch((error: Error) => {
      throw new UndecidedError(`The rules cannot be evaluated. ${error.message}`);
    });
    const listed = alerts.map((alert) => ({ ...alertBody(alert), state: 'firing' as const }));
    io.stdout.write(`${renderAlerts(listed, systemClock.now(), renderOptionsOf(io, io.stdout))}\n`);
    for (const reason of unknown) printWarning(io, printable(reason));
    if (unknown.length > 0) throw new UndecidedError('Not everything could be read, so no result is certain.');
    if (alerts.length > 0)
      throw new FiringError(`${alerts.length} ${alerts.length === 1 ? 'alert' : 'alerts'} firing.`);
  } finally {
    stop.release();
  }
}

/** Prints the alerts that a captured history would have raised. */
export async function watchReplay(io: CommandIo, flags: ConfigFlags, file: string): Promise<void> {
  const { readConfig } = await import('../../watch/config/read-config.js');
  const config = await readConfig(flags, io.env);
  const { readRows } = await import('../../watch/replay/replay-alerts.js');
  const { replayAlerts } = await import('../../watch/replay/replay-alerts.js');
  const captured = await readRows(file);
  const stop = listenForStop();
  try {
    const events = await replayAlerts(captured, config, stop.signal);
    io.stdout.write(`${render(io, events)}\n`);
  } finally {
    stop.release();
  }
}

function render(io: CommandIo, events: readonly ReplayedEvent[]): string {
  const fired = events.filter(({ event }) => event.kind === 'fired').length;
  if (fired === 0) return 'No alert would have fired.';
  const { lines } = renderTable(events, COLUMNS, renderOptionsOf(io, io.stdout));
  return [...lines, '', `${countOf(fired, 'alert')} would have fired.`].join('\n');
}

const COLUMNS: readonly TableColumn<ReplayedEvent>[] = [
  { heading: 'time', show: ({ event }) => new Date(event.at).toISOString().replace(/\.\d+Z$/, 'Z'), least: 20 },
  { heading: 'event', show: ({ event }) => event.kind, least: 7 },
  { heading: 'rule', show: ({ event }) => formatValue(event.alert.rule), least: 12 },
  { heading: 'severity', show: ({ event }) => event.alert.severity, least: 8 },
  { heading: 'name', show: ({ event }) => nameOfAlert(event.alert), least: 12 },
  { heading: 'summary', show: ({ event }) => formatValue(event.alert.summary), least: 20 },
  { heading: 'not sent', show: ({ quiet }) => quiet ?? '', least: 10 },
];
