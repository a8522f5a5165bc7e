import { rollup, sum } from 'd3-array';
import type { ResourceKind } from '../../index.js';
import { createSeededRandom } from '../history/seeded-random.js';
import type { ReplayedChange } from './change-log.js';

/** How soon a fleet shows some changes of a history. */
export interface Detection {
  /** The number of changes, and the number with each outcome. */
  readonly changes: number;
  readonly seen: number;
  readonly missed: number;
  readonly open: number;
  /**
   * The changes whose whole deadline is within the history, and within the time in which the fleet knew the id. All
   * following numbers are about them.
   */
  readonly judged: number;
  /** How many of the judged changes the fleet showed within the deadline. The others are seen later, missed, or open. */
  readonly inTime: number;
  /** `inTime / judged`. Absent without a judged change, as the median and `p90Ms`. */
  readonly share?: number;
  /**
   * The 95 % interval of the share. It comes from a bootstrap over databases and indices, because the changes of one resource
   * depend on each other. If all changes are in time, or all are late, it comes from the rule of three. Absent for fewer than
   * 5 databases and indices.
   */
  readonly interval?: readonly [low: number, high: number];
  /** From a change until the fleet shows it, milliseconds (nearest rank); `Infinity` for a change that it never shows. */
  readonly medianMs?: number;
  readonly p90Ms?: number;
}

/** The changes of a replay as a whole and in groups. */
export interface Detections {
  /** The deadline, milliseconds. */
  readonly within: number;
  readonly all: Detection;
  /** `modifying_state` is set, `state` is no longer `active`, or the database or index is deleted. */
  readonly beginnings: Detection;
  /** The reverse: `modifying_state` is absent again, `state` is `active`, or the database or index exists again. */
  readonly ends: Detection;
  readonly resources: Readonly<Record<ResourceKind, Detection>>;
  /** By the name of the field; `status` for databases and indices that were deleted or came back. */
  readonly fields: Readonly<Record<string, Detection>>;
}

/** @param knownUntil returns until when the fleet knew the id of a change, at most the end of the history, Unix milliseconds */
export function detectionsOf(
  changes: readonly ReplayedChange[],
  within: number,
  knownUntil: (change: ReplayedChange) => number,
  seed: number,
): Detections {
  // Whether a change is judged must not depend on when the fleet showed it: near the end, only the quick ones would count.
  const isJudged = (change: ReplayedChange): boolean => change.at + within <= knownUntil(change);

  function detect(some: readonly ReplayedChange[]): Detection {
    const judged = some.filter(isJudged);
    const counts = { seen: 0, missed: 0, open: 0 };
    for (const { outcome } of some) counts[outcome] += 1;
    const byResource = rollup(
      judged,
      (own) => ({ judged: own.length, inTime: own.filter(({ delayMs = Infinity }) => delayMs <= within).length }),
      ({ resource, id }) => `${resource} ${id}`,
    );
    const resources = [...byResource.values()];
    const inTime = sum(resources, (each) => each.inTime);
    const known = { changes: some.length, ...counts, judged: judged.length, inTime };
    if (judged.length === 0) return known;
    const delays = Float64Array.from(judged, ({ delayMs = Infinity }) => delayMs).sort();
    const percentile = (share: number): number => delays[Math.ceil(share * delays.length) - 1] as number;
    const interval = intervalOf(resources, seed);
    const quantiles = { medianMs: percentile(0.5), p90Ms: percentile(0.9) };
    return { ...known, share: inTime / judged.length, ...(interval && { interval }), ...quantiles };
  }

  const fields = [...new Set(changes.map(({ field }) => field))].toSorted();
  return {
    within,
    all: detect(changes),
    beginnings: detect(changes.filter(({ kind }) => kind === 'beginning')),
    ends: detect(changes.filter(({ kind }) => kind === 'end')),
    resources: {
      database: detect(changes.filter(({ resource }) => resource === 'database')),
      index: detect(changes.filter(({ resource }) => resource === 'index')),
    },
    fields: Object.fromEntries(fields.map((name) => [name, detect(changes.filter(({ field }) => field === name))])),
  };
}

const MIN_RESOURCES = 5;
const RESAMPLES = 500;

function intervalOf(resources: readonly Pick<Detection, 'judged' | 'inTime'>[], seed: number): Detection['interval'] {
  const { length } = resources;
  if (length < MIN_RESOURCES) return undefined;
  if (resources.every((each) => each.inTime === each.judged)) return [1 - 3 / length, 1];
  if (resources.every((each) => each.inTime === 0)) return [0, 3 / length];
  const random = createSeededRandom(seed, 1);
  const shares = Float64Array.from({ length: RESAMPLES }, () => {
    let [all, inTime] = [0, 0];
    for (let nth = 0; nth < length; nth++) {
      const drawn = resources[Math.floor(random() * length)] as (typeof resources)[number];
      all += drawn.judged;
      inTime += drawn.inTime;
    }
    return inTime / all;
  }).sort();
  return [shares[Math.floor(RESAMPLES * 0.025)] as number, shares[Math.ceil(RESAMPLES * 0.975) - 1] as number];
}
