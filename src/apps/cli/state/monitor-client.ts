import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import { systemClock } from '../../../core/shared/clock.js';
import { baseUrlProblem, normalizeBaseUrl } from '../../../core/wire/base-url.js';
import { encodeCredentials } from '../../../core/wire/credentials.js';
import { withDeadline } from '../../../core/wire/deadline.js';
import { ConnectionFailure } from '../../../core/wire/failure.js';
import { parseJson } from '../../../core/wire/parse-json.js';
import { readWholeBody, UnusableAnswer } from '../../../core/wire/read-text.js';
import type { AlertHistoryList, AlertList } from '../../../monitor/server/alert-list.js';
import { TOKEN } from '../../../monitor/server/monitor-server.js';
import { socketPathIn, socketPathProblem } from '../../local-services/monitor-socket.js';
import { RemoteError, UsageError } from '../../terminal/command-errors.js';
import type { CommandIo } from '../../terminal/command-io.js';
import { readVariable, variables } from '../../terminal/environment-variables.js';
import { readRegularFile } from '../../watch/config/read-file.js';

const TIMEOUT_MS = 15_000;

/** 100,000 alerts are 40 MB. */
const MAX_BYTES = 256 * 1024 * 1024;

const HOW_TO_START = 'Start one with `fleetglass watch`, or name the state directory of another one.';
const HOW_TO_SET = `Set ${variables.monitorToken}, or ${variables.monitorUsername} and ${variables.monitorPassword}.`;

const text = v.string();

// Only the members that the commands read. An answer may have more.
export const silenceSchema = v.looseObject({
  id: text,
  comment: text,
  endsAt: text,
  rules: v.optional(v.array(text)),
  ids: v.optional(v.array(text)),
  labels: v.optional(v.record(text, text)),
});

// The version says which members an item has.
const items = v.array(v.looseObject({}));
const listSchema = v.looseObject({ version: v.literal(1), silences: items, alerts: items });
const historySchema = v.looseObject({ version: v.literal(1), history: items });

const unavailable = v.object({ status: v.literal('unavailable'), reasons: v.array(text) });
/** The answer to a wrong silence, or to one that cannot be kept or shared. */
const refusal = v.object({ error: text });

interface MonitorRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
}

type Answer = Pick<Response, 'status' | 'body'>;

type Ask = (given: MonitorRequest, signal: AbortSignal) => Promise<Answer>;

/** Finds a monitor that `--monitor` names. @throws UsageError for a wrong place or wrong variables */
export async function findMonitor(io: CommandIo, place: string): Promise<MonitorClient> {
  if (place === '') throw new UsageError('Invalid --monitor: it is empty. Expected an address or a state directory.');
  if (/^(?:[\w.-]+|\[[\da-f:.]+\]):\d+(?:\/|$)/i.test(place) && !existsSync(place))
    throw new UsageError('Invalid --monitor: it has no protocol. An example is http://127.0.0.1:9464.');
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(place)) return createSocketClient(resolve(place));
  // The hint after the semicolon is for programs.
  const problem = baseUrlProblem(place)?.replace(/;.*/, '');
  if (problem !== undefined)
    throw new UsageError(`Invalid --monitor: ${problem}. An example is http://127.0.0.1:9464.`);
  await readAuthorization(io);
  return createHttpClient(normalizeBaseUrl(place), io);
}

/** Asks a running monitor. Each method throws a UsageError if none runs or this user may not ask it, or a RemoteError. */
export class MonitorClient {
  /** The monitor as the beginning of a sentence. */
  readonly name: string;
  readonly #ask: Ask;

  constructor(name: string, ask: Ask) {
    this.name = name;
    this.#ask = ask;
  }

  async alerts(signal?: AbortSignal): Promise<AlertList> {
    return (await this.ask({ path: '/alerts', signal }, listSchema)) as unknown as AlertList;
  }

  async history(): Promise<AlertHistoryList> {
    return (await this.ask({ path: '/alerts?history' }, historySchema)) as unknown as AlertHistoryList;
  }

  async metrics(): Promise<string> {
    const { status, body } = await this.#send({ path: '/metrics' });
    if (status === 200) return body;
    throw this.#refusalOf(status, parseJson(body));
  }

  /** @returns the document of the answer, which has the form of the schema */
  async ask<S extends v.GenericSchema>(given: MonitorRequest, schema: S): Promise<v.InferInput<S>> {
    const { status, body } = await this.#send(given);
    const document = parseJson(body);
    if (status < 300 && v.is(schema, document)) return document;
    throw this.#refusalOf(status, document);
  }

