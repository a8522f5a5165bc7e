/** The task of the process with the monitor. */
export interface SoakTask {
  readonly serviceUrl: string;
  readonly webhookUrl: string;
  readonly directory: string;
  /** How often the process measures itself, milliseconds. */
  readonly sampleMs: number;
  /** The ids of the script, which are polled every second. */
  readonly watched: readonly string[];
  /** The ids of the rule about age: an outage may make other records old. */
  readonly aged: readonly string[];
}

/** A command to the process with the monitor. */
export type SoakCommand =
  | { readonly kind: 'use'; readonly id: string; readonly clients: number }
  | { readonly kind: 'grow'; readonly id: string; readonly isGrowing: boolean }
  | { readonly kind: 'snapshot'; readonly path: string }
  | { readonly kind: 'stop' };

/** The state of the process after a garbage collection. */
export interface SoakSample {
  readonly kind: 'sample';
  readonly polls: number;
  /** The active resources of the process, by type. */
  readonly resources: Readonly<Record<string, number>>;
  /** The keys of the alerts. */
  readonly alerts: readonly string[];
  readonly known: number;
}

/** A heap snapshot was written, after so many polls. */
export interface HeapSnapshot {
  readonly kind: 'snapshot';
  readonly path: string;
  readonly polls: number;
  /** Polling was paused for the snapshot between these times of `performance.now()`. */
  readonly pausedMs: number;
  readonly resumedMs: number;
}

export type SoakMessage =
  | SoakSample
  | { readonly kind: 'ready'; readonly metricsUrl: string }
  /** An unhandled rejection, an uncaught exception or a warning, such as the warning of too many listeners. */
  | { readonly kind: 'complaint'; readonly text: string }
  | { readonly kind: 'fired'; readonly id: string }
  | HeapSnapshot;
