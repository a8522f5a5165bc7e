import * as v from 'valibot';
import { parseJson } from '../../core/wire/parse-json.js';
import type { StoredValue } from '../../persistence/engine.js';
import type { AlertEvent } from '../alerts/alert.js';
import { keyOfFacts } from '../alerts/step-alert.js';

/** Counts the breaches of an alert key, from 1; 0 before the first breach. */
export const breachNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const breachSchema = v.object({ number: v.pipe(breachNumber, v.minValue(1)), isFiring: v.boolean() });

export type Breach = Readonly<v.InferOutput<typeof breachSchema>>;

const BREACH_PREFIX = 'breach/';
const SERIES_KEY = 'group/series';

const seriesSchema = v.object({ series: v.string(), floor: breachNumber });

/** They take about 10 MB. */
const MAX_BREACHES = 50_000;

/**
 * The last breach of each alert key, as all members of a group know it. Breaches are ordered: breach 1 fires, breach 1
 * clears, breach 2 fires. Members that exchange them and keep the later one agree, in whatever order messages come.
 */
export class Breaches {
  readonly #write: (key: string, text: string | undefined) => void;
  readonly #breaches = new Map<string, Breach>();
  #floor = 0;
  #series: string;

  constructor(write: (key: string, text: string | undefined) => void, now: number, random: () => number) {
    this.#write = write;
    // The time orders series, so that the oldest one wins. It does not order events.
    this.#series = `${String(Math.floor(now)).padStart(15, '0')}-${Math.floor(random() * 2 ** 40).toString(36)}`;
  }

  /** Identifies the sequence of numbers. A group that has lost all its state begins another one. */
  get series(): string {
    return this.#series;
  }

  /** The greatest number of the breaches that were forgotten. */
  get floor(): number {
    return this.#floor;
  }

  get(key: string): Breach | undefined {
    return this.#breaches.get(key);
  }

  entries(): Iterable<readonly [key: string, breach: Breach]> {
    return this.#breaches;
  }

  /** The key of an event, the same on every member. It contains no time, because the clocks of machines differ. */
  eventKeyOf({ alert, kind }: Pick<AlertEvent, 'alert' | 'kind'>, fingerprint: string, number: number): string {
    return keyOfFacts([alert.key, fingerprint, this.#series, number, kind]);
  }

  /** Returns the last breach of an alert if it still fires, or else the breach that would begin now. */
  firing(key: string): Breach {
    const last = this.get(key);
    return last?.isFiring === true ? last : { number: (last?.number ?? this.#floor) + 1, isFiring: true };
  }

  /** Keeps a breach if it is later than the known one. @returns whether it is */
  advance(key: string, { number, isFiring }: Breach): boolean {
    const last = this.get(key);
    if (last !== undefined && orderOf(last) >= orderOf({ number, isFiring })) return false;
    if (this.#breaches.size === 0) this.#writeSeries();
    this.#breaches.delete(key);
    this.#breaches.set(key, { number, isFiring });
    this.#write(BREACH_PREFIX + key, JSON.stringify({ number, isFiring }));
    // Above the limit, the oldest breaches that have cleared are forgotten.
    for (const [oldest, breach] of this.#breaches) {
      if (this.#breaches.size <= MAX_BREACHES) break;
      if (breach.isFiring) continue;
      this.#breaches.delete(oldest);
      this.#write(BREACH_PREFIX + oldest, undefined);
      this.#floor = Math.max(this.#floor, breach.number);
      this.#writeSeries();
    }
    return true;
  }

  /** Keeps the older series of two. @returns whether this member's series stays */
  useSeries(series: string, floor: number): boolean {
    const isOwn = this.#series <= series;
    if (isOwn && floor <= this.#floor) return true;
    if (!isOwn) this.#series = series;
    this.#floor = Math.max(this.#floor, floor);
    this.#writeSeries();
    return isOwn;
  }

  restore({ key, text }: StoredValue): void {
    const kept = parseJson(text);
    if (key === SERIES_KEY && v.is(seriesSchema, kept)) {
      this.#series = kept.series;
      this.#floor = kept.floor;
    } else if (key.startsWith(BREACH_PREFIX) && v.is(breachSchema, kept))
      this.#breaches.set(key.slice(BREACH_PREFIX.length), kept);
  }

  #writeSeries(): void {
    this.#write(SERIES_KEY, JSON.stringify({ series: this.#series, floor: this.#floor }));
  }
}

/** Orders breaches by number, and the end of a breach after its beginning. */
function orderOf({ number, isFiring }: Breach): number {
  return 2 * number + (isFiring ? 0 : 1);
}
