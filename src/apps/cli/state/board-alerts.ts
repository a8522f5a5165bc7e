import { createCell } from '../../../core/store/cell.js';
import { Commits } from '../../../core/store/commits.js';
import { countAlerts, type ShownAlert } from '../../../format/shown-alerts.js';
import { alertBody } from '../../../monitor/channels/event-body.js';
import { OrderedAlerts, type ListedMonitor } from '../../../monitor/server/alert-list.js';
import { MAX_BOARD_ALERTS, type BoardAlerts } from '../../board/render-alerts.js';
import { pause } from '../../terminal/stopping.js';
import type { MonitorClient } from './monitor-client.js';

function followAlerts(read: (signal?: AbortSignal) => Promise<BoardAlerts>, everyMs: number) {
  const cell = createCell<BoardAlerts>(new Commits(), {
    alerts: [],
    counts: countAlerts([]),
    silences: 0,
    problem: 'The monitor has not answered yet.',
  });

  /** Reads the alerts once. Never rejects. @returns why they cannot be read */
  async function refresh(signal?: AbortSignal): Promise<Error | undefined> {
    try {
      cell.set(await read(signal));
      return undefined;
    } catch (error) {
      // The last known alerts stay.
      cell.set({ ...cell.view.value, problem: (error as Error).message });
      return error as Error;
    }
  }

  return {
    view: cell.view,
    refresh,
    /** Reads them again and again until the signal aborts. Never rejects. */
    async follow(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        await refresh(signal);
        await pause(everyMs, signal);
      }
    },
  };
}

const EVERY_MS = 5000;

export function followMonitor(monitor: MonitorClient) {
  return followAlerts(async (signal) => {
    const { alerts, silences } = await monitor.alerts(signal);
    return { alerts: alerts.slice(0, MAX_BOARD_ALERTS), counts: countAlerts(alerts), silences: silences.length };
  }, EVERY_MS);
}

const OWN_EVERY_MS = 1000;

/** Follows the monitor of this process. There may be many alerts: only those that the board shows get a text. */
export function followOwn(monitor: ListedMonitor) {
  return followAlerts(async () => {
    const ordered = new OrderedAlerts();
    for (const alert of monitor.alerts.value) ordered.add(alert, monitor.quietOf(alert));
    const all = ordered.all();
    const shown = all
      .slice(0, MAX_BOARD_ALERTS)
      .map(({ alert, state }): ShownAlert => ({ ...alertBody(alert), state }));
    return { alerts: shown, counts: countAlerts(all), silences: monitor.silences.value.length };
  }, OWN_EVERY_MS);
}
