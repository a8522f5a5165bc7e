/** The reason why an alert is not sent. */
export interface Quiet {
  /** A maintenance window, a silence, or an alert of a rule that the alert's rule names in `unless`. */
  readonly kind: 'maintenance' | 'silence' | 'rule';
  /** The name of the window or of the rule, or the id of the silence. */
  readonly name: string;
  /** When the reason ends by time alone, Unix milliseconds; absent while the alert of the other rule fires. */
  readonly until?: number | undefined;
  /** The comment of the silence. */
  readonly comment?: string | undefined;
}

/** Selects the alerts that match every member; without members, all alerts. */
export interface AlertSelector {
  /** The names of rules. @default every rule */
  readonly rules?: readonly string[] | undefined;
  /** The ids of databases and indices. @default all, and the fleet */
  readonly ids?: readonly string[] | undefined;
  /** The labels that an alert must have, with these values. @default none */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** A recurring time in which the selected alerts are not sent. */
export interface MaintenanceWindow extends AlertSelector {
  /** Identifies the window: 1 to 100 letters, digits, `-` and `_`. Each name is used once. */
  readonly name: string;
  /**
   * When the window begins: minute, hour, day of the month, month, day of the week. A time that the switch to summer time
   * skips begins the window after the gap. A time that occurs twice begins it once. Neither holds if the minute or hour
   * has `*` or a step.
   */
  readonly cron: string;
  /** The IANA time zone of `cron`, such as `Europe/Berlin`. */
  readonly timezone: string;
  /** How long the window lasts, milliseconds, at most 52 weeks. */
  readonly durationMs: number;
}

/** The options of `Monitor.addSilence`. */
export interface SilenceOptions extends AlertSelector {
  /** How long the silence lasts, milliseconds, at most 52 weeks. */
  readonly forMs: number;
  /** Why the alerts are silenced: 1 to 500 characters in one line. */
  readonly comment: string;
}

/** A period in which the selected alerts are not sent. */
export interface Silence extends AlertSelector {
  readonly id: string;
  readonly comment: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds. */
  readonly endsAt: number;
}
