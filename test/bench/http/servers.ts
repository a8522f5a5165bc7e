import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { buildWorker } from '../../support/build-worker.js';

export const ACCOUNT = { username: 'bench', password: 'bench' };

/** The number of requests in flight: enough to keep client and server busy. */
export const CONCURRENCY = 16;

export interface Addresses {
  /** Sends the same record under any requested id. */
  readonly fixed: string;
  /** Sends the same record, each time with another `db_max_clients`. */
  readonly changing: string;
}

export type Servers = Awaited<ReturnType<typeof startServers>>;

const SOURCE = 'test/bench/http/serve-worker.ts';

export async function startServers() {
  const program = await buildWorker(SOURCE);
  // Options such as --cpu-prof are for the process that polls.
  const child = fork(program, { execArgv: [] });
  const [addresses] = (await once(child, 'message')) as [Addresses];
  return {
    ...addresses,
    /** The processor time of the process until now, milliseconds. */
    async workedMs(): Promise<number> {
      child.send('worked');
      return ((await once(child, 'message')) as [number])[0];
    },
    [Symbol.asyncDispose]: () => end(child),
  };
}

/** Ends a process that ends when its parent process disconnects. */
export async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}
