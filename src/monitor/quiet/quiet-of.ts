import type { Alert } from '../alerts/alert.js';
import type { OpenWindow } from './maintenance.js';
import type { Quiet } from './quiet.js';
import type { ActiveSilence } from './silences.js';

/** What decides whether an alert is quiet. */
export interface QuietFacts {
  /** Unix milliseconds. */
  readonly now: number;
  readonly windows: readonly OpenWindow[];
  readonly silences: readonly ActiveSilence[];
  readonly suppressedBy: (alert: Alert) => Quiet | undefined;
}

/** Returns what keeps an alert from being sent: a maintenance window, a silence, or an alert of another rule. */
export function quietOf(alert: Alert, { now, windows, silences, suppressedBy }: QuietFacts): Quiet | undefined {
  for (const { name, selects, endsAt } of windows) {
    const until = endsAt(now);
    if (until !== undefined && selects(alert)) return { kind: 'maintenance', name, until };
  }
  for (const { silence, selects } of silences) {
    const { id: name, endsAt: until, comment } = silence;
    if (now < until && selects(alert)) return { kind: 'silence', name, until, comment };
  }
  return suppressedBy(alert);
}
