import type { LimitField } from '../records/limit-fields.js';
import { isSameList } from '../shared/deep-equal.js';
import { mergePoints, REACH_MS, thinPoints } from './usage-history.js';
import type { UsageReading, UsageSample } from './usage-sample.js';

/** A server and its page have clocks that usually differ by less. */
const SKEW_MS = 300_000;

/**
 * Adds a new reading. The reading with the latest time counts; of two with the same time, the later report. A late reading
 * is added to the history only.
 *
 * @param capacity the most points of a history; 0 for no history
 * @returns the same object if nothing changed
 */
export function addReading(
  sample: UsageSample,
  field: LimitField,
  seen: UsageReading,
  capacity: number,
  now: number,
): UsageSample {
  const { latest, points } = knownUntil(sample[field], Math.max(now, seen.at));
  return changed(sample, field, laterOf(latest, seen), mergePoints(points, [seen.at, seen.used]), capacity);
}

/**
 * Adds a reading that was kept elsewhere. Of two with the same time, the known reading counts. If both are equal, it
 * takes a missing source from `seen`. A known reading far in the future is replaced: its server's clock was set back.
 */
export function restoreReading(
  sample: UsageSample,
  field: LimitField,
  seen: UsageReading,
  capacity: number,
  now: number,
): UsageSample {
  const { latest = seen, points } = knownUntil(sample[field], Math.max(now + SKEW_MS, seen.at));
  const isSame = latest.at === seen.at && latest.used === seen.used;
  const reading = isSame ? { ...seen, ...latest } : laterOf(seen, latest);
  const kept = mergePoints(seen.history ?? [], [seen.at, seen.used]);
  return changed(sample, field, reading, mergePoints(kept, points), capacity);
}

/** The known reading and its points until a time. A later reading comes from a clock that was ahead, and is dropped. */
function knownUntil(latest: UsageReading | undefined, endMs: number) {
  const points = latest?.history ?? [];
  if (latest === undefined || latest.at <= endMs) return { latest, points };
  return { latest: undefined, points: points.filter((_, place) => (points[place & ~1] as number) <= endMs) };
}

/** Of two readings with the same time, `other` counts. */
function laterOf(one: UsageReading | undefined, other: UsageReading): UsageReading {
  return one !== undefined && one.at > other.at ? one : other;
}

function changed(
  sample: UsageSample,
  field: LimitField,
  { history: _, ...reading }: UsageReading,
  all: readonly number[],
  capacity: number,
): UsageSample {
  const { [field]: before } = sample;
  const history = thinPoints(all, capacity, reading.at - REACH_MS);
  const isSame = before?.at === reading.at && before.used === reading.used && before.source === reading.source;
  if (isSame && isSameList(history, before.history ?? [])) return sample;
  // A spread with a computed name gives each object a hidden class of its own, which makes every later read slow.
  return Object.assign({}, sample, { [field]: { ...reading, ...(capacity > 0 && { history }) } });
}
