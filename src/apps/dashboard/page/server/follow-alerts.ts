import type { Readable } from '../../../../bindings/react/index.js';
import type { Clock } from '../../../../index.js';
import { alertStates, type AlertCounts, type ShownAlert, type ShownSilence } from '../../../../format/shown-alerts.js';
import { createWritable } from '../shell/writable.js';
import { repeat, type Repetition } from './repeat.js';

/** What the monitor lists, as the dashboard's server read it. */
export interface PageAlerts {
  readonly status: 'loading' | 'none' | 'listed' | 'unreachable';
  /** Why the monitor cannot be read. The list is then the last one, or absent. */
  readonly problem?: string;
  readonly counts?: AlertCounts;
  /** The most urgent first. Of a long list, its beginning. */
  readonly alerts?: readonly ShownAlert[];
  readonly silences?: readonly ShownSilence[];
}

export interface ServerAlerts {
  readonly view: Readable<PageAlerts>;
  stop(): void;
}

const INTERVAL_MS = 5000;

/** A long list costs the monitor time. A dashboard without a monitor may be started again with one. */
const LONG_INTERVAL_MS = 15_000;
const LONG_LIST = 1000;

/** Follows the alerts of the monitor that the dashboard's server reads. */
export function followAlerts(clock: Clock, fetchFrom: typeof fetch = fetch): ServerAlerts {
  const view = createWritable<PageAlerts>({ status: 'loading' });
  let read = '';

  async function ask(signal: AbortSignal): Promise<Repetition> {
    try {
      const response = await fetchFrom('alerts', { signal });
      const text = await response.text();
      // The same alerts render nothing again.
      if (!response.ok || text === read) return 'repeat';
      read = text;
      const answer = JSON.parse(text) as PageAlerts;
      view.set(answer.status === 'unreachable' ? { ...view.value, ...answer } : answer);
    } catch {
      // The polling shows that the server does not answer.
    }
    return 'repeat';
  }

  function intervalMs(): number {
    const { status, counts } = view.value;
    const total = counts === undefined ? 0 : alertStates.reduce((sum, state) => sum + counts[state], 0);
    return status === 'none' || total > LONG_LIST ? LONG_INTERVAL_MS : INTERVAL_MS;
  }

  return { view, stop: repeat(clock, intervalMs, ask) };
}
