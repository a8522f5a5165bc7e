import { once } from 'node:events';
import { request, type IncomingMessage, type RequestOptions } from 'node:http';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import { systemClock } from '../../../core/shared/clock.js';
import { Interruption, withDeadline } from '../../../core/wire/deadline.js';
import { parseJson } from '../../../core/wire/parse-json.js';
import { readText, type BodyReader } from '../../../core/wire/read-text.js';
import { socketPathIn, socketPathProblem } from '../../local-services/monitor-socket.js';
import { MonitorError, UsageError } from '../../terminal/command-errors.js';

const TIMEOUT_MS = 15_000;

/** 100,000 alerts are 40 MB. */
export const MAX_BYTES = 256 * 1024 * 1024;

const refusal = v.object({ error: v.string() });

/** A request to a monitor on this machine. */
export interface MonitorRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
}

export interface MonitorAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * Asks the monitor with a state directory, over its socket.
 *
 * @returns the answer; `undefined` if it is not JSON
 * @throws UsageError if none runs or this user may not ask it, and for what it refuses; MonitorError
 */
export async function askMonitor(state: string, request: MonitorRequest): Promise<unknown> {
  const { status, body } = await requestMonitor(state, request);
  return readAnswer(state, status, parseJson(body));
}

/**
 * The same with any status.
 *
 * @throws UsageError if none runs or this user may not ask it; MonitorError
 */
export async function requestMonitor(state: string, given: MonitorRequest): Promise<MonitorAnswer> {
  const { method, path, body } = given;
  const socketPath = socketPathIn(state);
  const problem = socketPathProblem(socketPath);
  if (problem !== undefined) throw new UsageError(`No monitor can be reached with the state ${state}: ${problem}.`);
  const deadline = { clock: systemClock, timeoutMs: TIMEOUT_MS, signal: given.signal };
  const options = { socketPath, method, path, headers: { 'content-type': 'application/json' } };
  return withDeadline(deadline, (signal) => send({ ...options, signal }, body)).catch((error: unknown) => {
    throw failureOf(state, error);
  });
}

async function send(options: RequestOptions, body: object | undefined): Promise<MonitorAnswer> {
  const sent = request(options);
  sent.end(body && JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const reader = Readable.toWeb(response).getReader() as BodyReader;
  return { status: response.statusCode ?? 0, body: await readText(reader, MAX_BYTES) };
}

function readAnswer(state: string, status: number, document: unknown): unknown {
  if (status === 200 || status === 204) return document;
  const reason = v.is(refusal, document) ? document.error : `it failed with status ${status}`;
  if (status === 400) throw new UsageError(`The monitor refused: ${reason}.`);
  throw new MonitorError('unavailable', `The monitor with the state ${state} cannot do this: ${reason}.`);
}

const HOW_TO_START = 'Start one with `fleetglass watch`, or name the state directory of another one.';

function failureOf(state: string, error: unknown): Error {
  const monitor = `The monitor with the state ${state}`;
  if (error instanceof Interruption)
    return new MonitorError('unavailable', `${monitor} did not answer within ${TIMEOUT_MS / 1000} s.`);
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new UsageError(`No monitor runs with the state ${state}. ${HOW_TO_START}`);
    case 'ECONNREFUSED':
      return new UsageError(`${monitor} has ended: nothing listens on ${socketPathIn(state)}. ${HOW_TO_START}`);
    case 'EACCES':
    case 'EPERM':
      return new UsageError(
        `This user may not open ${socketPathIn(state)}. Run the command as the user of the monitor.`,
      );
    default:
      return new MonitorError('unavailable', `${monitor} cannot be reached (${code}).`);
  }
}
