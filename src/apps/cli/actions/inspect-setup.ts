import { existsSync } from 'node:fs';
import { createManagementClient } from '../../../core/client/management-client.js';
import { systemClock } from '../../../core/shared/clock.js';
import type { Fetch } from '../../../core/wire/transport.js';
import { describeDuration } from '../../../format/describe-duration.js';
import type { ServiceOptions } from '../../terminal/client-options.js';
import type { CommandIo } from '../../terminal/command-io.js';
import { readVersion } from '../../terminal/installed-package.js';
import { proxyVariable } from '../../terminal/use-proxy.js';
import { toCommandFailure } from '../failure/command-failure.js';
import { createAlertReader } from '../state/monitor-access.js';
import { openCopyOfStore, withKeptFleet } from '../state/kept-fleet.js';
import { findAccount, type Account, type StateOptions } from '../state/state-directory.js';

export interface InspectOptions extends ServiceOptions, StateOptions {
  /** The address or the state directory of a monitor. */
  readonly monitor?: string;
}

/** What the command knows about one part of its surroundings. The texts contain no secret. */
export interface Finding {
  readonly part: 'versions' | 'account' | 'proxy' | 'service' | 'clock' | 'storage' | 'monitor';
  readonly isGood: boolean;
  readonly text: string;
  /** What to do. Present if something is wrong. */
  readonly advice?: string | undefined;
}

/** Looks at everything that a command needs. Sends one request to the service, and one to the monitor. */
export async function inspectSetup(io: CommandIo, options: InspectOptions): Promise<readonly Finding[]> {
  const found = await findAccount(io, options).catch((error: unknown) => failure('account', error, io));
  const proxy = proxyVariable(io.env);
  const before: Finding[] = [
    good(
      'versions',
      `fleetglass ${readVersion()}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}`,
    ),
    good('proxy', proxy === undefined ? 'none' : `requests to other machines go through the proxy of ${proxy}`),
  ];
  const monitor = await inspectMonitor(io, options);
  if ('part' in found) return [...before, found, ...monitor];
  return [
    ...before,
    good('account', `${found.credentials.username} at ${found.baseUrl}`),
    ...(await inspectService(io, found, options)),
    await inspectStorage(io, found.directory),
    ...monitor,
  ];
}

/** Answers of the service tell the time with a resolution of 1 s, and a cache may have kept them for a moment. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;

async function inspectService(
  io: CommandIo,
  { baseUrl, credentials }: Account,
  { timeoutMs }: ServiceOptions,
): Promise<Finding[]> {
  let servedAt: number | undefined;
  const fetchAndTime: Fetch = async (url, init) => {
    const response = await fetch(url, init);
    servedAt = Date.parse(response.headers.get('date') ?? '') || undefined;
    return response;
  };
  const startedMs = systemClock.monotonic();
  const client = createManagementClient({ baseUrl, credentials, timeoutMs, fetch: fetchAndTime });
  const answer = await client.listVectorIndices().then(
    ({ length }) => {
      const ms = Math.round(systemClock.monotonic() - startedMs);
      return good('service', `answers after ${ms} ms; ${length} vector ${length === 1 ? 'index' : 'indices'}`);
    },
    (error: unknown) => failure('service', error, io),
  );
  if (servedAt === undefined) return [answer];
  return [answer, inspectClock(systemClock.now() - servedAt)];
}

function inspectClock(differenceMs: number): Finding {
  const distance = describeDuration(Math.abs(differenceMs));
  if (Math.abs(differenceMs) <= MAX_CLOCK_DIFFERENCE_MS)
    return good('clock', 'differs from the clock of the service by less than a minute');
  return {
    part: 'clock',
    isGood: false,
    text: `this machine is ${distance} ${differenceMs > 0 ? 'ahead of' : 'behind'} the service`,
    advice: 'Set the clock of this machine, for example by NTP: ages, forecasts and Retry-After depend on it.',
  };
}

async function inspectStorage(io: CommandIo, directory: string): Promise<Finding> {
  if (!existsSync(directory)) return good('storage', `nothing is kept yet; the directory will be ${directory}`);
  const opened = { directory, openStore: openCopyOfStore };
  return withKeptFleet(io, opened, async ({ databases, storage }) => {
    const ids = databases.tracked.value;
    const read = ids.filter((id) => databases.record(id).value !== undefined).length;
    const text = `${ids.length} ${ids.length === 1 ? 'id' : 'ids'}, ${read} with a record, in ${directory}`;
    if (storage.value.lost.length === 0) return good('storage', text);
    const advice = 'fleetglass list --refresh reads the records again. ids export shows which ids are left.';
    return bad('storage', `${text}; something was lost: see the warnings`, advice);
  }).catch((error: unknown) => failure('storage', error, io));
}

async function inspectMonitor(io: CommandIo, { monitor }: InspectOptions): Promise<Finding[]> {
  if (monitor === undefined) return [];
  const read = async (): Promise<Finding> => {
    const { alerts } = await (await createAlertReader(io, monitor))();
    const firing = alerts.filter(({ state }) => state === 'firing').length;
    return good('monitor', `${monitor} answers; ${firing} ${firing === 1 ? 'alert is' : 'alerts are'} firing`);
  };
  return [await read().catch((error: unknown) => failure('monitor', error, io))];
}

function good(part: Finding['part'], text: string): Finding {
  return { part, isGood: true, text };
}

function bad(part: Finding['part'], text: string, advice: string | undefined): Finding {
  return { part, isGood: false, text, advice };
}

/** The same words as those of a command that fails for this reason. */
function failure(part: Finding['part'], thrown: unknown, { env }: CommandIo): Finding {
  const { error, hint } = toCommandFailure(thrown, env);
  const [text = '', ...rest] = error.message.split('\n');
  return bad(part, text, [...rest, hint].filter(Boolean).join(' ') || undefined);
}
