import * as v from 'valibot';
import { systemClock } from '../../../core/shared/clock.js';
import { encodeCredentials, type Credentials } from '../../../core/wire/credentials.js';
import { Interruption, withDeadline } from '../../../core/wire/deadline.js';
import { ConnectionFailure } from '../../../core/wire/failure.js';
import { parseJson } from '../../../core/wire/parse-json.js';
import { cancelQuietly, readText, UnusableAnswer } from '../../../core/wire/read-text.js';
import type { AlertList } from '../../../monitor/server/alert-list.js';
import { MonitorError } from '../../terminal/command-errors.js';
import { monitorPasswordVariable, monitorUsernameVariable } from '../../terminal/environment-variables.js';

const text = v.string();

const listSchema = v.looseObject({
  version: v.literal(1),
  alerts: v.array(
    v.looseObject({
      state: v.picklist(['firing', 'pending']),
      severity: v.picklist(['critical', 'warning', 'info']),
      rule: text,
      resource: v.picklist(['database', 'index', 'fleet']),
      id: text,
      summary: text,
      startedAt: text,
      name: v.optional(text),
    }),
  ),
});

/** 100,000 alerts are 40 MB. */
const MAX_BYTES = 256 * 1024 * 1024;

const TIMEOUT_MS = 15_000;

/** Reads the alerts of a monitor. @throws MonitorError */
export async function readAlertList(
  url: string,
  credentials: Credentials | undefined,
  signal: AbortSignal | undefined,
): Promise<AlertList> {
  const monitor = `The monitor at ${url}`;
  const deadline = { clock: systemClock, timeoutMs: TIMEOUT_MS, signal };
  const ask = (deadlineSignal: AbortSignal): Promise<Answer> => request(`${url}/alerts`, credentials, deadlineSignal);
  const { status, document } = await withDeadline(deadline, ask).catch((error: Error) => {
    throw new MonitorError('unavailable', `${monitor} ${describeFailure(error)}.`);
  });
  if (status === 200 && v.is(listSchema, document)) return document as unknown as AlertList;
  throw refusalOf(monitor, status, document, credentials !== undefined);
}

interface Answer {
  readonly status: number;
  /** `undefined` if it is not JSON. */
  readonly document: unknown;
}

async function request(url: string, credentials: Credentials | undefined, signal: AbortSignal): Promise<Answer> {
  const headers = { accept: 'application/json', ...(credentials && { authorization: authorize(credentials) }) };
  // A redirect would send the credentials to another address.
  const { status, body } = await fetch(url, { headers, redirect: 'manual', signal });
  const reader = body?.getReader();
  if (reader === undefined) return { status, document: undefined };
  try {
    return { status, document: parseJson(await readText(reader, MAX_BYTES)) };
  } catch (error) {
    cancelQuietly(reader);
    throw error;
  }
}

const authorize = (credentials: Credentials): string => `Basic ${encodeCredentials(credentials)}`;

function describeFailure(error: Error): string {
  if (error instanceof Interruption) return `did not answer within ${TIMEOUT_MS / 1000} s`;
  if (error instanceof UnusableAnswer) return `cannot be read: ${error.message}`;
  const { code } = new ConnectionFailure(error);
  return `cannot be reached${code === undefined ? '' : ` (${code})`}`;
}

const unavailable = v.object({ status: v.literal('unavailable'), reasons: v.array(text) });

function refusalOf(monitor: string, status: number, document: unknown, hasCredentials: boolean): MonitorError {
  const variables = `${monitorUsernameVariable} and ${monitorPasswordVariable}`;
  if (status === 401)
    return new MonitorError(
      'unauthorized',
      hasCredentials
        ? `${monitor} refuses the user name and the password of ${variables}.`
        : `${monitor} requires a user name and a password. Set ${variables}.`,
    );
  if (v.is(unavailable, document))
    return new MonitorError('unavailable', `${monitor} has no list of alerts yet. ${document.reasons.join(' ')}`);
  if (status >= 500) return new MonitorError('unavailable', `${monitor} failed with status ${status}.`);
  const got = status === 200 ? 'an answer that is no list of alerts' : `status ${status}`;
  return new MonitorError('bad-response', `${monitor} gave ${got}. Expected the address of \`fleetglass watch\`.`);
}