  async #send(given: MonitorRequest): Promise<{ readonly status: number; readonly body: string }> {
    const deadline = { clock: systemClock, timeoutMs: TIMEOUT_MS, signal: given.signal };
    const ask = async (signal: AbortSignal) => {
      const { status, body } = await this.#ask(given, signal);
      return { status, body: await readWholeBody(body, MAX_BYTES) };
    };
    const lateError = (): Error => this.#unavailable(`did not answer within ${TIMEOUT_MS / 1000} s`);
    return withDeadline(deadline, ask, lateError).catch((error: Error) => {
      throw this.#failureOf(error);
    });
  }

  #failureOf(error: Error): Error {
    if (error instanceof UsageError || error instanceof RemoteError) return error;
    if (error instanceof UnusableAnswer) return this.#unavailable(`cannot be read: ${error.message}`);
    const { code } = new ConnectionFailure(error);
    return this.#unavailable(`cannot be reached${code === undefined ? '' : ` (${code})`}`);
  }

  /** @param words the rest of the sentence, after the name of the monitor */
  #unavailable(words: string): RemoteError {
    return new RemoteError('unavailable', `${this.name} ${words}.`);
  }

  #refusalOf(status: number, document: unknown): Error {
    if (v.is(unavailable, document))
      return new RemoteError('unavailable', `${this.name} has no list of alerts yet. ${document.reasons.join(' ')}`);
    if (status === 400 && v.is(refusal, document)) return new UsageError(`${this.name} refused: ${document.error}.`);
    if (status === 503 && v.is(refusal, document)) return this.#unavailable(`failed: ${document.error}`);
    if (status >= 500) return this.#unavailable(`failed with status ${status}`);
    const got = status === 200 ? 'an answer that is not a list of alerts' : `status ${status}`;
    return new RemoteError('bad-response', `${this.name} gave ${got}. Expected the address of \`fleetglass watch\`.`);
  }
}

/** @param state the state directory of a monitor on this machine */
export function createSocketClient(state: string): MonitorClient {
  const name = `The monitor with the state ${state}`;
  const socketPath = socketPathIn(state);

  function refuse(error: NodeJS.ErrnoException): never {
    switch (error.code) {
      case 'ENOENT':
      case 'ENOTDIR':
      case 'ECONNREFUSED':
        throw new UsageError(`No monitor runs with the state ${state}. ${HOW_TO_START}`);
      case 'EACCES':
      case 'EPERM':
        throw new UsageError(`This user may not open ${socketPath}. Run the command as the user of the monitor.`);
      default:
        throw error;
    }
  }

  return new MonitorClient(name, async ({ method = 'GET', path, body }, signal) => {
    const problem = socketPathProblem(socketPath);
    if (problem !== undefined) throw new UsageError(`No monitor can be reached with the state ${state}: ${problem}.`);
    const sent = request({ socketPath, method, path, headers: { 'content-type': 'application/json' }, signal });
    sent.end(body && JSON.stringify(body));
    const [response] = (await once(sent, 'response').catch(refuse)) as [IncomingMessage];
    return { status: response.statusCode ?? 0, body: Readable.toWeb(response) as Answer['body'] };
  });
}

function createHttpClient(url: string, io: CommandIo): MonitorClient {
  const name = `The monitor at ${url}`;
  return new MonitorClient(name, async ({ path }, signal) => {
    // The file of the token may have changed since the last request.
    const authorization = await readAuthorization(io);
    const headers = { accept: 'application/json, text/plain;q=0.9', ...(authorization && { authorization }) };
    // A redirect would send the secret to another address.
    const response = await fetch(url + path, { headers, redirect: 'manual', signal });
    if (response.status !== 401) return response;
    const problem = authorization
      ? 'refuses the token, or the user name and the password'
      : 'requires a token, or a user name and a password';
    throw new RemoteError('unauthorized', `${name} ${problem}. ${HOW_TO_SET}`);
  });
}

/** Never reads the account of the service. Secrets come from variables and files: `ps` shows arguments to all users. */
async function readAuthorization({ env }: CommandIo): Promise<string | undefined> {
  const read = (name: string): string => readVariable(env, name);
  const file = read(variables.monitorTokenFile);
  const token = file === '' ? read(variables.monitorToken) : await readTokenFile(file);
  if (file !== '' || token !== '') {
    if (TOKEN.test(token)) return `Bearer ${token}`;
    throw new UsageError('Invalid token of the monitor: expected letters, digits and -._~+/=.');
  }
  const [username, password] = [read(variables.monitorUsername), read(variables.monitorPassword)];
  return username === '' && password === '' ? undefined : `Basic ${encodeCredentials({ username, password })}`;
}

const MAX_TOKEN_BYTES = 64 * 1024;

async function readTokenFile(file: string): Promise<string> {
  const bytes = await readRegularFile(resolve(file), MAX_TOKEN_BYTES).catch((error: Error) => {
    throw new UsageError(`Invalid ${variables.monitorTokenFile}: ${error.message}.`);
  });
  return bytes.toString('utf8').trim();
}
