import type { Kernel } from '../../core/fleet/kernel.js';
import type { Clock } from '../../core/shared/clock.js';
import type { AlertTable } from '../alerts/alert-table.js';
import { ALERT_PREFIX, alertText } from '../alerts/alert-texts.js';
import type { AlertState } from '../alerts/step-alert.js';
import type { TargetKind } from '../rules/rule.js';
import { activate, covers } from '../rules/active-rules.js';
import { fingerprintOf, type CheckedRule } from '../rules/checked-rule.js';
import type { SharedAlert } from './group-messages.js';
import type { RemoteDecisions } from './remote-decisions.js';

/**
 * Puts the firing alerts of other members into the own table, so that this member clears them when the others cannot. An
 * alert of the polling is a fact of one machine: it is taken over only when that machine is gone.
 */
export interface AlertAdopter {
  /** An alert fires at another member. @param nowThere the wall clock of the sender */
  fired(shared: SharedAlert, from: string, nowThere: number): void;
  /** An alert has cleared at another member. */
  cleared(key: string): void;
  /** Takes over alerts that could not be taken over before. @param members the ids of the others */
  retry(members: ReadonlySet<string>): void;
}

export interface AlertAdopterOptions {
  readonly kernel: Kernel;
  readonly clock: Clock;
  readonly table: AlertTable;
  readonly rules: () => ReadonlyMap<string, CheckedRule>;
  readonly decisions: RemoteDecisions;
  readonly write: (key: string, text: string | undefined) => void;
  /** Called when the alerts of a target have changed. */
  readonly onChanged: (kind: TargetKind, id: string) => void;
}

interface WaitingAlert {
  readonly state: AlertState;
  readonly from: string;
  /** How often the member from which it came was absent. */
  absences: number;
}

const MAX_WAITING = 10_000;

export function createAlertAdopter(options: AlertAdopterOptions): AlertAdopter {
  const { kernel, clock, table, rules, decisions, write, onChanged } = options;
  const stores = { database: kernel.databases, index: kernel.indices };
  /** Alerts that fire elsewhere, and that this member cannot evaluate: it lacks the id or the rule. */
  const waiting = new Map<string, WaitingAlert>();

  function canEvaluate({ alert, fingerprint }: AlertState, isSenderGone: boolean): boolean {
    const rule = rules().get(alert.rule);
    if (rule === undefined || fingerprintOf(rule) !== fingerprint) return false;
    const active = activate([rule]).named.get(rule.name);
    if (active === undefined || !covers(active, alert)) return false;
    if (alert.resource === 'fleet') return isSenderGone;
    return stores[alert.resource].isMember(alert.id) || (alert.resource === 'index' && rule.kind === 'missing');
  }

  function adopt(state: AlertState): void {
    const { key, resource, id } = state.alert;
    const adopted = withOwnSubject(state);
    table.set(adopted);
    write(ALERT_PREFIX + key, alertText(adopted));
    onChanged(resource, id);
  }

  /** The subject of a rule about ages is a time of the sender's clock. */
  function withOwnSubject(state: AlertState): AlertState {
    const { resource, id, rule } = state.alert;
    if (resource === 'fleet' || rules().get(rule)?.kind !== 'age') return state;
    const { confirmedAt } = stores[resource].peek(id);
    return confirmedAt === undefined ? state : { ...state, subject: String(confirmedAt) };
  }

  return {
    fired(shared, from, nowThere) {
      const { key } = shared.alert;
      decisions.note(key);
      // The own alert goes on under the new number.
      if (table.get(key)?.alert.state === 'firing') return;
      const state = withTimesOf(shared, clock.now() - nowThere);
      if (canEvaluate(state, false)) return adopt(state);
      if (waiting.size < MAX_WAITING) waiting.set(key, { state, from, absences: 0 });
    },
    cleared(key) {
      waiting.delete(key);
      decisions.note(key);
      const state = table.get(key);
      if (state?.alert.state !== 'firing') return;
      const { resource, id } = state.alert;
      table.delete(key);
      write(ALERT_PREFIX + key, undefined);
      onChanged(resource, id);
    },
    retry(members) {
      for (const [key, each] of waiting) {
        each.absences = members.has(each.from) ? 0 : each.absences + 1;
        const isOwn = table.get(key)?.alert.state === 'firing';
        // A member is absent for a moment when Redis has lost its data.
        if (!isOwn && !canEvaluate(each.state, each.absences > 1)) continue;
        waiting.delete(key);
        if (!isOwn) adopt(each.state);
      }
    },
  };
}

/** The alert with times of the own clock. */
function withTimesOf({ alert, fingerprint, channels, subject }: SharedAlert, offsetMs: number): AlertState {
  const { startedAt, firedAt = startedAt } = alert;
  return {
    alert: Object.freeze({ ...alert, startedAt: startedAt + offsetMs, firedAt: firedAt + offsetMs }),
    fingerprint,
    ...(channels !== undefined && { channels: Object.freeze([...channels]) }),
    ...(subject !== undefined && { subject }),
  };
}
