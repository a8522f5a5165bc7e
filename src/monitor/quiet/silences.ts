import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Clock } from '../../core/shared/clock.js';
import { parseOptions } from '../options/parse-options.js';
import { invalidRequest, issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import { parseJson } from '../../core/wire/parse-json.js';
import type { StoredValue } from '../../persistence/engine.js';
import type { Alert } from '../alerts/alert.js';
import { time } from '../alerts/alert-texts.js';
import type { MonitorLog } from '../log/monitor-log.js';
import { matching } from '../rules/check-members.js';
import { longestQuiet } from './maintenance.js';
import type { Silence, SilenceOptions } from './quiet.js';
import { createSelector, selectorEntries } from './select-alerts.js';

/** A kept and shared silence. A silence that was ended early is kept until `endsAt`, so that no member revives it. */
export interface SharedSilence extends Silence {
  readonly endedAt?: number | undefined;
}

export interface SilencesOptions {
  readonly clock: Clock;
  readonly log: MonitorLog;
  readonly write: (key: string, text: string | undefined) => void;
  readonly onChanged: () => void;
}

const PREFIX = 'silence/';
const MAX_SILENCES = 1000;

/**
 * The clocks of two machines differ by less than this. A silence of the far future ends on each member by the monotonic
 * clock, at different times. A member where it has ended would take it again from another one, and so on.
 */
const CLOCK_TOLERANCE_MS = 24 * 3_600_000;

const comment = matching(/^\P{Cc}{1,500}$/u, 'a comment of 1 to 500 characters in one line that says why');
const silenceOptions = v.strictObject({ forMs: longestQuiet, comment, ...selectorEntries });
const sharedSilence = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.regex(/^[\da-f]{8}$/)),
    comment,
    createdAt: time,
    endsAt: time,
    endedAt: v.optional(time),
    ...selectorEntries,
  }),
  v.check(({ createdAt, endsAt }) => v.is(longestQuiet, endsAt - createdAt)),
);

interface KeptSilence {
  readonly silence: SharedSilence;
  readonly selects: (alert: Alert) => boolean;
  /** Monotonic, so that a wall clock that is set back does not make the silence longer. */
  readonly endsAtMs: number;
}

export class Silences {
  readonly #options: SilencesOptions;
  readonly #kept = new Map<string, KeptSilence>();
  #active: readonly KeptSilence[] = [];
  #list: readonly Silence[] = Object.freeze([]);

  constructor(options: SilencesOptions) {
    this.#options = options;
  }

  /** The active silences. The same array until a silence is added or ends. */
  get list(): readonly Silence[] {
    return this.#list;
  }

  get active(): readonly KeptSilence[] {
    return this.#active;
  }

  /** The silences to share with other members, including those that were ended early. */
  get shared(): readonly SharedSilence[] {
    return Array.from(this.#kept.values(), ({ silence }) => silence);
  }

  add(options: SilenceOptions): SharedSilence {
    const { forMs, ...facts } = parseOptions(silenceOptions, options);
    const problem = `expected at most ${MAX_SILENCES} silences: end some`;
    refuseIssues('configure', issueUnless(this.#active.length < MAX_SILENCES, '', problem));
    const createdAt = this.#options.clock.now();
    const silence = { id: randomBytes(4).toString('hex'), ...facts, createdAt, endsAt: createdAt + forMs };
    this.merge(silence);
    return silence;
  }

  /** @throws FleetError `invalid-request` if no active silence has this id */
  end(id: string): SharedSilence {
    const silence = this.#list.find((each) => each.id === id);
    if (silence === undefined) throw invalidRequest('configure', [{ path: 'id', message: 'no silence has this id' }]);
    const ended = { ...silence, endedAt: this.#options.clock.now() };
    this.merge(ended);
    return ended;
  }

  /** Adds a silence, or its early end. Members that merge the same silences agree, whatever the order. */
  merge(silence: SharedSilence): void {
    const { id, comment: why, endsAt, endedAt } = silence;
    const known = this.#kept.get(id);
    const { log, write } = this.#options;
    if (known !== undefined && (known.silence.endedAt !== undefined || endedAt === undefined)) return;
    const facts = { id, comment: why, until: new Date(endsAt).toISOString() };
    if (endedAt === undefined && this.#active.length >= MAX_SILENCES) return log('warn', 'silence-refused', facts);
    if (!this.#keep(silence)) return;
    write(PREFIX + id, JSON.stringify(silence));
    if (endedAt === undefined) log('info', 'silence-added', facts);
    this.changed();
    const ended = this.shared.filter((each) => each.endedAt !== undefined);
    if (ended.length <= MAX_SILENCES) return;
    const [first] = ended.sort((one, other) => one.endsAt - other.endsAt);
    this.#forget((first as SharedSilence).id);
  }

  /** Keeps a silence of an earlier process. It is active from the next call of `changed` on. */
  restore({ key, text }: StoredValue): void {
    if (!key.startsWith(PREFIX)) return;
    const silence = readSilence(parseJson(text));
    if (silence === undefined || !this.#keep(silence)) this.#options.write(key, undefined);
  }

  /** Removes expired silences. @returns when the next one expires, Unix milliseconds */
  removeExpired(): number {
    const { clock } = this.#options;
    const before = this.#kept.size;
    let nextAt = Infinity;
    for (const [id, { silence, endsAtMs }] of this.#kept) {
      const leftMs = Math.min(silence.endsAt - clock.now(), endsAtMs - clock.monotonic());
      if (leftMs > 0) nextAt = Math.min(nextAt, clock.now() + leftMs);
      else this.#forget(id);
    }
    if (this.#kept.size < before) this.changed();
    return nextAt;
  }

  #forget(id: string): void {
    this.#kept.delete(id);
    this.#options.write(PREFIX + id, undefined);
  }

  /** @returns `false` for a silence that is over, or an unknown one that was created in the far future */
  #keep(silence: SharedSilence): boolean {
    const { clock } = this.#options;
    const { id, createdAt, endsAt } = silence;
    const leftMs = Math.min(endsAt - clock.now(), endsAt - createdAt);
    const isFar = !this.#kept.has(id) && createdAt > clock.now() + CLOCK_TOLERANCE_MS;
    if (leftMs <= 0 || isFar) return false;
    const selects = createSelector(silence);
    this.#kept.set(id, { silence: Object.freeze(silence), selects, endsAtMs: clock.monotonic() + leftMs });
    return true;
  }

  changed(): void {
    const before = this.#active;
    this.#active = [...this.#kept.values()]
      .filter(({ silence }) => silence.endedAt === undefined)
      .sort((one, other) => one.silence.createdAt - other.silence.createdAt);
    this.#list = Object.freeze(this.#active.map(({ silence }) => silence));
    const lasting = new Set(this.#active);
    for (const kept of before)
      if (!lasting.has(kept)) this.#options.log('info', 'silence-ended', { id: kept.silence.id });
    this.#options.onChanged();
  }
}

export function readSilence(value: unknown): SharedSilence | undefined {
  const { output, success } = v.safeParse(sharedSilence, value);
  return success ? output : undefined;
}
