import { createCell } from '../../../core/store/cell.js';
import { Commits } from '../../../core/store/commits.js';
import type { View } from '../../../core/store/view.js';
import { countAlerts, urgentFirst, type ShownAlert, type ShownAlerts } from '../../../format/shown-alerts.js';
import type { Alert } from '../../../monitor/alerts/alert.js';
import { isoTime } from '../../../monitor/channels/event-body.js';
import { MAX_BOARD_ALERTS, type BoardAlerts } from '../../board/render-alerts.js';
import { pause } from '../../terminal/pause.js';
import type { ReadAlerts } from './monitor-access.js';

const NONE: BoardAlerts = { alerts: [], counts: countAlerts([]), problem: undefined };

const EVERY_MS = 5000;

/** The alerts of a monitor elsewhere, for the board. */
export interface FollowedAlerts {
  readonly view: View<BoardAlerts>;
  /** Reads the alerts once, or why they cannot be read. Never rejects. */
  refresh(signal?: AbortSignal): Promise<void>;
  /** Reads them again and again until the signal aborts. Never rejects. */
  follow(signal: AbortSignal): Promise<void>;
}

export function followAlerts(read: ReadAlerts): FollowedAlerts {
  const cell = createCell<BoardAlerts>(new Commits(), { ...NONE, problem: 'The monitor has not answered yet.' });

  async function refresh(signal?: AbortSignal): Promise<void> {
    try {
      cell.set(toBoardAlerts(await read(signal)));
    } catch (error) {
      // The last known alerts stay.
      cell.set({ ...cell.view.value, problem: (error as Error).message });
    }
  }

  return {
    view: cell.view,
    refresh,
    async follow(signal) {
      while (!signal.aborted) {
        await refresh(signal);
        await pause(EVERY_MS, signal);
      }
    },
  };
}

/** The alerts of a monitor in this process. There may be many: only those that the board shows get a text. */
export function listOwnAlerts(alerts: readonly Alert[]): BoardAlerts {
  const shown: ShownAlert[] = [];
  for (const alert of urgentFirst(alerts)) {
    if (shown.push({ ...alert, startedAt: isoTime(alert.startedAt) }) === MAX_BOARD_ALERTS) break;
  }
  return { alerts: shown, counts: countAlerts(alerts) };
}

function toBoardAlerts({ alerts }: ShownAlerts): BoardAlerts {
  return { alerts: alerts.slice(0, MAX_BOARD_ALERTS), counts: countAlerts(alerts) };
}
