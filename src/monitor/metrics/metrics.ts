import type { LimitField } from '../../core/records/limit-fields.js';

/** The options of the metrics of a monitor. */
export interface MetricsOptions {
  /** The most series of one database or index. @default 8 */
  readonly seriesPerResource?: number | undefined;
  /** The limits to export first, in this order. @default limits whose use is known, in the order of api.md */
  readonly fields?: readonly LimitField[] | undefined;
  /** Labels that every series gets, for example the name of the account. @default {} */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Whether CPU, memory, event loop and garbage collection of the process are exported too. @default false */
  readonly process?: boolean | undefined;
}

/** The metrics of a monitor in the text format of Prometheus. */
export interface Metrics {
  /** The value of the header `content-type`. */
  readonly contentType: string;
  /** Makes the text in slices, so that a large fleet does not block the event loop. @param signal aborts the work */
  read(signal?: AbortSignal): AsyncIterable<string>;
}
