import type { StoredValue } from '../../persistence/engine.js';
import type { Alert, AlertEvent } from '../alerts/alert.js';
import { keyOfFacts, type AlertState } from '../alerts/step-alert.js';
import type { Deliveries, WaitingEvent } from '../channels/deliveries.js';
import { factsOf, type MonitorLog } from '../log/monitor-log.js';
import type { TargetKind } from '../rules/rule.js';
import { createHeldEvents } from './held-events.js';
import { createWindow, type OpenWindow } from './maintenance.js';
import type { MaintenanceWindow, Quiet } from './quiet.js';
import type { Silences } from './silences.js';
import { Suppressors, type SuppressorsOptions } from './suppressors.js';

export interface QuietStepOptions extends SuppressorsOptions {
  readonly log: MonitorLog;
  readonly silences: Silences;
  readonly deliveries: Pick<Deliveries, 'hasRoom' | 'knows' | 'giveUp'>;
  readonly deliver: (event: AlertEvent, channels: readonly string[] | undefined) => void;
  /** Whether an alert fires, here or at another member of the group. */
  readonly isFiring: (key: string) => boolean;
  /** The key of the `fired` event of a firing alert, and in a group the number of its breach. */
  readonly firedEventOf: (state: AlertState) => Pick<AlertEvent, 'idempotencyKey' | 'breach'>;
  /** Asks the caller to call `sendDue` for a target soon. */
  readonly recheck: (kind: TargetKind, id: string) => void;
}

/**
 * Decides when the events of alerts enter the queues of the channels.
 * 1. The `fired` event of a quiet alert is held until the alert is not quiet any more. If the alert clears before that,
 *    none of its events is sent. A `cleared` event is never held.
 * 2. A firing alert whose rule has `repeatEveryMs` is repeated while it is not quiet.
 * 3. Each member of a group holds events by itself, under the same keys.
 */
export class QuietStep {
  readonly #options: QuietStepOptions;
  readonly #held: ReturnType<typeof createHeldEvents>;
  readonly #suppressors: Suppressors;
  #windows: readonly OpenWindow[] = [];

  constructor(options: QuietStepOptions) {
    this.#options = options;
    this.#held = createHeldEvents(options.write);
    this.#suppressors = new Suppressors(options);
  }

  get held(): Iterable<WaitingEvent> {
    return this.#held.all();
  }

  isHeld(alert: Alert): boolean {
    return this.#held.get(alert) !== undefined;
  }

  setMaintenance(windows: readonly MaintenanceWindow[]): void {
    this.#windows = windows.map(createWindow);
    this.recheckHeld();
  }

  quietOf(alert: Alert, isOwn = true): Quiet | undefined {
    const { clock, silences } = this.#options;
    for (const { name, selects, endsAt } of this.#windows) {
      const until = endsAt(clock.now());
      if (until !== undefined && selects(alert)) return { kind: 'maintenance', name, until };
    }
    for (const { silence, selects } of silences.active) {
      const { id: name, endsAt: until, comment } = silence;
      if (clock.now() < until && selects(alert)) return { kind: 'silence', name, until, comment };
    }
    return this.#suppressors.of(alert, isOwn);
  }

