import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { baseUrlProblem, normalizeBaseUrl } from '../../../core/wire/base-url.js';
import { encodeCredentials, inspectCredentials } from '../../../core/wire/credentials.js';
import type { AlertHistoryList } from '../../../monitor/server/alert-history-list.js';
import type { AlertList } from '../../../monitor/server/alert-list.js';
import { TOKEN } from '../../../monitor/server/monitor-server.js';
import { UsageError } from '../../terminal/command-errors.js';
import type { CommandIo } from '../../terminal/command-io.js';
import {
  monitorPasswordVariable,
  monitorTokenFileVariable,
  monitorTokenVariable,
  monitorUsernameVariable,
  readVariable,
} from '../../terminal/environment-variables.js';
import { readRegularFile } from '../../watch/config/read-file.js';
import type { MonitorAccess, MonitorPlace } from './ask-monitor.js';
import { readAlertHistory, readAlertList, readMetrics } from './read-alert-list.js';

/** Reads the alerts of a monitor. @throws UsageError if no monitor runs with the state; MonitorError */
export type ReadAlerts = (signal?: AbortSignal) => Promise<AlertList>;

/**
 * @param place the address of a monitor, or its state directory on this machine
 * @throws UsageError for a wrong place or wrong variables
 */
export async function createAlertReader(io: CommandIo, place: string): Promise<ReadAlerts> {
  await readPlace(io, place);
  // The file of the token may have changed since.
  return async (signal) => readAlertList(await readPlace(io, place), signal);
}

/** The same for the last alerts that fired. */
export async function readHistoryOf(io: CommandIo, place: string): Promise<AlertHistoryList> {
  return readAlertHistory(await readPlace(io, place));
}

/** The same for its metrics, as text. */
export async function readMetricsOf(io: CommandIo, place: string): Promise<string> {
  return readMetrics(await readPlace(io, place));
}

async function readPlace(io: CommandIo, place: string): Promise<MonitorPlace> {
  if (place === '') throw new UsageError('Invalid --monitor: it is empty. Expected an address or a state directory.');
  if (/^[\w.-]+:\d+$/.test(place) && !existsSync(place))
    throw new UsageError('Invalid --monitor: it has no protocol. An example is http://127.0.0.1:9464.');
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(place)) return { state: resolve(place) };
  // The hint after the semicolon is for programs.
  const problem = baseUrlProblem(place)?.replace(/;.*/, '');
  if (problem !== undefined)
    throw new UsageError(`Invalid --monitor: ${problem}. An example is http://127.0.0.1:9464.`);
  return { url: normalizeBaseUrl(place), access: await readAccess(io) };
}

/** Secrets come from variables and files: `ps` shows arguments to all users. */
async function readAccess({ env }: CommandIo): Promise<MonitorAccess | undefined> {
  const read = (name: string): string => readVariable(env, name);
  const [username, password] = [read(monitorUsernameVariable), read(monitorPasswordVariable)];
  const [token, file] = [read(monitorTokenVariable), read(monitorTokenFileVariable)];
  const kinds = [username !== '' || password !== '', token !== '', file !== ''].filter(Boolean).length;
  if (kinds > 1)
    throw new UsageError(
      `Set one of ${monitorTokenVariable}, ${monitorTokenFileVariable}, and ${monitorUsernameVariable} with ${monitorPasswordVariable}.`,
    );
  if (token !== '') return bearer(token, monitorTokenVariable);
  if (file !== '') return bearer(await readTokenFile(file), monitorTokenFileVariable);
  return kinds === 0 ? undefined : basic(username, password);
}

const MAX_TOKEN_BYTES = 64 * 1024;

async function readTokenFile(file: string): Promise<string> {
  const bytes = await readRegularFile(resolve(file), MAX_TOKEN_BYTES).catch((error: Error) => {
    throw new UsageError(`Invalid ${monitorTokenFileVariable}: ${error.message}.`);
  });
  return bytes.toString('utf8').trim();
}

function bearer(token: string, variable: string): MonitorAccess {
  if (!TOKEN.test(token)) throw new UsageError(`Invalid ${variable}: expected a token of letters, digits and -._~+/=.`);
  return { authorization: `Bearer ${token}`, from: `the token of ${variable}` };
}

function basic(username: string, password: string): MonitorAccess {
  if (username === '' || password === '')
    throw new UsageError(`Set both ${monitorUsernameVariable} and ${monitorPasswordVariable}, or neither.`);
  const [problem] = inspectCredentials({ username, password });
  if (problem !== undefined) {
    const name = problem.path.endsWith('username') ? monitorUsernameVariable : monitorPasswordVariable;
    throw new UsageError(`Invalid ${name}: it ${problem.message}.`);
  }
  return {
    authorization: `Basic ${encodeCredentials({ username, password })}`,
    from: `the user name and the password of ${monitorUsernameVariable} and ${monitorPasswordVariable}`,
  };
}
