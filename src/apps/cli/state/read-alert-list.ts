import * as v from 'valibot';
import { systemClock } from '../../../core/shared/clock.js';
import { Interruption, withDeadline } from '../../../core/wire/deadline.js';
import { ConnectionFailure } from '../../../core/wire/failure.js';
import { parseJson } from '../../../core/wire/parse-json.js';
import { cancelQuietly, readText, UnusableAnswer } from '../../../core/wire/read-text.js';
import type { AlertHistoryList } from '../../../monitor/server/alert-history-list.js';
import type { AlertList } from '../../../monitor/server/alert-list.js';
import { MonitorError } from '../../terminal/command-errors.js';
import { MAX_BYTES, requestMonitor, type MonitorAnswer } from './ask-monitor.js';
import {
  monitorPasswordVariable,
  monitorTokenVariable,
  monitorUsernameVariable,
} from '../../terminal/environment-variables.js';

const text = v.string();

/** A silence as the monitor gives it. */
export const silenceSchema = v.looseObject({
  id: text,
  comment: text,
  endsAt: text,
  rules: v.optional(v.array(text)),
  ids: v.optional(v.array(text)),
  labels: v.optional(v.record(text, text)),
});

const alertEntries = {
  severity: v.picklist(['critical', 'warning', 'info']),
  rule: text,
  resource: v.picklist(['database', 'index', 'fleet']),
  id: text,
  summary: text,
  startedAt: text,
  name: v.optional(text),
  field: v.optional(text),
};

const listSchema = v.looseObject({
  version: v.literal(1),
  silences: v.array(silenceSchema),
  alerts: v.array(
    v.looseObject({
      ...alertEntries,
      state: v.picklist(['firing', 'pending', 'silenced', 'suppressed']),
      quiet: v.optional(
        v.looseObject({
          kind: v.picklist(['maintenance', 'silence', 'rule']),
          name: text,
          comment: v.optional(text),
        }),
      ),
    }),
  ),
});

const historySchema = v.looseObject({
  version: v.literal(1),
  history: v.array(
    v.looseObject({
      ...alertEntries,
      state: v.picklist(['firing', 'cleared']),
      clearedAt: v.optional(text),
      peak: v.optional(v.number()),
      told: v.array(v.looseObject({ channel: text })),
    }),
  ),
});

const TIMEOUT_MS = 15_000;

/** What a command sends to a monitor. Never the account of the service. */
export interface MonitorAccess {
  /** The value of the header. */
  readonly authorization: string;
  /** What is sent and where it comes from, for messages. */
  readonly from: string;
}

/** A monitor at an address, or on this machine by its state directory, where this user needs no access. */
export type MonitorPlace =
  | { readonly url: string; readonly access: MonitorAccess | undefined }
  | { readonly state: string };

/** Reads the alerts of a monitor. @throws UsageError if none runs with the state; MonitorError */
export async function readAlertList(place: MonitorPlace, signal: AbortSignal | undefined): Promise<AlertList> {
  return (await read(place, '/alerts', listSchema, signal)) as unknown as AlertList;
}

/** Reads the last alerts of a monitor. @throws UsageError if none runs with the state; MonitorError */
export async function readAlertHistory(place: MonitorPlace): Promise<AlertHistoryList> {
  return (await read(place, '/alerts?history', historySchema, undefined)) as unknown as AlertHistoryList;
}

/** Reads the metrics of a monitor, as text. @throws UsageError if none runs with the state; MonitorError */
export async function readMetrics(place: MonitorPlace): Promise<string> {
  const { status, body } = await ask(place, '/metrics', undefined);
  if (status === 200) return body;
  throw refusalOf(place, status, parseJson(body));
}

async function read<S extends v.GenericSchema>(
  place: MonitorPlace,
  path: string,
  schema: S,
  signal: AbortSignal | undefined,
): Promise<v.InferInput<S>> {
  const { status, body } = await ask(place, path, signal);
  const document = parseJson(body);
  if (status === 200 && v.is(schema, document)) return document;
  throw refusalOf(place, status, document);
}

async function ask(place: MonitorPlace, path: string, signal: AbortSignal | undefined): Promise<MonitorAnswer> {
  if ('state' in place) return requestMonitor(place.state, { method: 'GET', path, signal });
  const { url, access } = place;
  const deadline = { clock: systemClock, timeoutMs: TIMEOUT_MS, signal };
  return withDeadline(deadline, (ending) => request(url + path, access, ending)).catch((error: Error) => {
    throw new MonitorError('unavailable', `The monitor at ${url} ${describeFailure(error)}.`);
  });
}

async function request(url: string, access: MonitorAccess | undefined, signal: AbortSignal): Promise<MonitorAnswer> {
  const headers = {
    accept: 'application/json, text/plain;q=0.9',
    ...(access && { authorization: access.authorization }),
  };
  // A redirect would send the secret to another address.
  const { status, body } = await fetch(url, { headers, redirect: 'manual', signal });
  const reader = body?.getReader();
  if (reader === undefined) return { status, body: '' };
  try {
    return { status, body: await readText(reader, MAX_BYTES) };
  } catch (error) {
    cancelQuietly(reader);
    throw error;
  }
}

function describeFailure(error: Error): string {
  if (error instanceof Interruption) return `did not answer within ${TIMEOUT_MS / 1000} s`;
  if (error instanceof UnusableAnswer) return `cannot be read: ${error.message}`;
  const { code } = new ConnectionFailure(error);
  return `cannot be reached${code === undefined ? '' : ` (${code})`}`;
}

const HOW_TO_SET = `Set ${monitorTokenVariable}, or ${monitorUsernameVariable} and ${monitorPasswordVariable}.`;

const unavailable = v.object({ status: v.literal('unavailable'), reasons: v.array(text) });

function refusalOf(place: MonitorPlace, status: number, document: unknown): MonitorError {
  const isHere = 'state' in place;
  const monitor = isHere ? `The monitor with the state ${place.state}` : `The monitor at ${place.url}`;
  const access = isHere ? undefined : place.access;
  if (status === 401)
    return new MonitorError(
      'unauthorized',
      access === undefined
        ? `${monitor} requires a token, or a user name and a password. ${HOW_TO_SET}`
        : `${monitor} refuses ${access.from}.`,
    );
  if (v.is(unavailable, document))
    return new MonitorError('unavailable', `${monitor} has no list of alerts yet. ${document.reasons.join(' ')}`);
  if (status >= 500) return new MonitorError('unavailable', `${monitor} failed with status ${status}.`);
  const got = status === 200 ? 'an answer that is no list of alerts' : `status ${status}`;
  return new MonitorError('bad-response', `${monitor} gave ${got}. Expected the address of \`fleetglass watch\`.`);
}
