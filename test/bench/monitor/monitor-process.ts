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

/** Asks the parent process to read an address every 15 s, or to read nothing. */
export interface ReadRequest {
  readonly read: string | null;
}

/** The result of a task. */
export interface MonitorResult {
  /** Each database is polled once a minute. */
  readonly polling: Footprint;
  /** The metrics are read every 15 s, too. */
  readonly scraped: Footprint;
  /** Instead, another process reads `/alerts` every 15 s, while 1 % of the databases have an alert. */
  readonly listed: Footprint;
  /** With all records, and without a poll. */
  readonly idle: Footprint;
}
