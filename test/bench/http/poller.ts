/** One way to keep records up to date by asking for them. */
export interface Poller {
  readonly name: string;
  /** Asks for so many in turn, or a few more, as fast as may be; when all are answered, gives how many it asked for. */
  poll(count: number): Promise<number>;
  /** Its current record of a database. */
  record(id: string): unknown;
  /** The number of calls of the watchers, one for each record; absent if the poller has no watchers. */
  readonly heard?: () => number;
  /** At least this share of the baseline's requests per second. */
  readonly target?: number;
  dispose(): void | Promise<void>;
}

/** The requests. */
export interface PollerOptions {
  readonly baseUrl: string;
  readonly ids: readonly string[];
}

/** How many requests are in flight at once: enough for client and server to be busy. */
export const CONCURRENCY = 16;

/** Asks for ids in turn, some at once. */
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
