/** The states of a listed alert, in the order of a list. */
export const alertStates = ['firing', 'pending', 'silenced', 'suppressed'] as const;

export type AlertState = (typeof alertStates)[number];

/** An alert of a monitor, as lists show it. The answer of `GET /alerts` has more. */
export interface ShownAlert {
  readonly state: AlertState;
  readonly key: string;
  readonly rule: string;
  readonly severity: 'critical' | 'warning' | 'info';
  readonly resource: 'database' | 'index' | 'fleet';
  readonly id: string;
  readonly name?: string | undefined;
  readonly summary: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** What a monitor lists, the most urgent first. */
export interface ShownAlerts {
  readonly alerts: readonly ShownAlert[];
}

export type AlertCounts = Readonly<Record<AlertState, number>>;

export function countAlerts(alerts: readonly { readonly state: AlertState }[]): AlertCounts {
  const counts = { firing: 0, pending: 0, silenced: 0, suppressed: 0 };
  for (const { state } of alerts) counts[state] += 1;
  return counts;
}

const SEVERITIES = ['critical', 'warning', 'info'] as const;

/** Firing alerts first, then the more severe ones. Passes over all alerts take less time than a sort, and keep the order. */
export function* urgentFirst<A extends Pick<ShownAlert, 'state' | 'severity'>>(alerts: readonly A[]): Generator<A> {
  for (const wanted of alertStates)
    for (const level of SEVERITIES)
      for (const alert of alerts) if (alert.state === wanted && alert.severity === level) yield alert;
}

/** Counts in words: `2 firing, 1 pending, 3 silenced`. */
export function describeCounts(counts: AlertCounts): string {
  return alertStates
    .filter((state) => counts[state] > 0 || state === 'firing' || state === 'pending')
    .map((state) => `${counts[state].toLocaleString('en')} ${state}`)
    .join(', ');
}
