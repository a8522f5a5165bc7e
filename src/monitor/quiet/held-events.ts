import * as v from 'valibot';
import { parseJson } from '../../core/wire/parse-json.js';
import type { StoredValue } from '../../persistence/engine.js';
import type { Alert } from '../alerts/alert.js';
import { texts } from '../alerts/alert-texts.js';
import type { WaitingEvent } from '../channels/deliveries.js';
import { eventSchema } from '../channels/kept-event.js';
import type { TargetKind } from '../rules/rule.js';

const PREFIX = 'held/';

/** The events that are held, at most one of each alert. They are kept over restarts. */
export class HeldEvents {
  readonly #write: (key: string, text: string | undefined) => void;
  readonly #targets = new Map<string, Map<string, WaitingEvent>>();
  readonly #byKey = new Map<string, WaitingEvent>();

  constructor(write: (key: string, text: string | undefined) => void) {
    this.#write = write;
  }

  get all(): Iterable<WaitingEvent> {
    return this.#byKey.values();
  }

  of(kind: TargetKind, id: string): readonly WaitingEvent[] {
    return [...(this.#targets.get(`${kind}/${id}`)?.values() ?? [])];
  }

  get({ resource, id, key }: Pick<Alert, 'resource' | 'id' | 'key'>): WaitingEvent | undefined {
    return this.#targets.get(`${resource}/${id}`)?.get(key);
  }

  find(idempotencyKey: string): WaitingEvent | undefined {
    return this.#byKey.get(idempotencyKey);
  }

  add(held: WaitingEvent): void {
    this.#put(held);
    this.#write(PREFIX + held.event.alert.key, JSON.stringify(held));
  }

  delete({ event: { alert, idempotencyKey } }: WaitingEvent): void {
    const target = `${alert.resource}/${alert.id}`;
    const held = this.#targets.get(target);
    held?.delete(alert.key);
    if (held?.size === 0) this.#targets.delete(target);
    this.#byKey.delete(idempotencyKey);
    this.#write(PREFIX + alert.key, undefined);
  }

  /** @returns whether the value is a held event that cannot be read */
  restore({ key, text }: StoredValue): boolean {
    if (!key.startsWith(PREFIX)) return false;
    const held = parseJson(text);
    if (!v.is(heldEvent, held)) return true;
    this.#put(held as WaitingEvent);
    return false;
  }

  #put(held: WaitingEvent): void {
    const { alert, idempotencyKey } = held.event;
    const target = `${alert.resource}/${alert.id}`;
    const others = this.#targets.get(target) ?? new Map<string, WaitingEvent>();
    this.#targets.set(target, others.set(alert.key, held));
    this.#byKey.set(idempotencyKey, held);
  }
}

const heldEvent = v.object({ event: eventSchema, channels: v.optional(texts) });
