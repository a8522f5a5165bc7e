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
 *
 * @param write stores the text of an event under a key; deletes the key if the text is `undefined`
 */
export function createHeldEvents(write: (key: string, text: string | undefined) => void) {
  const targets = new Map<string, readonly WaitingEvent[]>();
  const of = (kind: TargetKind, id: string): readonly WaitingEvent[] => targets.get(`${kind}/${id}`) ?? [];

  /** Replaces the event of an alert. Without `held`, the alert has none any more. */
  function set({ resource, id, key }: Alert, ...held: readonly WaitingEvent[]): void {
    const events = [...of(resource, id).filter(({ event }) => event.alert.key !== key), ...held];
    if (events.length > 0) targets.set(`${resource}/${id}`, events);
    else targets.delete(`${resource}/${id}`);
  }

  return {
    all: () => [...targets.values()].flat(),
    of,
    get: ({ resource, id, key }: Alert) => of(resource, id).find(({ event }) => event.alert.key === key),
    add(held: WaitingEvent) {
      const { alert } = held.event;
      set(alert, held);
      write(PREFIX + alert.key, JSON.stringify(held));
    },
    delete({ event: { alert } }: WaitingEvent) {
      set(alert);
      write(PREFIX + alert.key, undefined);
    },
    /** @returns whether the value is a held event that cannot be read */
    restore({ key, text }: StoredValue): boolean {
      if (!key.startsWith(PREFIX)) return false;
      const held = parseJson(text);
      if (!v.is(heldEvent, held)) return true;
      set((held as WaitingEvent).event.alert, held as WaitingEvent);
      return false;
    },
  };
}

const heldEvent = v.object({ event: eventSchema, channels: v.optional(texts) });
