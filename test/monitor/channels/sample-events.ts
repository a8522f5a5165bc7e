import type { Alert, AlertEvent } from '../../../src/monitor/alerts/alert.js';
import type { Channel, Delivery, DeliveryOptions } from '../../../src/monitor/channels/channel.js';
import { systemClock } from '../../../src/core/shared/clock.js';
import { Deliveries, type DeliveriesOptions } from '../../../src/monitor/channels/deliveries.js';
import type { Digest } from '../../../src/monitor/channels/digest.js';
import { httpAnswer, startWireServer, type Script } from '../../support/wire-server.js';

/** 2026-01-01, the start of the clocks in tests. */
const STARTED_AT = Date.UTC(2026, 0, 1);

/** An alert of a database that is nearly full. */
export function sampleAlert(changes: Partial<Alert> = {}): Alert {
  return {
    key: 'nearly-full/database/db-1/db_memory_threshold',
    rule: 'nearly-full',
    severity: 'warning',
    state: 'firing',
    resource: 'database',
    id: 'db-1',
    field: 'db_memory_threshold',
    startedAt: STARTED_AT,
    firedAt: STARTED_AT + 60_000,
    name: 'orders',
    value: 0.93,
    summary: 'orders uses 93 % of its memory.',
    ...changes,
  };
}

/** The n-th event of an alert: it fires at odd numbers and clears at even numbers. */
export function sampleEvent(number: number, changes: Partial<Alert> = {}): AlertEvent {
  const alert = sampleAlert(changes);
  const event = { idempotencyKey: `${alert.key}-${number}`, at: STARTED_AT + 60_000 * number, alert };
  if (number % 2 === 1) return { ...event, kind: 'fired' };
  return { ...event, kind: 'cleared', durationMs: 60_000 * number, reason: 'condition' };
}

type Sent = Partial<Pick<Delivery, 'event'> & DeliveryOptions> & { readonly digest?: Digest };

/** Sends an event or a digest once. Returns the error of the channel, or `undefined` after a delivery. */
export async function deliverOnce(
  channel: Channel,
  { event = sampleEvent(1), digest, ...options }: Sent = {},
): Promise<Error | undefined> {
  const all = { signal: new AbortController().signal, ...options };
  try {
    await (digest === undefined ? channel.deliver({ event, attempt: 1 }, all) : channel.deliverDigest?.(digest, all));
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

export const answerWith =
  (status: number, body = '{}', headers: Readonly<Record<string, string>> = {}): Script =>
  (wire) =>
    wire.send(httpAnswer(status, body, headers));

/** Sends an event or a digest once to a server whose URL makes the channel. Returns its error, and what arrived. */
export async function deliverTo(make: (url: string) => Channel, sent: Sent = {}, script: Script = answerWith(200)) {
  await using server = await startWireServer(script);
  const failure = await deliverOnce(make(server.url), sent);
  const { requests, port } = server;
  return { failure, requests, port, request: requests[0], json: () => JSON.parse(requests[0]?.body ?? '') as unknown };
}

/** Deliveries that keep and log nothing, unless an option says so. */
export function createDeliveries(channels: readonly Channel[], options: Partial<DeliveriesOptions> = {}): Deliveries {
  const nothing = (): void => {};
  const silent = { log: nothing, onChanged: nothing, write: nothing, firing: () => [] };
  return new Deliveries({ channels, clock: systemClock, random: () => 0.5, ...silent, ...options });
}
