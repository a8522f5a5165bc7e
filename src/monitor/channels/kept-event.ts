import { isObject } from '../../core/shared/is-object.js';
import { parseJson } from '../../core/wire/parse-json.js';
import type { StoredValue } from '../../persistence/engine.js';
import type { AlertEvent } from '../alerts/alert.js';
import { isTime } from '../alerts/alert-texts.js';

/** An event in the queue of a channel, as it is kept over restarts. */
export interface KeptEvent {
  /** The key in the state: `delivery/`, the channel, and a number that grows. */
  readonly key: string;
  readonly event: AlertEvent;
  /** When the event entered the queue, Unix milliseconds. */
  readonly queuedAt: number;
}

/** Enough for every safe integer, so that keys in the order of their texts are in the order of their numbers. */
const DIGITS = 16;

const KEY = new RegExp(String.raw`^delivery/([\w-]{1,100})/(\d{${DIGITS}})$`);

export function keyOf(channel: string, sequence: number): string {
  return `delivery/${channel}/${String(sequence).padStart(DIGITS, '0')}`;
}

export function textOf({ event, queuedAt }: KeptEvent): string {
  return JSON.stringify({ queuedAt, event });
}

export interface ReadKeptEvent extends KeptEvent {
  readonly channel: string;
  readonly sequence: number;
}

/** Reads a kept event. Returns `undefined` for a value that another program or version has written. */
export function readKeptEvent({ key, text }: StoredValue): ReadKeptEvent | undefined {
  const [, channel, digits] = KEY.exec(key) ?? [];
  const kept = parse(text);
  if (channel === undefined || kept === undefined) return undefined;
  return { key, channel, sequence: Number(digits), ...kept };
}

function parse(text: string): Pick<KeptEvent, 'event' | 'queuedAt'> | undefined {
  const kept = parseJson(text);
  if (!isObject(kept) || !Number.isFinite(kept['queuedAt'])) return undefined;
  const event = kept['event'];
  return isEvent(event) ? { event, queuedAt: kept['queuedAt'] as number } : undefined;
}

export function isEvent(value: unknown): value is AlertEvent {
  if (!isObject(value) || !isObject(value['alert'])) return false;
  return (
    typeof value['idempotencyKey'] === 'string' &&
    isEventKind(value['kind']) &&
    isTime(value['at']) &&
    typeof value['alert']['key'] === 'string' &&
    typeof value['alert']['rule'] === 'string' &&
    isTime(value['alert']['startedAt'])
  );
}

export function isEventKind(kind: unknown): kind is AlertEvent['kind'] {
  return kind === 'fired' || kind === 'repeated' || kind === 'cleared';
}
