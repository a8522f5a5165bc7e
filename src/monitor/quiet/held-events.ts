import * as v from 'valibot';
import { parseJson } from '../../core/wire/parse-json.js';
import type { StoredValue } from '../../persistence/engine.js';
import type { Alert } from '../alerts/alert.js';
import { texts } from '../alerts/alert-texts.js';
import type { WaitingEvent } from '../channels/deliveries.js';
import { eventSchema } from '../channels/kept-event.js';
import type { TargetKind } from '../rules/rule.js';

const PREFIX = 'held/';

/**
 * Makes the table of the events that are held, at most one of each alert. They are kept over restarts.
 * @param write stores the text of an event under a key; deletes the key if the text is `undefined`
 */
export function createHeldEvents(write: (key: string, text: string | undefined) => void) {
  const targets = new Map<string, Map<string, WaitingEvent>>();
  const byKey = new Map<string, WaitingEvent>();

  function put(held: WaitingEvent): void {
    const { alert, idempotencyKey } = held.event;
    const target = `${alert.resource}/${alert.id}`;
    const others = targets.get(target) ?? new Map<string, WaitingEvent>();
    targets.set(target, others.set(alert.key, held));
    byKey.set(idempotencyKey, held);
  }

  return {
    all: () => byKey.values(),
    of: (kind: TargetKind, id: string) => [...(targets.get(`${kind}/${id}`)?.values() ?? [])],
    get: ({ resource, id, key }: Alert) => targets.get(`${resource}/${id}`)?.get(key),
    find: (idempotencyKey: string) => byKey.get(idempotencyKey),
    add(held: WaitingEvent) {
      put(held);
      write(PREFIX + held.event.alert.key, JSON.stringify(held));
    },
    delete({ event: { alert, idempotencyKey } }: WaitingEvent) {
      const target = `${alert.resource}/${alert.id}`;
      const held = targets.get(target);
      held?.delete(alert.key);
      if (held?.size === 0) targets.delete(target);
      byKey.delete(idempotencyKey);
      write(PREFIX + alert.key, undefined);
    },
    /** @returns whether the value is a held event that cannot be read */
    restore({ key, text }: StoredValue): boolean {
      if (!key.startsWith(PREFIX)) return false;
      const held = parseJson(text);
      if (!v.is(heldEvent, held)) return true;
      put(held as WaitingEvent);
      return false;
    },
  };
}

const heldEvent = v.object({ event: eventSchema, channels: v.optional(texts) });
