/** The task of a process that runs a monitor. */
export interface MonitorTask {
  readonly baseUrl: string;
  /** The number of databases. */
  readonly ids: number;
  /** The time from the first record of all databases to the first measurement. */
  readonly settleMs: number;
  readonly measureMs: number;
}

/** One measurement of a process. */
export interface Footprint {
  readonly pollsPerSecond: number;
  /** The process's share of one processor. */
  readonly share: number;
  /** Memory at its highest during the measurement, bytes. */
  readonly rss: number;
  /** The used heap after a garbage collection at the end, bytes. */
  readonly heap: number;
}

/** The result of a task. */
export interface MonitorResult {
  /** Each database is polled once a minute. */
  readonly polling: Footprint;
  /** The metrics are read every 15 s, too. */
  readonly scraped: Footprint;
  /** With all records, and without a poll. */
  readonly idle: Footprint;
}
