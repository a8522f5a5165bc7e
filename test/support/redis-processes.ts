import { listProcesses, type ProcessLine } from './processes.js';

/** The running redis-server on `port`, and the shell that watches it. */
export async function redisProcesses(port: number): Promise<readonly ProcessLine[]> {
  const all = await listProcesses();
  const servers = all.filter(({ command }) => /redis-server/.test(command) && command.includes(`127.0.0.1:${port}`));
  const parents = new Set(servers.map(({ parent }) => parent));
  return [...servers, ...all.filter(({ pid }) => parents.has(pid))];
}
