import * as v from 'valibot';
import { parseJson } from '../../../core/wire/parse-json.js';
import type { AlertHistoryList } from '../../../monitor/server/alert-history-list.js';
import type { AlertList } from '../../../monitor/server/alert-list.js';
import { MonitorError } from '../../terminal/command-errors.js';
import { describePlace, type MonitorPlace, requestMonitor } from './ask-monitor.js';
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
  const { status, body } = await requestMonitor(place, { path: '/metrics' });
  if (status === 200) return body;
  throw refusalOf(place, status, parseJson(body));
}

async function read<S extends v.GenericSchema>(
  place: MonitorPlace,
  path: string,
  schema: S,
  signal: AbortSignal | undefined,
): Promise<v.InferInput<S>> {
  const { status, body } = await requestMonitor(place, { path, signal });
  const document = parseJson(body);
  if (status === 200 && v.is(schema, document)) return document;
  throw refusalOf(place, status, document);
}

const HOW_TO_SET = `Set ${monitorTokenVariable}, or ${monitorUsernameVariable} and ${monitorPasswordVariable}.`;

const unavailable = v.object({ status: v.literal('unavailable'), reasons: v.array(text) });

function refusalOf(place: MonitorPlace, status: number, document: unknown): MonitorError {
  const monitor = describePlace(place);
  const access = 'state' in place ? undefined : place.access;
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
