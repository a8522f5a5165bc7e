import type { Kernel } from '../../core/fleet/kernel.js';
import type { Clock } from '../../core/shared/clock.js';
import type { AlertTable } from '../alerts/alert-table.js';
import type { AlertState } from '../alerts/step-alert.js';
import type { TargetKind } from '../rules/rule.js';
import { covers, type ActiveRules } from '../rules/active-rules.js';
import { fingerprintOf } from '../rules/checked-rule.js';
import type { SharedAlert } from './group-messages.js';

export interface AlertAdopterOptions {
  readonly kernel: Kernel;
  readonly clock: Clock;
  readonly table: AlertTable;
  readonly rules: () => ActiveRules;
  readonly onTargetChanged: (kind: TargetKind, id: string) => void;
}

const MAX_WAITING = 10_000;

/** An alert is held for at least this time, within which the facts of the other member also reach this one. */
const LEAST_MS = 3000;

/** A wall clock that was set back must not hold an alert for ever. */
const MOST_MS = 600_000;

/**
 * Puts the firing alerts of other members into the table of this member, which then clears them when the others cannot.
 * An alert of the polling is a fact of one machine: it is taken over only when that machine is gone.
 */
export class AlertAdopter {
  readonly #options: AlertAdopterOptions;
  /** When another member last changed an alert, by the key of the alert. `atMs` is monotonic. */
  readonly #decisions = new Map<string, { readonly at: number; readonly atMs: number }>();
  /**
   * Alerts that fire elsewhere, and that this member cannot evaluate: it lacks the id or the rule. `from` is the member
   * that sent the alert. `absences` counts the checks in a row that did not find the sender.
   */
  readonly #waiting = new Map<string, { readonly state: AlertState; readonly from: string; absences: number }>();

  constructor(options: AlertAdopterOptions) {
    this.#options = options;
  }

  /** The alerts that fire at members which are present, and that this member cannot evaluate. */
  get firingElsewhere(): readonly AlertState[] {
    return [...this.#waiting.values()].flatMap(({ state, absences }) => (absences < 2 ? [state] : []));
  }

  /** An alert fires at another member. @param senderNow the wall clock of the sender */
  fired(shared: SharedAlert, from: string, senderNow: number): void {
    const { clock, table } = this.#options;
    const { alert, fingerprint, channels, subject } = shared;
    const { key, startedAt, firedAt = startedAt } = alert;
    this.#addDecision(key);
    // The alert of this member goes on under the new number.
    if (table.isFiring(key)) return;
    const offsetMs = clock.now() - senderNow;
    const shifted = Object.freeze({ ...alert, startedAt: startedAt + offsetMs, firedAt: firedAt + offsetMs });
    const state: AlertState = { alert: shifted, fingerprint, channels, subject };
    if (this.#canEvaluate(state, false)) this.#adopt(state);
    else if (this.#waiting.size < MAX_WAITING) this.#waiting.set(key, { state, from, absences: 0 });
  }

  /** An alert has cleared at another member. @returns the alert, if it fired here */
  cleared(key: string): AlertState | undefined {
    const { table, onTargetChanged } = this.#options;
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    this.#addDecision(key);
    const state = table.get(key);
    if (state?.alert.state !== 'firing') return waiting?.state;
    const { resource, id } = state.alert;
    table.delete(key);
    onTargetChanged(resource, id);
    return state;
  }

  /** Takes over alerts that could not be taken over before. @param members the ids of the others */
  retry(members: ReadonlySet<string>): void {
    for (const [key, each] of this.#waiting) {
      each.absences = members.has(each.from) ? 0 : each.absences + 1;
      // A member is absent for a moment when Redis has lost its data.
      if (!this.#options.table.isFiring(key) && !this.#canEvaluate(each.state, each.absences > 1)) continue;
      this.#waiting.delete(key);
      if (!this.#options.table.isFiring(key)) this.#adopt(each.state);
    }
  }

  /**
   * Whether an alert fires at another member under another condition of its rule: one of the two members does not have the
   * changed rule yet. Then this member does not fire the alert by its own condition, unless the other member is gone.
   */
  holds(key: string): boolean {
    const waiting = this.#waiting.get(key);
    const rule = waiting && this.#options.rules().named.get(waiting.state.alert.rule)?.rule;
    if (waiting === undefined || rule === undefined) return false;
    return waiting.absences < 2 && fingerprintOf(rule) !== waiting.state.fingerprint;
  }

  /**
   * Whether another member has just changed an alert. This member may not have the facts of that decision yet, and must
   * not undo the change by older facts.
   * @param evidenceAt when the facts of this member were observed, Unix milliseconds; `undefined` if time alone decides
   */
  hasNewerDecision(key: string, evidenceAt: number | undefined): boolean {
    const decision = this.#decisions.get(key);
    if (decision === undefined) return false;
    const ageMs = this.#options.clock.monotonic() - decision.atMs;
    if (ageMs < LEAST_MS) return true;
    if (evidenceAt !== undefined && evidenceAt <= decision.at && ageMs < MOST_MS) return true;
    this.#decisions.delete(key);
    return false;
  }

  #addDecision(key: string): void {
    const { clock } = this.#options;
    const nowMs = clock.monotonic();
    for (const [other, { atMs }] of this.#decisions) {
      if (nowMs - atMs < MOST_MS) break;
      this.#decisions.delete(other);
    }
    this.#decisions.delete(key);
    this.#decisions.set(key, { at: clock.now(), atMs: nowMs });
  }

  #canEvaluate({ alert, fingerprint }: AlertState, isSenderGone: boolean): boolean {
    const active = this.#options.rules().named.get(alert.rule);
    if (active === undefined || fingerprintOf(active.rule) !== fingerprint || !covers(active, alert)) return false;
    if (alert.resource === 'fleet') return isSenderGone;
    const isAbsence = alert.resource === 'index' && active.rule.kind === 'missing';
    return this.#options.kernel.stores[alert.resource].isMember(alert.id) || isAbsence;
  }

  #adopt(state: AlertState): void {
    const { kernel, table, rules, onTargetChanged } = this.#options;
    const { resource, id, rule } = state.alert;
    const isAge = resource !== 'fleet' && rules().named.get(rule)?.rule.kind === 'age';
    // The subject of an age rule is a time of the sender's clock: this member has a time of its own.
    const confirmedAt = isAge ? kernel.stores[resource].peek(id).confirmedAt : undefined;
    table.set(confirmedAt === undefined ? state : { ...state, subject: String(confirmedAt) });
    onTargetChanged(resource, id);
  }
}
