import * as v from 'valibot';
import { parseJson } from '../../core/wire/parse-json.js';
import type { StoredValue } from '../../persistence/engine.js';
import type { Alert, AlertEvent } from '../alerts/alert.js';
import { alertSchema } from '../alerts/alert-texts.js';

/** An alert that fires or has ended. Times are Unix milliseconds. */
export interface AlertRecord {
  /** The alert as it is, or as it was when it ended. */
  readonly alert: Alert;
  /** When it ended; absent while it fires. */
  readonly clearedAt?: number | undefined;
  /** Why it ended. */
  readonly reason?: AlertEvent['reason'];
  /** The channels that have delivered its events. */
  readonly told: readonly Told[];
}

/** The events of an alert that a channel has delivered. Times are Unix milliseconds. */
export interface Told {
  readonly channel: string;
  /** When the channel delivered the `fired` event. */
  readonly firedAt?: number | undefined;
  /** When the channel delivered the `cleared` event. */
  readonly clearedAt?: number | undefined;
}

export interface AlertHistoryOptions {
  readonly now: () => number;
  readonly write: (key: string, text: string | undefined) => void;
  readonly get: (alertKey: string) => { readonly alert: Alert } | undefined;
}

const MAX_RECORDS = 1000;

const PREFIX = 'history/';

interface KeptRecord extends AlertRecord {
  readonly number: number;
  readonly keys: Partial<Record<AlertEvent['kind'], string>>;
}

/**
 * The last 1,000 alerts that fired. Each is kept under its number modulo 1,000, so that the state has at most 1,000. An
 * event that another member has finished counts as delivered, although that member may have given it up.
 */
export class AlertHistory {
  readonly #options: AlertHistoryOptions;
  /** By number, unordered. */
  readonly #records = new Map<number, KeptRecord>();
  #next = 0;

  constructor(options: AlertHistoryOptions) {
    this.#options = options;
  }

  list(): readonly AlertRecord[] {
    return [...this.#records.values()].toSorted(newestFirst).map(({ number: _, keys: __, ...record }) => {
      const { alert } = record.clearedAt === undefined ? (this.#options.get(record.alert.key) ?? record) : record;
      return Object.freeze({ ...record, alert });
    });
  }

  restore({ key, text }: StoredValue): void {
    if (!key.startsWith(PREFIX)) return;
    const record = parseJson(text);
    if (!v.is(recordSchema, record)) return;
    this.#set(record as KeptRecord);
    this.#next = Math.max(this.#next, record.number + 1);
  }

  add({ kind, alert, at, reason, idempotencyKey }: AlertEvent): void {
    if (kind === 'repeated') return;
    // The record of an alert that fired long ago may be gone.
    const firing = kind === 'cleared' ? this.firing(alert.key) : undefined;
    const known = firing ?? { number: this.#next++, told: [], keys: {} };
    const end = kind === 'cleared' ? { clearedAt: at, reason } : {};
    this.#save({ ...known, ...end, alert, keys: { ...known.keys, [kind]: idempotencyKey } });
  }

  firing(alertKey: string): KeptRecord | undefined {
    return this.#newest(({ alert, clearedAt }) => clearedAt === undefined && alert.key === alertKey);
  }

  *deliveredEvents(): Iterable<readonly [idempotencyKey: string, channel: string]> {
    for (const { keys, told } of this.#records.values())
      for (const { channel, firedAt, clearedAt } of told) {
        if (keys.fired !== undefined && firedAt !== undefined) yield [keys.fired, channel];
        if (keys.cleared !== undefined && clearedAt !== undefined) yield [keys.cleared, channel];
      }
  }

  setDelivered(idempotencyKey: string, channel: string): void {
    const record = this.#newest(({ keys }) => keys.fired === idempotencyKey || keys.cleared === idempotencyKey);
    if (record === undefined) return;
    const before = record.told.find((each) => each.channel === channel) ?? { channel };
    const others = record.told.filter((each) => each.channel !== channel);
    const event = record.keys.fired === idempotencyKey ? 'firedAt' : 'clearedAt';
    this.#save({ ...record, told: [...others, { ...before, [event]: this.#options.now() }] });
  }

  #newest(isWanted: (record: KeptRecord) => boolean): KeptRecord | undefined {
    return [...this.#records.values()].filter(isWanted).toSorted(newestFirst)[0];
  }

  #save(record: KeptRecord): void {
    this.#set(record);
    this.#options.write(PREFIX + (record.number % MAX_RECORDS), JSON.stringify(record));
  }

  #set(record: KeptRecord): void {
    this.#records.delete(record.number - MAX_RECORDS);
    this.#records.set(record.number, record);
  }
}

const newestFirst = (one: KeptRecord, other: KeptRecord): number => other.number - one.number;

const at = v.optional(v.number());
const recordSchema = v.object({
  number: v.pipe(v.number(), v.safeInteger()),
  alert: alertSchema,
  keys: v.object({}),
  told: v.array(v.object({ channel: v.string(), firedAt: at, clearedAt: at })),
  clearedAt: at,
});
