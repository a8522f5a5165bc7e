/** One way to keep records up to date by asking for them. */
export interface Poller {
  readonly name: string;
  /** Asks for so many in turn, or a few more, as fast as may be; when all are answered, gives how many it asked for. */
  poll(count: number): Promise<number>;
  /** What it has of a database now. */
  record(id: string): unknown;
  /** How often those were called who watch the records, one for each; absent where nobody can. */
  readonly heard?: () => number;
  /** At least this share of the baseline's requests per second. */
  readonly target?: number;
  dispose(): void | Promise<void>;
}

/** What is asked for. */
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
