import { formatValue } from '../../../format/format-value.js';
import { renderOptionsOf, type CommandIo } from '../../terminal/command-io.js';
import { listenForStop } from '../../terminal/listen-for-stop.js';
import type { ConfigFlags } from '../../watch/config/inspect-config.js';
import type { ReplayedEvent } from '../../watch/replay/replay-alerts.js';
import { renderTable, type TableColumn } from '../../terminal/render-table.js';
import { countOf } from '../../terminal/wrap-text.js';
import { nameOfAlert } from '../render/render-alerts.js';

/** Prints the alerts that a captured history would have raised. */
export async function watchReplay(io: CommandIo, flags: ConfigFlags, file: string): Promise<void> {
  const { readConfig } = await import('../../watch/config/read-config.js');
  const config = await readConfig(flags, io.env);
  const { readRows } = await import('../../watch/replay/read-rows.js');
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
