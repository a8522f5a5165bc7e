import type { Effort } from '../harness/effort.js';
import { startServers } from '../http/servers.js';
import { measureFetches } from '../monitor/measure-fetches.js';
import { measureProcesses } from '../monitor/measure-processes.js';

/** Measures a monitor that polls a bare server: the cost of a poll, and the memory of the process. */
export async function monitor(effort: Effort): Promise<void> {
  await using servers = await startServers();
  await measureFetches(servers, effort);
  await measureProcesses(servers, effort);
}
