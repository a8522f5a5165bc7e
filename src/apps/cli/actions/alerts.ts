import { resolve } from 'node:path';
import { inspectCredentials, type Credentials } from '../../../core/wire/credentials.js';
import { baseUrlProblem, normalizeBaseUrl } from '../../../core/wire/base-url.js';
import { systemClock } from '../../../core/shared/clock.js';
import { onAbort } from '../../../core/shared/on-abort.js';
import type { AlertList } from '../../../monitor/server/alert-list.js';
import { findMonitor } from '../../local-services/monitor-file.js';
import { UsageError } from '../../terminal/command-errors.js';
import { formatJson, formatJsonLine, printNotice, renderOptionsOf, type CommandIo } from '../../terminal/command-io.js';
import {
  monitorPasswordVariable,
  monitorUsernameVariable,
  readVariable,
} from '../../terminal/environment-variables.js';
import { listenForStop } from '../../terminal/listen-for-stop.js';
import { whileRead } from '../../terminal/while-read.js';
import { renderAlerts } from '../render/render-alerts.js';
import { readAlertList } from '../state/read-alert-list.js';

export interface AlertsOptions {
  readonly state?: string;
  readonly monitor?: string;
  readonly watch?: true;
  readonly json?: true;
}

/** Prints the pending and firing alerts of a running monitor. */
export async function alerts(io: CommandIo, options: AlertsOptions): Promise<void> {
  const locate = chooseMonitor(options);
  const credentials = readCredentials(io);
  const read: ReadAlerts = async (signal) => readAlertList(await locate(), credentials, signal);
  if (!options.watch) return print(io, await read(), options);
  const stop = listenForStop();
  try {
    await whileRead(io.stdout, stop.signal, (signal) => follow(io, read, options, signal));
  } finally {
    stop.release();
  }
}

type ReadAlerts = (signal?: AbortSignal) => Promise<AlertList>;

/** @returns a function that finds the address. A monitor may listen on another port after a restart. */
function chooseMonitor({ state, monitor }: AlertsOptions): () => Promise<string> {
  if (state !== undefined && monitor !== undefined) throw new UsageError('Pass either --state or --monitor, not both.');
  if (state === '') throw new UsageError('Invalid --state: it is empty. Expected the path of a directory.');
  if (state !== undefined) return () => findMonitor(resolve(state));
  if (monitor === undefined)
    throw new UsageError(
      'No monitor is named. Pass --state with the state directory of `fleetglass watch`, or --monitor with its address.',
    );
  // The hint after the semicolon is for programs.
  const problem = baseUrlProblem(monitor)?.replace(/;.*/, '');
  if (problem !== undefined)
    throw new UsageError(`Invalid --monitor: ${problem}. An example is http://127.0.0.1:9464.`);
  const url = normalizeBaseUrl(monitor);
  return async () => url;
}

/** The account's password is never sent to a monitor, so these are other variables. */
function readCredentials({ env }: CommandIo): Credentials | undefined {
  const [username, password] = [monitorUsernameVariable, monitorPasswordVariable].map((name) =>
    readVariable(env, name),
  );
  if (!username && !password) return undefined;
  if (!username || !password)
    throw new UsageError(`Set both ${monitorUsernameVariable} and ${monitorPasswordVariable}, or neither.`);
  const [problem] = inspectCredentials({ username, password });
  if (problem === undefined) return { username, password };
  const name = problem.path.endsWith('username') ? monitorUsernameVariable : monitorPasswordVariable;
  throw new UsageError(`Invalid ${name}: it ${problem.message}.`);
}

function print(io: CommandIo, list: AlertList, { json, watch }: AlertsOptions): void {
  const format = watch ? formatJsonLine : formatJson;
  const text = json ? format(list) : renderAlerts(list.alerts, systemClock.now(), renderOptionsOf(io, io.stdout));
  io.stdout.write(`${text}\n`);
}

const EVERY_MS = 2000;

/** Prints the alerts at once, and after each change. @throws the error of the first read */
async function follow(io: CommandIo, read: ReadAlerts, options: AlertsOptions, signal: AbortSignal): Promise<void> {
  let shown: string | undefined;
  let trouble: string | undefined;
  while (!signal.aborted) {
    try {
      const list = await read(signal);
      const text = JSON.stringify(list);
      if (trouble !== undefined) printNotice(io, options.json, 'the monitor answers again');
      trouble = undefined;
      if (text !== shown) {
        if (shown !== undefined && !options.json) io.stdout.write('\n');
        print(io, list, options);
      }
      shown = text;
    } catch (error) {
      if (signal.aborted) return;
      if (shown === undefined) throw error;
      const { message } = error as Error;
      if (message !== trouble) printNotice(io, options.json, message);
      trouble = message;
    }
    await pause(signal);
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const stops = [systemClock.schedule(end, EVERY_MS), onAbort(signal, end)];
    function end(): void {
      for (const stop of stops) stop();
      done();
    }
  });
}
