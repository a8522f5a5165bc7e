import { rm } from 'node:fs/promises';
import { startControlServer, type ControlledMonitor } from '../../../monitor/server/control-server.js';
import type { MonitorLog } from '../../../monitor/log/monitor-log.js';
import { describeSystemError } from '../../../monitor/system/describe-system-error.js';
import { socketPathIn, socketPathProblem } from '../../local-services/monitor-socket.js';

/**
 * Listens on a socket for the commands of this user. If that fails, the monitor works without the socket.
 * @returns a function that closes and removes the socket
 */
export async function openControl(
  state: string,
  monitor: ControlledMonitor,
  log: MonitorLog,
): Promise<() => Promise<void>> {
  const path = socketPathIn(state);
  const problem = socketPathProblem(path);
  try {
    if (problem !== undefined) throw new Error(problem);
    // A process that was killed leaves its socket behind. No other process uses this state directory now.
    await rm(path, { force: true });
    const server = await startControlServer(monitor, path);
    return async () => {
      await server.close();
      await rm(path, { force: true });
    };
  } catch (error) {
    const message = `fleetglass silence, and fleetglass alerts --state, cannot reach this monitor: ${problem ?? describeSystemError(error)}`;
    log('warn', 'control-unavailable', { message });
    return async () => {};
  }
}
