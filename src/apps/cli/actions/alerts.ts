import { resolve } from 'node:path';
import { systemClock } from '../../../core/shared/clock.js';
import type { AlertList } from '../../../monitor/server/alert-list.js';
import { UsageError } from '../../terminal/command-errors.js';
import { type CommandIo, formatJsonLine, printNotice, printResult } from '../../terminal/command-io.js';
import { untilStopped, pause, whileRead } from '../../terminal/stopping.js';
import { renderAlerts, renderHistory, renderSilences } from '../render/render-alerts.js';
import { findMonitor, type MonitorClient } from '../state/monitor-client.js';

interface AlertsOptions {
  readonly state?: string;
  readonly monitor?: string;
  readonly watch?: true;
  readonly history?: true;
  readonly json?: true;
}

export async function alerts(io: CommandIo, options: AlertsOptions): Promise<void> {
  const { history, watch, json } = options;
  if (history && watch) throw new UsageError('Pass either --history or --watch, not both.');
  const monitor = await findMonitor(io, placeOf(options));
  if (history) {
    const list = await monitor.history();
    return printResult(io, json, list, (shown) => renderHistory(list.history, shown));
  }
  if (!watch) return print(io, await monitor.alerts(), options);
  await untilStopped(io, (stopped) => whileRead(io.stdout, stopped, (signal) => follow(io, monitor, options, signal)));
}

function placeOf({ state, monitor }: AlertsOptions): string {
  if (state !== undefined && monitor !== undefined) throw new UsageError('Pass either --state or --monitor, not both.');
  if (state === '') throw new UsageError('Invalid --state: it is empty. Expected the path of a directory.');
  const place = state === undefined ? monitor : resolve(state);
  if (place !== undefined) return place;
  throw new UsageError(
    'No monitor is named. Pass --state with the state directory of `fleetglass watch`, or --monitor with its address.',
  );
}

function print(io: CommandIo, list: AlertList, { json, watch }: AlertsOptions): void {
  if (json && watch) return void io.stdout.write(`${formatJsonLine(list)}\n`);
  const now = systemClock.now();
  printResult(io, json, list, (shown) => {
    const text = renderAlerts(list.alerts, now, shown);
    return list.silences.length === 0 ? text : `${text}\n\n${renderSilences(list.silences, now, shown)}`;
  });
}

const EVERY_MS = 2000;

/** Prints the alerts at once, and after each change. @throws the error of the first read */
async function follow(
  io: CommandIo,
  monitor: MonitorClient,
  options: AlertsOptions,
  signal: AbortSignal,
): Promise<void> {
  let shown: string | undefined;
  let trouble: string | undefined;
  while (!signal.aborted) {
    try {
      const list = await monitor.alerts(signal);
      // The monitor counts the end of a suppression from now, so it moves by a millisecond in each answer.
      const text = JSON.stringify(list, (name, value: unknown) => (name === 'until' ? 'later' : value));
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
    await pause(EVERY_MS, signal);
  }
}
