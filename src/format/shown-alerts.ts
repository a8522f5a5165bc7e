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
  /** The field of a limit or state that the rule is about. */
  readonly field?: string | undefined;
  readonly summary: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly quiet?: ShownQuiet | undefined;
}

/** An alert that fired. The answer of `GET /alerts?history` has more. All times are ISO 8601. */
export interface ShownAlertRecord extends Omit<ShownAlert, 'state' | 'severity' | 'field' | 'quiet'> {
  readonly firedAt?: string | undefined;
  readonly clearedAt?: string | undefined;
}

/** The reason why an alert is not sent. */
export interface ShownQuiet {
  readonly kind: 'maintenance' | 'silence' | 'rule';
  /** The name of the window or of the rule, or the id of the silence. */
  readonly name: string;
  readonly comment?: string | undefined;
}

export interface ShownSilence {
  readonly id: string;
  readonly comment: string;
  /** ISO 8601. */
  readonly endsAt: string;
  readonly rules?: readonly string[] | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** The alerts of a monitor, the most urgent first, and its silences. */
export interface ShownAlerts {
  readonly alerts: readonly ShownAlert[];
  /** Oldest first. */
  readonly silences: readonly ShownSilence[];
}

export type AlertCounts = Readonly<Record<AlertState, number>>;

export function countAlerts(alerts: readonly { readonly state: AlertState }[]): AlertCounts {
  const counts = { firing: 0, pending: 0, silenced: 0, suppressed: 0 };
  for (const { state } of alerts) counts[state] += 1;
  return counts;
}

export function totalOf(counts: AlertCounts): number {
  return alertStates.reduce((sum, state) => sum + counts[state], 0);
}

/** Counts in words: `2 firing, 1 pending, 3 silenced`. */
export function describeCounts(counts: AlertCounts): string {
  return alertStates
    .filter((state) => counts[state] > 0 || state === 'firing' || state === 'pending')
    .map((state) => `${counts[state].toLocaleString('en')} ${state}`)
    .join(', ');
}

export function describeQuiet({ kind, name, comment }: ShownQuiet): string {
  if (kind === 'rule') return `because of ${name}`;
  return kind === 'maintenance' ? `maintenance ${name}` : `${comment ?? ''} (${name})`;
}

export function describeSelection({ rules = [], ids = [], labels = {} }: ShownSilence): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  return [rules.join(' or '), ids.join(' or '), ...pairs].filter(Boolean).join(', ') || 'all alerts';
}
