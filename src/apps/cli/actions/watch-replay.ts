import { formatValue } from '../../../format/format-value.js';
import { renderOptionsOf, type CommandIo } from '../../terminal/command-io.js';
import { listenForStop } from '../../terminal/listen-for-stop.js';
import type { ConfigFlags } from '../../watch/config/inspect-config.js';
import type { ReplayedEvent } from '../../watch/replay/replay-alerts.js';
import { renderTable, type TableColumn } from '../render/render-table.js';

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
  return [...lines, '', `${fired.toLocaleString('en')} ${fired === 1 ? 'alert' : 'alerts'} would have fired.`].join(
    '\n',
  );
}

const COLUMNS: readonly TableColumn<ReplayedEvent>[] = [
  { heading: 'time', show: ({ event }) => new Date(event.at).toISOString().replace(/\.\d+Z$/, 'Z'), leastColumns: 20 },
  { heading: 'event', show: ({ event }) => event.kind, leastColumns: 7 },
  { heading: 'rule', show: ({ event }) => formatValue(event.alert.rule), leastColumns: 12 },
  { heading: 'severity', show: ({ event }) => event.alert.severity, leastColumns: 8 },
  {
    heading: 'name',
    show: ({ event: { alert } }) => (alert.resource === 'fleet' ? 'the fleet' : formatValue(alert.name ?? alert.id)),
    leastColumns: 12,
  },
  { heading: 'summary', show: ({ event }) => formatValue(event.alert.summary), leastColumns: 20 },
  { heading: 'not sent', show: ({ quiet }) => quiet ?? '', leastColumns: 10 },
];
