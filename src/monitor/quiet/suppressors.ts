import type { Clock } from '../../core/shared/clock.js';
import type { StoredValue } from '../../persistence/engine.js';
import type { Alert } from '../alerts/alert.js';
import type { AlertTable } from '../alerts/alert-table.js';
import type { ActiveRules } from '../rules/active-rules.js';
import { holdMsOf } from '../rules/checked-rule.js';
import type { TargetKind } from '../rules/rule.js';
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

/** Decides which alerts are suppressed by alerts of other rules, by the option `unless`. */
export class Suppressors {
  readonly #options: SuppressorsOptions;
  /** For each target: the alerts that ended recently, and until when they suppress others, monotonic. */
  readonly #gone = new Map<string, Map<string, number>>();

  constructor(options: SuppressorsOptions) {
    this.#options = options;
  }

  /**
   * Returns what suppresses an alert now: an alert of the fleet, or an alert of the same database or index. An alert
   * about one limit does not suppress an alert about another limit.
   * @param isOwn whether alerts of this machine's fleet count
   */
  of({ rule, resource, id, field }: Alert, isOwn: boolean): Quiet | undefined {
    const { clock, table, rules, roundMs } = this.#options;
    const { named, suppressing } = rules();
    const names = suppressing.get(rule);
    if (names === undefined) return undefined;
    // An outage leaves alerts about ages behind: they clear when each database is polled again.
    const isStale = named.get(rule)?.rule.kind === 'age';
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
      for (const [cause, untilMs] of this.#gone.get(`${kind}/${target}`) ?? []) {
        const [name = '', limit = field] = cause.split('.');
        if (field !== undefined && limit !== field) continue;
        const leftMs = untilMs - clock.monotonic() + (kind === 'fleet' && isStale ? roundMs() : 0);
        if (names.has(name) && leftMs > 0) ending = { kind: 'rule', name, until: clock.now() + leftMs };
      }
    }
    return ending;
  }

  /** An alert has ended. @returns whether it suppressed others */
  ended({ rule, resource, id, field, state }: Alert): boolean {
    const { clock, rules, write } = this.#options;
    if (![...rules().suppressing.values()].some((names) => names.has(rule))) return false;
    if (state === 'pending') return true;
    const cause = field === undefined ? rule : `${rule}.${field}`;
    this.#add(resource, id, cause, LINGER_MS);
    write(keyOf(resource, id, cause), String(clock.now()));
    return true;
  }

  /** Forgets ended alerts of a target that no longer suppress. @returns when to call it again, Unix milliseconds */
  removeExpired(kind: TargetKind, id: string): number {
    const gone = this.#gone.get(`${kind}/${id}`);
    if (gone === undefined) return Infinity;
    const { clock, write, roundMs } = this.#options;
    const extraMs = kind === 'fleet' ? roundMs() : 0;
    let nextAt = Infinity;
    for (const [cause, untilMs] of gone) {
      const leftMs = untilMs - clock.monotonic() + extraMs;
      if (leftMs > 0) nextAt = Math.min(nextAt, clock.now() + leftMs);
      else {
        gone.delete(cause);
        write(keyOf(kind, id, cause), undefined);
      }
    }
    if (gone.size === 0) this.#gone.delete(`${kind}/${id}`);
    return nextAt;
  }

  restore({ key, text }: StoredValue): void {
    const [, kind, cause = '', id = ''] = /^gone\/(database|index|fleet)\/([\w.-]+)\/(.*)$/su.exec(key) ?? [];
    if (kind === undefined) return;
    const { clock, write } = this.#options;
    const ageMs = Math.max(0, clock.now() - Number(text)) || 0;
    if (kind === 'fleet' || ageMs < LINGER_MS) this.#add(kind as TargetKind, id, cause, LINGER_MS - ageMs);
    else write(key, undefined);
  }

  #add(kind: TargetKind, id: string, cause: string, lingerMs: number): void {
    const gone = this.#gone.get(`${kind}/${id}`) ?? new Map<string, number>();
    gone.set(cause, this.#options.clock.monotonic() + lingerMs);
    this.#gone.set(`${kind}/${id}`, gone);
  }
}

/** @param cause the rule of an alert, and its limit behind a dot if it is about one */
function keyOf(kind: TargetKind, id: string, cause: string): string {
  return `gone/${kind}/${cause}/${id}`;
}
