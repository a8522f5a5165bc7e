/** One implementation of polling. */
export interface Poller {
  readonly name: string;
  /**
   * Sends at least the given number of requests, in turn, as fast as possible. Resolves with their number after all
   * answers.
   */
  poll(count: number): Promise<number>;
  /** Its current record of a database. */
  record(id: string): unknown;
  /** The number of calls of the watchers, one for each record; absent if the poller has no watchers. */
  readonly received?: () => number;
  /** At least this share of the baseline's requests per second. */
  readonly target?: number;
  dispose(): void | Promise<void>;
}

/** The requests. */
export interface PollerOptions {
  readonly baseUrl: string;
  readonly ids: readonly string[];
  /** The least requests a second of a fleet, as a share of those of a bare loop. */
  readonly target?: number;
}

/** The number of requests in flight: enough to keep client and server busy. */
export const CONCURRENCY = 16;

/** Requests ids in turn, several at once. */
export async function pollInTurn(
  ids: readonly string[],
  count: number,
  ask: (id: string) => Promise<unknown>,
): Promise<number> {
  let asked = 0;
  async function askOneByOne(): Promise<void> {
    while (asked < count) await ask(ids[asked++ % ids.length] as string);
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, askOneByOne));
  return count;
}
