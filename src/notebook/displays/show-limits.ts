import * as v from 'valibot';
import type { Fleet, LimitStatus, LimitUsage, ResourceKind, Thresholds } from '../../index.js';
import { kernelOf } from '../../core/fleet/kernel.js';
import { usagePart } from '../../core/limits/usage.js';
import { parseOptions } from '../../core/shared/parse-options.js';
import { resourceKinds } from '../../core/shared/resource-kind.js';
import { barPlotSpec, type NamedBar } from '../display/bar-plot.js';
import type { Display } from '../display/display.js';
import { createTableDisplay, type Column } from '../display/table.js';
import { toneOfLimit } from '../display/tone.js';
import { forecastCell, limitStatusCell, meterCell, ticksOf, useCell } from './limit-cells.js';
import { checkDisplayedId, rowsOption } from './display-options.js';
import { NO_RESOURCES, isMeasured, notesOf, readFleet, readResource, type ResourceFacts } from './resource-facts.js';
import { nameCell } from './show-fleet.js';
import { cutText, formatMoment } from '../display/text.js';

/** The options of {@link showLimits}. */
export interface ShowLimitsOptions {
  /** All limits of this database or vector index. @default the fullest limits of the fleet */
  readonly id?: string | undefined;
  /** Only limits of databases, or only limits of vector indices. @default both */
  readonly resource?: ResourceKind | undefined;
  /** How many limits are shown without `id`, 1 to 1000. @default 10 */
  readonly worst?: number | undefined;
}

const schema = v.strictObject({
  id: v.optional(v.unknown()),
  resource: v.optional(v.picklist(resourceKinds, `one of ${resourceKinds.join(', ')}`)),
  worst: rowsOption(10),
});

export interface NamedLimit {
  readonly id: string;
  readonly name: string;
  readonly limit: LimitUsage;
}

/**
 * Shows the use of limits as bars: the fullest limits of a fleet, or all limits of one resource.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid argument
 * @example
 * ```ts
 * showLimits(fleet, { worst: 20 });
 * showLimits(fleet, { id });
 * ```
 */
export function showLimits(fleet: Fleet, options: ShowLimitsOptions = {}): Display {
  const { id, resource, worst } = parseOptions('configure', schema, options);
  const kernel = kernelOf(fleet, 'showLimits');
  const { thresholds } = kernel.options;
  if (id !== undefined) {
    const now = usagePart(kernel).time.value;
    const facts = readResource(kernel, checkDisplayedId(id), now);
    const limits = selectLimitsOf(facts);
    return limitsDisplay({
      title: `Limits of ${facts.name}`,
      limits,
      total: limits.length,
      empty: `No record of ${facts.name}: its status is ${facts.entry.status}.`,
      isSole: true,
      notes: facts.entry.status === 'fresh' || limits.length === 0 ? [] : [`The record is ${facts.entry.status}.`],
      thresholds,
      now,
    });
  }
  const { resources, now } = readFleet(fleet);
  const wanted = resources.filter((each) => resource === undefined || each.resource === resource);
  const all = rankLimits(wanted);
  return limitsDisplay({
    title: 'Fullest limits',
    limits: all.slice(0, worst),
    total: all.length,
    empty:
      wanted.length === 0 ? NO_RESOURCES : 'No use is known yet: report it with reportUsage, or add a usage source.',
    isSole: false,
    notes: notesOf(fleet),
    thresholds,
    now,
  });
}

/** All limits of one resource: those with a known share first, fullest first. */
function selectLimitsOf({ id, name, limits }: ResourceFacts): readonly NamedLimit[] {
  return limits.toSorted((a, b) => (b.ratio ?? -1) - (a.ratio ?? -1)).map((limit) => ({ id, name, limit }));
}

/** The limits of all resources whose share is known, fullest first. */
function rankLimits(resources: readonly ResourceFacts[]): readonly NamedLimit[] {
  return resources
    .flatMap(({ id, name, limits }) => limits.filter(isMeasured).map((limit) => ({ id, name, limit })))
    .sort((a, b) => b.limit.ratio - a.limit.ratio);
}

interface LimitsPicture {
  readonly title: string;
  readonly limits: readonly NamedLimit[];
  readonly total: number;
  readonly empty: string;
  readonly isSole: boolean;
  readonly notes: readonly string[];
  readonly thresholds: Thresholds | undefined;
  readonly now: number;
}

function limitsDisplay({ title, limits, total, empty, isSole, notes, thresholds, now }: LimitsPicture): Display {
  const ticks = ({ limit }: NamedLimit): readonly number[] => ticksOf(limit.field, thresholds);
  const bars = limits.flatMap((each): NamedBar[] => {
    const { id, name, limit } = each;
    if (limit.ratio === undefined) return [];
    const label = isSole ? limit.name : `${cutText(name, 24)} (${cutText(id, 12)}): ${limit.name}`;
    const { ratio: share, status } = limit;
    return [{ label, share, tone: toneOfLimit(status), ticks: ticks(each), text: useCell(limit).text, status }];
  });
  return createTableDisplay(
    {
      title,
      lead: describeCounts(limits, total),
      columns: [
        { name: 'id', data: ({ id }) => id },
        { title: isSole ? undefined : 'Name', cell: nameCell, name: 'name', data: ({ name }) => name },
        { title: 'Limit', cell: (each) => meterCell(each.limit, ticks(each)) },
        { title: 'Used', align: 'right', cell: ({ limit }) => useCell(limit) },
        {
          title: 'Status',
          cell: ({ limit }) => limitStatusCell(limit),
          name: 'status',
          data: ({ limit }) => limit.status,
        },
        { title: 'Reaches its limit', cell: ({ limit }) => forecastCell(limit, now) },
        ...DATA,
      ],
      rows: limits,
      more: total - limits.length,
      empty,
      notes: limits.length === 0 ? notes : [...notes, `At ${formatMoment(now)}.`],
    },
    barPlotSpec(cutText(title), bars),
  );
}

const DATA: readonly Column<NamedLimit>[] = [
  { name: 'limit_field', data: ({ limit }) => limit.field },
  { name: 'limit', type: 'number', data: ({ limit }) => (typeof limit.limit === 'number' ? limit.limit : null) },
  { name: 'used', type: 'number', data: ({ limit }) => limit.used },
  { name: 'unit', data: ({ limit }) => limit.unit },
  { name: 'share', type: 'number', data: ({ limit }) => limit.ratio },
  {
    name: 'exhausts_at',
    type: 'datetime',
    data: ({ limit }) => limit.exhaustsAt && formatMoment(limit.exhaustsAt),
  },
];

const COUNTED: readonly LimitStatus[] = ['exceeded', 'critical', 'warning', 'ok'];

function describeCounts(limits: readonly NamedLimit[], total: number): string {
  if (limits.length < total) return '';
  return COUNTED.map((status) => [status, limits.filter(({ limit }) => limit.status === status).length] as const)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${count} ${status}`)
    .join(', ');
}
