import { createHash } from 'node:crypto';
import { isObject } from '../../core/shared/is-object.js';
import { parseJson } from '../../core/wire/parse-json.js';
import type { StoredValue } from '../../persistence/engine.js';
import type { AlertEvent } from '../alerts/alert.js';

/** The last breach of one alert key. */
export interface Breach {
  /** Counts the breaches of the alert key, from 1. */
  readonly number: number;
  readonly isFiring: boolean;
}

/**
 * The last breach of each alert key, as all members of a group know it. Breaches are ordered: breach 1 fires, breach 1
 * clears, breach 2 fires. Members that exchange them and keep the later one agree, in whatever order messages come.
 */
export interface Breaches {
  /** Identifies the sequence of numbers. A group that has lost all its state begins another one. */
  readonly series: string;
  get(key: string): Breach | undefined;
  /** The breach that begins when the alert fires now: the one that fires already, or the next one. */
  firing(key: string): Breach;
  /** Keeps a breach if it is later than the known one. @returns whether it is */
  advance(key: string, breach: Breach): boolean;
  /** Keeps the older series of two. @returns whether the own series stays */
  useSeries(series: string, floor: number): boolean;
  /** No breach that is forgotten has a greater number. */
  readonly floor: number;
  entries(): Iterable<readonly [key: string, breach: Breach]>;
  restore(values: readonly StoredValue[]): void;
}

export interface BreachesOptions {
  readonly write: (key: string, text: string | undefined) => void;
  /** Unix milliseconds. */
  readonly now: number;
  readonly random: () => number;
}

const BREACH_PREFIX = 'breach/';
const SERIES_KEY = 'group/series';

/** About 10 MB. */
const MAX_BREACHES = 50_000;

export function createBreaches({ write, now, random }: BreachesOptions): Breaches {
  const breaches = new Map<string, Breach>();
  let floor = 0;
  // The time makes the series of a monitor that has run for long the older one. It is in no comparison of events.
  let series = `${String(Math.floor(now)).padStart(15, '0')}-${Math.floor(random() * 2 ** 40).toString(36)}`;

  const writeSeries = (): void => write(SERIES_KEY, JSON.stringify({ series, floor }));

  function evict(): void {
    for (const [key, { number, isFiring }] of breaches) {
      if (breaches.size <= MAX_BREACHES) return;
      if (isFiring) continue;
      breaches.delete(key);
      write(BREACH_PREFIX + key, undefined);
      floor = Math.max(floor, number);
      writeSeries();
    }
  }

  function restoreSeries(text: string): void {
    const kept = parseJson(text);
    if (!isObject(kept) || typeof kept['series'] !== 'string' || !isCount(kept['floor'])) return;
    ({ series, floor } = kept as { series: string; floor: number });
  }

  return {
    get series() {
      return series;
    },
    get floor() {
      return floor;
    },
    get: (key) => breaches.get(key),
    firing(key) {
      const last = breaches.get(key);
      return last?.isFiring === true ? last : { number: (last?.number ?? floor) + 1, isFiring: true };
    },
    advance(key, { number, isFiring }) {
      const last = breaches.get(key);
      if (last !== undefined && orderOf(last) >= orderOf({ number, isFiring })) return false;
      if (breaches.size === 0) writeSeries();
      // The keys are in the order of their last change.
      breaches.delete(key);
      breaches.set(key, { number, isFiring });
      write(BREACH_PREFIX + key, JSON.stringify({ number, isFiring }));
      evict();
      return true;
    },
    useSeries(other, otherFloor) {
      const isOwn = series <= other;
      if (isOwn && otherFloor <= floor) return true;
      if (!isOwn) series = other;
      floor = Math.max(floor, otherFloor);
      writeSeries();
      return isOwn;
    },
    entries: () => breaches,
    restore(values) {
      for (const { key, text } of values) {
        if (key === SERIES_KEY) restoreSeries(text);
        if (!key.startsWith(BREACH_PREFIX)) continue;
        const kept = parseJson(text);
        if (isBreach(kept)) breaches.set(key.slice(BREACH_PREFIX.length), kept);
      }
    },
  };
}

export function isBreach(value: unknown): value is Breach {
  return isObject(value) && isCount(value['number']) && value['number'] > 0 && typeof value['isFiring'] === 'boolean';
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** A later breach, and the end of a breach, have greater orders. */
function orderOf({ number, isFiring }: Breach): number {
  return 2 * number + (isFiring ? 0 : 1);
}

/** The same on every member. Times are no part of it: the clocks of machines differ. */
export function groupKeyOf(series: string, fingerprint: string, { alert, kind }: AlertEvent, number: number): string {
  const facts = JSON.stringify([alert.key, fingerprint, series, number, kind]);
  return createHash('sha256').update(facts).digest('hex').slice(0, 32);
}
