import type { LimitField, ResourceKind } from '../../../../index.js';
import type { ActivityEntry } from '../../../../format/activity.js';
import { textOf } from '../shell/names.js';
import type { ChartMark } from './chart/chart-marks.js';

export interface MarkedChart {
  readonly resource: ResourceKind;
  readonly id: string;
  /** The limit that the chart shows. Breaches of other limits are no marks. */
  readonly field?: LimitField;
}

/** The events of a resource and of the whole fleet, as marks of a chart, oldest first. */
export function marksOf(entries: readonly ActivityEntry[], { resource, id, field }: MarkedChart): readonly ChartMark[] {
  return entries
    .filter((entry) => entry.resource === 'fleet' || (entry.resource === resource && entry.id === id))
    .filter((entry) => entry.kind !== 'limit' || entry.field === field)
    .map(({ at, text, phase }) => ({ at, label: textOf(text), isTrouble: phase === 'begun' }))
    .toReversed();
}
