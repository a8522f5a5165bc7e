import type { Clock } from '../../core/shared/clock.js';
import type { StoredValue } from '../../persistence/engine.js';
import type { Alert } from '../alerts/alert.js';
import type { AlertTable } from '../alerts/alert-table.js';
import { alertKey } from '../alerts/step-alert.js';
import type { ActiveRules } from '../rules/active-rules.js';
import { holdMsOf } from '../rules/checked-rule.js';
import { limitFields } from '../rules/rule-schema.js';
import type { Quiet } from './quiet.js';

export interface SuppressorsOptions {
  readonly clock: Clock;
  readonly table: AlertTable;
  readonly rules: () => ActiveRules;
  readonly write: (key: string, text: string | undefined) => void;
  /** How long the polls of all databases take, milliseconds. */
  readonly roundMs: () => number;
}

/** How long a fired alert suppresses others after it has ended, and a pending alert after it should have fired. */
const LINGER_MS = 30_000;

const PREFIX = 'gone/';

/** An older end of an alert is forgotten at the next start. Polling all databases takes less time. */
const KEPT_MS = 24 * 3_600_000;

/** Decides which alerts are suppressed by alerts of other rules, by the option `unless`. */
export class Suppressors {
  readonly #options: SuppressorsOptions;
  /** The keys of alerts that have ended, and until when these suppress others, monotonic. They stay until the next start. */
  readonly #gone = new Map<string, number>();

  constructor(options: SuppressorsOptions) {
    this.#options = options;
  }

  /**
   * Returns what suppresses an alert now: an alert of the fleet, or an alert of the same database or index. An alert about
   * one limit does not suppress an alert about another limit.
   *
   * @param isOwn whether alerts of this machine's fleet count
   */
  of({ rule, resource, id, field }: Alert, isOwn: boolean): Quiet | undefined {
    const { clock, table, rules, roundMs } = this.#options;
    const { named, suppressing } = rules();
    const names = suppressing.get(rule);
    if (names === undefined) return undefined;
    // An outage leaves alerts about ages behind: they clear when each database is polled again.
    const isStale = named.get(rule)?.rule.kind === 'age';
    const limits = [undefined, ...(field === undefined ? limitFields : [field])];
    let ending: Quiet | undefined;
    for (const [kind, target] of [[resource, id] as const, ...(isOwn ? [['fleet', ''] as const] : [])]) {
      for (const { alert } of table.of(kind, target)) {
        const isOfOtherLimit = alert.field !== undefined && field !== undefined && alert.field !== field;
        const cause = named.get(alert.rule)?.rule;
        if (cause === undefined || !names.has(cause.name) || isOfOtherLimit) continue;
        if (alert.state === 'firing') return { kind: 'rule', name: cause.name };
        const until = alert.startedAt + holdMsOf(cause) + LINGER_MS;
        if (clock.now() < until) ending = { kind: 'rule', name: cause.name, until };
      }
      for (const name of names)
        for (const limit of limits) {
          const untilMs = this.#gone.get(alertKey(name, { resource: kind, id: target, field: limit })) ?? -Infinity;
          const leftMs = untilMs - clock.monotonic() + (kind === 'fleet' && isStale ? roundMs() : 0);
          if (leftMs > 0) ending = { kind: 'rule', name, until: clock.now() + leftMs };
        }
    }
    return ending;
  }

  /** An alert has ended. @returns whether it suppressed others */
  ended({ key, rule, state }: Alert): boolean {
    const { clock, rules, write } = this.#options;
    if (![...rules().suppressing.values()].some((names) => names.has(rule))) return false;
    if (state === 'pending') return true;
    this.#gone.set(key, clock.monotonic() + LINGER_MS);
    write(PREFIX + key, String(clock.now()));
    return true;
  }

  restore({ key, text }: StoredValue): void {
    if (!key.startsWith(PREFIX)) return;
    const { clock, write } = this.#options;
    const ageMs = Math.max(0, clock.now() - Number(text));
    if (ageMs < KEPT_MS) this.#gone.set(key.slice(PREFIX.length), clock.monotonic() + LINGER_MS - ageMs);
    else write(key, undefined);
  }
}
