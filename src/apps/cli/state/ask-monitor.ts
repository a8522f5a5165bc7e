import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { systemClock } from '../../../core/shared/clock.js';
import { Interruption, withDeadline } from '../../../core/wire/deadline.js';
import { ConnectionFailure } from '../../../core/wire/failure.js';
import { type BodyReader, cancelQuietly, readText, UnusableAnswer } from '../../../core/wire/read-text.js';
import { socketPathIn, socketPathProblem } from '../../local-services/monitor-socket.js';
import { MonitorError, UsageError } from '../../terminal/command-errors.js';

const TIMEOUT_MS = 15_000;

/** 100,000 alerts are 40 MB. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The access of a command to a monitor. It never contains the account of the service. */
export interface MonitorAccess {
  /** The value of the header. */
  readonly authorization: string;
  /** Names the secret and its source for messages, such as `the token of --token-file`. */
  readonly from: string;
}

/** A monitor at an address, or on this machine by its state directory, where this user needs no access. */
export type MonitorPlace =
  | { readonly url: string; readonly access: MonitorAccess | undefined }
  | { readonly state: string };

export interface MonitorRequest {
  /** @default 'GET' */
  readonly method?: 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
}

export interface MonitorAnswer {
  readonly status: number;
  readonly body: string;
}

/** The monitor as the beginning of a sentence. */
export function describePlace(place: MonitorPlace): string {
  return 'state' in place ? `The monitor with the state ${place.state}` : `The monitor at ${place.url}`;
}

/**
 * Asks a monitor. @returns the answer with any status
 *
 * @throws UsageError if none runs with the state or this user may not ask it; MonitorError
 */
export async function requestMonitor(place: MonitorPlace, given: MonitorRequest): Promise<MonitorAnswer> {
  const problem = 'state' in place ? socketPathProblem(socketPathIn(place.state)) : undefined;
  if (problem !== undefined && 'state' in place)
    throw new UsageError(`No monitor can be reached with the state ${place.state}: ${problem}.`);
  const deadline = { clock: systemClock, timeoutMs: TIMEOUT_MS, signal: given.signal };
  return withDeadline(deadline, async (signal) => {
    const { status, reader } = await ('state' in place
      ? askSocket(place.state, given, signal)
      : askUrl(place, given, signal));
    try {
      return { status, body: reader === undefined ? '' : await readText(reader, MAX_BYTES) };
    } catch (error) {
      cancelQuietly(reader ?? null);
      throw error;
    }
  }).catch((error: Error) => {
    throw failureOf(place, error);
  });
}

async function askSocket(state: string, { method, path, body }: MonitorRequest, signal: AbortSignal) {
  const headers = { 'content-type': 'application/json' };
  const sent = request({ socketPath: socketPathIn(state), method: method ?? 'GET', path, headers, signal });
  sent.end(body && JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, reader: Readable.toWeb(response).getReader() as BodyReader };
}

async function askUrl(
  { url, access }: Extract<MonitorPlace, { readonly url: string }>,
  { path }: MonitorRequest,
  signal: AbortSignal,
) {
  const headers = {
    accept: 'application/json, text/plain;q=0.9',
    ...(access && { authorization: access.authorization }),
  };
  // A redirect would send the secret to another address.
  const { status, body } = await fetch(url + path, { headers, redirect: 'manual', signal });
  return { status, reader: body?.getReader() };
}

const HOW_TO_START = 'Start one with `fleetglass watch`, or name the state directory of another one.';

function failureOf(place: MonitorPlace, error: Error): Error {
  const monitor = describePlace(place);
  const unavailable = (words: string): MonitorError => new MonitorError('unavailable', `${monitor} ${words}.`);
  if (error instanceof Interruption) return unavailable(`did not answer within ${TIMEOUT_MS / 1000} s`);
  if (error instanceof UnusableAnswer) return unavailable(`cannot be read: ${error.message}`);
  const { code } = 'url' in place ? new ConnectionFailure(error) : (error as NodeJS.ErrnoException);
  if ('state' in place) {
    const socket = socketPathIn(place.state);
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return new UsageError(`No monitor runs with the state ${place.state}. ${HOW_TO_START}`);
    if (code === 'ECONNREFUSED')
      return new UsageError(`${monitor} has ended: nothing listens on ${socket}. ${HOW_TO_START}`);
    if (code === 'EACCES' || code === 'EPERM')
      return new UsageError(`This user may not open ${socket}. Run the command as the user of the monitor.`);
  }
  return unavailable(`cannot be reached${code === undefined ? '' : ` (${code})`}`);
}