  restore(value: StoredValue): void {
    this.#suppressors.restore(value);
    if (!this.#held.restore(value)) return;
    this.#options.log('error', 'delivery-unreadable', { key: value.key.slice(0, 200) });
    this.#options.write(value.key, undefined);
  }

  /**
   * Delivers an event of this or another member, or holds it. To be called inside a commit.
   * @param isNew whether no other member has reported the event before
   * @param isSent whether the event is in the queues of another member: then no alert of the fleet holds it here
   */
  pass(event: AlertEvent, channels: readonly string[] | undefined, isNew: boolean, isSent = false): void {
    // An event without a number is later than what this monitor held while it was in a group.
    const { alert, kind, idempotencyKey, breach = Infinity, repetition = Infinity } = event;
    const held = this.#held.get(alert);
    if (kind === 'fired' && held !== undefined) {
      if ((held.event.breach ?? 0) > breach) return;
      if (held.event.idempotencyKey === idempotencyKey) {
        if (isSent && this.quietOf(alert, false) === undefined) this.#release(held);
        return;
      }
      this.#drop(held);
    }
    if (kind === 'cleared' && held !== undefined && (held.event.breach ?? 0) <= breach) {
      this.#options.deliveries.giveUp({ event, channels });
      return this.#drop(held);
    }
    const { log, table, deliver, deliveries } = this.#options;
    // This member has already counted this repetition, and delivers its own event.
    if (repetition <= (table.get(alert.key)?.repeats?.count ?? 0))
      return deliveries.knows(idempotencyKey) ? undefined : deliveries.giveUp({ event, channels });
    const wasSent = !isNew && held === undefined && table.isFiring(alert.key);
    const mayHold = kind === 'fired' && !wasSent && !deliveries.knows(idempotencyKey);
    const quiet = mayHold ? this.quietOf(alert, !isSent) : undefined;
    if (quiet === undefined) return deliver(event, channels);
    this.#held.add({ event, channels });
    const { kind: by, name, until } = quiet;
    const facts = { by, name, ...(until !== undefined && { until: new Date(until).toISOString() }) };
    log('info', 'alert-held', { ...factsOf(event), ...facts });
  }

  /** Another member has delivered a held event: this member does not hold it any longer. */
  finished(idempotencyKey: string): void {
    const held = this.#held.find(idempotencyKey);
    if (held === undefined) return;
    this.#release(held);
    this.#options.recheck(held.event.alert.resource, held.event.alert.id);
  }

  ended(alert: Alert): void {
    if (this.#suppressors.ended(alert) && alert.resource === 'fleet') this.recheckHeld();
  }

  /** To be called after a change that may have made held events due, such as the end of a silence. */
  recheckHeld(): void {
    for (const { event } of this.#held.all()) this.#options.recheck(event.alert.resource, event.alert.id);
  }

  /**
   * Sends the events of a target that are due. To be called inside a commit, when an alert of the target has changed or
   * its time has come. Silences belong to the fleet as target.
   * @returns when time alone may make something due, Unix milliseconds
   */
  sendDue(kind: TargetKind, id: string): number {
    let nextAt = this.#suppressors.removeExpired(kind, id);
    if (kind === 'fleet') nextAt = Math.min(nextAt, this.#options.silences.removeExpired());
    for (const held of this.#held.of(kind, id)) nextAt = Math.min(nextAt, this.#releaseIfDue(held));
    for (const state of this.#options.table.of(kind, id)) nextAt = Math.min(nextAt, this.#repeat(state));
    return nextAt;
  }

  #releaseIfDue(held: WaitingEvent): number {
    const { alert } = held.event;
    if (!this.#options.isFiring(alert.key)) {
      this.#drop(held);
      return Infinity;
    }
    const quiet = this.quietOf(this.#options.table.get(alert.key)?.alert ?? alert);
    if (quiet !== undefined) return quiet.until ?? Infinity;
    if (!this.#options.deliveries.hasRoom(held.channels)) return this.#options.clock.now() + 1000;
    this.#release(held);
    return Infinity;
  }

  /** Sends a held event with the present alert and rule. */
  #release(held: WaitingEvent): void {
    const { log, rules, table, deliver } = this.#options;
    const { event } = held;
    this.#held.delete(held);
    log('info', 'alert-released', factsOf(event));
    const state = table.get(event.alert.key);
    const rule = rules().named.get(event.alert.rule)?.rule;
    if (state?.alert.state !== 'firing' || rule === undefined) return deliver(event, held.channels);
    const { channels } = rule;
    table.set({ ...state, channels });
    deliver(Object.freeze({ ...event, alert: state.alert }), channels);
  }

  #drop(held: WaitingEvent): void {
    this.#held.delete(held);
    this.#options.deliveries.giveUp(held);
    this.#options.log('info', 'alert-not-sent', factsOf(held.event));
  }

  #repeat(state: AlertState): number {
    const { clock, rules, table, deliver, firedEventOf } = this.#options;
    const { alert, repeats } = state;
    const { firedAt = 0 } = alert;
    const rule = rules().named.get(alert.rule)?.rule;
    const everyMs = rule?.repeatEveryMs;
    if (everyMs === undefined || alert.state === 'pending' || this.isHeld(alert)) return Infinity;
    const now = clock.now();
    const { count, nextAt: dueAt } = repeats ?? { count: 0, nextAt: firedAt + everyMs };
    // The clock was set back.
    if (dueAt > now + everyMs) table.set({ ...state, repeats: { count, nextAt: now + everyMs } });
    if (now < dueAt) return Math.min(dueAt, now + everyMs);
    const quiet = this.quietOf(alert);
    if (quiet !== undefined) return Math.min(quiet.until ?? Infinity, now + everyMs);
    // The count follows the time since the alert fired, so that the members of a group agree. It also grows when the
    // clock was set back.
    const intervals = Math.floor((now - firedAt) / everyMs);
    const repetition = Math.max(count + 1, intervals);
    const nextAt = firedAt + (intervals + 1) * everyMs;
    table.set({ ...state, repeats: { count: repetition, nextAt } });
    const { idempotencyKey: firedKey, ...fired } = firedEventOf(state);
    const idempotencyKey = keyOfFacts([firedKey, repetition]);
    const durationMs = Math.max(0, now - alert.startedAt);
    const event: AlertEvent = { ...fired, idempotencyKey, kind: 'repeated', at: now, alert, durationMs, repetition };
    deliver(Object.freeze(event), rule?.channels);
    return nextAt;
  }
}
