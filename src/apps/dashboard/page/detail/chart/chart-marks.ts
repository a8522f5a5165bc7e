import type { ActivityEntry } from '../../../../../format/activity.js';
import { textOf } from '../../shell/names.js';
import type { Sample } from './time-series.js';

/** Something that happened, as a vertical line in a chart. */
export interface ChartMark {
  /** Unix milliseconds. */
  readonly at: number;
  readonly label: string;
  readonly isTrouble: boolean;
}

/** A chart of a resource, or of the limit in `field`. Breaches of other limits are not marked in it. */
type MarkedChart = Pick<ActivityEntry, 'resource' | 'id' | 'field'>;

/** The events of a resource and of the whole fleet, as marks of a chart, oldest first. */
export function marksOf(entries: readonly ActivityEntry[], { resource, id, field }: MarkedChart): readonly ChartMark[] {
  return entries
    .filter((entry) => entry.resource === 'fleet' || (entry.resource === resource && entry.id === id))
    .filter((entry) => entry.kind !== 'limit' || entry.field === field)
    .map(({ at, text, phase }) => ({ at, label: textOf(text), isTrouble: phase === 'begun' }))
    .toReversed();
}

/** The marks of each sample by its index. A mark belongs to the sample that is nearest in time. */
export function marksBySample(
  samples: readonly Sample[],
  marks: readonly ChartMark[],
): ReadonlyMap<number, readonly ChartMark[]> {
  const placed = new Map<number, ChartMark[]>();
  for (const mark of marks) {
    const after = samples.findIndex(({ at }) => at >= mark.at);
    const before = after === -1 ? samples.length - 1 : Math.max(0, after - 1);
    const distance = (place: number): number => Math.abs((samples[place]?.at ?? Infinity) - mark.at);
    const nearest = after !== -1 && distance(after) < distance(before) ? after : before;
    placed.set(nearest, [...(placed.get(nearest) ?? []), mark]);
  }
  return placed;
}

/** `14:05:09 suspended, active before` */
export function describeMarks(marks: readonly ChartMark[] = [], formatTime: (at: number) => string): string {
  return marks.map(({ at, label }) => `${formatTime(at)} ${label}`).join('; ');
}
