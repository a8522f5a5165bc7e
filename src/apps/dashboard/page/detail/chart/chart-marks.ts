import type { ActivityEntry } from '../../../../../format/activity.js';
import { textOf } from '../../shell/names.js';
import type { Sample } from './time-series.js';
import type UPlot from 'uplot';

/** Something that happened, as a vertical line in a chart. */
export type ChartMark = Pick<ActivityEntry, 'at' | 'text' | 'phase'>;

/** A chart of a resource, or of the limit in `field`. Breaches of other limits are not marked in it. */
type MarkedChart = Pick<ActivityEntry, 'resource' | 'id' | 'field'>;

/** The events of a resource and of the whole fleet, as marks of a chart, oldest first. */
export function marksOf(entries: readonly ActivityEntry[], { resource, id, field }: MarkedChart): readonly ChartMark[] {
  return entries
    .filter((entry) => entry.resource === 'fleet' || (entry.resource === resource && entry.id === id))
    .filter((entry) => entry.kind !== 'limit' || entry.field === field)
    .toReversed();
}

/** The marks of each sample by its index. A mark belongs to the sample that is nearest in time. */
export function marksBySample(
  samples: readonly Sample[],
  marks: readonly ChartMark[],
): ReadonlyMap<number, readonly ChartMark[]> {
  const placed = new Map<number, ChartMark[]>();
  for (const mark of marks) {
    const distances = samples.map(({ at }) => Math.abs(at - mark.at));
    const nearest = distances.indexOf(Math.min(...distances));
    placed.set(nearest, [...(placed.get(nearest) ?? []), mark]);
  }
  return placed;
}

/** `14:05:09 suspended, active before` */
export function describeMarks(marks: readonly ChartMark[] = [], formatTime: (at: number) => string): string {
  return marks.map(({ at, text }) => `${formatTime(at)} ${textOf(text)}`).join('; ');
}

export function drawMarks(chart: UPlot, marks: readonly ChartMark[], colourOf: (name: string) => string): void {
  const { ctx, bbox } = chart;
  const flag = FLAG_PX * devicePixelRatio;
  ctx.save();
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([devicePixelRatio, 2 * devicePixelRatio]);
  for (const { at, phase } of marks) {
    const x = Math.round(chart.valToPos(at / 1000, 'x', true)) + 0.5;
    ctx.strokeStyle = ctx.fillStyle = colourOf(phase === 'begun' ? '--exceeded' : '--ink-muted');
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(x - flag, bbox.top);
    ctx.lineTo(x + flag, bbox.top);
    ctx.lineTo(x, bbox.top + 1.5 * flag);
    ctx.fill();
  }
  ctx.restore();
}

const FLAG_PX = 4;

/** The distance from which the pointer selects a mark. */
const NEAR_PX = 6;

/** The marks near the pointer at `px`, and the marks of the selected value at `idx`. */
export function marksAt(chart: UPlot, samples: readonly Sample[], all: readonly ChartMark[], idx: number, px: number) {
  const place = samples.findIndex(({ at }) => at / 1000 === chart.data[0][idx]);
  const ofSample = marksBySample(samples, all).get(place) ?? [];
  return all.filter((mark) => ofSample.includes(mark) || Math.abs(chart.valToPos(mark.at / 1000, 'x') - px) <= NEAR_PX);
}
