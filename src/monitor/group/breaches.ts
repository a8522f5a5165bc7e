import * as v from 'valibot';
import { parseJson } from '../../core/wire/parse-json.js';
import type { StoredValue } from '../../persistence/engine.js';
import type { AlertEvent } from '../alerts/alert.js';
import { keyOfFacts } from '../alerts/step-alert.js';

/**
 * Counts the breaches of an alert key, from 1; 0 before the first breach. No member counts to 2^51. A greater number
 * from another program would leave little room for later breaches, and `orderOf` needs three times the number.
 */
export const breachNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(2 ** 51));

export const breachSchema = v.object({ number: v.pipe(breachNumber, v.minValue(1)), isFiring: v.boolean() });

export type Breach = Readonly<v.InferOutput<typeof breachSchema>>;

const BREACH_PREFIX = 'breach/';
const SERIES_KEY = 'group/series';

const sequence = v.object({
  /** Identifies the sequence of numbers. A group that has lost all its state begins another one. */
  series: v.string(),
  /** The greatest number of the breaches that were forgotten. */
  floor: breachNumber,
});
type Sequence = Readonly<v.InferOutput<typeof sequence>>;

/** They take about 10 MB. */
const MAX_BREACHES = 50_000;

/**
 * The last breach of each alert key, as all members of a group know it. Breaches are ordered: breach 1 fires, breach 1
 * clears, breach 2 fires. Members that exchange them and keep the later one agree, in whatever order messages come.
 */
export class Breaches {
  readonly #write: (key: string, text: string | undefined) => void;
  readonly #breaches = new Map<string, Breach>();
  #sequence: Sequence;

  constructor(write: (key: string, text: string | undefined) => void, now: number, random: () => number) {
    this.#write = write;
    // The time orders series, so that the oldest one wins. It does not order events.
    const series = `${String(Math.floor(now)).padStart(15, '0')}-${Math.floor(random() * 2 ** 40).toString(36)}`;
    this.#sequence = { series, floor: 0 };
  }

  get sequence(): Sequence {
    return this.#sequence;
  }

  get(key: string): Breach | undefined {
    return this.#breaches.get(key);
  }

  entries(): Iterable<readonly [key: string, breach: Breach]> {
    return this.#breaches;
  }

  /** The key of an event, the same on every member. It contains no time, because the clocks of machines differ. */
  eventKeyOf({ alert, kind }: Pick<AlertEvent, 'alert' | 'kind'>, fingerprint: string, number: number): string {
    return keyOfFacts([alert.key, fingerprint, this.#sequence.series, number, kind]);
  }

  /** Returns the last breach of an alert if it still fires, or else the breach that would begin now. */
  firing(key: string): Breach {
    const last = this.get(key);
    return last?.isFiring === true ? last : { number: (last?.number ?? this.#sequence.floor) + 1, isFiring: true };
  }

  /** Keeps a breach if it is later than the known one. @returns whether it is */
  advance(key: string, { number, isFiring }: Breach): boolean {
    const last = this.get(key);
    const isEnd = number === last?.number && last.isFiring && !isFiring;
    if (last !== undefined && number <= last.number && !isEnd) return false;
    if (this.#breaches.size === 0) this.#setSequence(this.#sequence);
    this.#breaches.delete(key);
    this.#breaches.set(key, { number, isFiring });
    this.#write(BREACH_PREFIX + key, JSON.stringify({ number, isFiring }));
    for (const [oldest, breach] of this.#breaches) {
      if (this.#breaches.size <= MAX_BREACHES) break;
      if (breach.isFiring) continue;
      this.#breaches.delete(oldest);
      this.#write(BREACH_PREFIX + oldest, undefined);
      const { series, floor } = this.#sequence;
      this.#setSequence({ series, floor: Math.max(floor, breach.number) });
    }
    return true;
  }

  /** Keeps the older series of two. @returns whether this member's series stays */
  useSequence({ series, floor }: Sequence): boolean {
    const own = this.#sequence;
    const isOwn = own.series <= series;
    if (isOwn && floor <= own.floor) return true;
    this.#setSequence({ series: isOwn ? own.series : series, floor: Math.max(own.floor, floor) });
    return isOwn;
  }

  restore({ key, text }: StoredValue): void {
    const kept = parseJson(text);
    if (key === SERIES_KEY && v.is(sequence, kept)) this.#sequence = kept;
    else if (key.startsWith(BREACH_PREFIX) && v.is(breachSchema, kept))
      this.#breaches.set(key.slice(BREACH_PREFIX.length), kept);
  }

  #setSequence(next: Sequence): void {
    this.#sequence = next;
    this.#write(SERIES_KEY, JSON.stringify(next));
  }
}
