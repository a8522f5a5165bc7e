import * as v from 'valibot';
import type { Fleet, LimitUsage, ResourceKind } from '../../index.js';
import { kernelOf, type Kernel } from '../../core/fleet/kernel.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { resourceKinds } from '../../core/shared/resource-kind.js';
import { fullestFirst, isMeasured } from '../../format/attention.js';
import { formatCount } from '../../format/quantities.js';
import type { Display } from '../display/display.js';
import { createTableDisplay, type Column } from '../display/table.js';
import { anId } from '../history/options.js';
import { limitColumns } from './limit-cells.js';
import { rowsOption, timeZoneOption, type TimeZoneOptions } from './display-options.js';
import { NO_INDICES, NO_RESOURCES, notesOf, readFleet, readResource, type ResourceFacts } from './resource-facts.js';
import { nameCell } from './show-fleet.js';
import { formatMoment } from '../display/text.js';

/** The options of {@link showLimits}. */
export interface ShowLimitsOptions extends TimeZoneOptions {
  /** All limits of this database or vector index. @default the fullest limits of the fleet */
  readonly id?: string | undefined;
  /** Without `id`, only limits of databases, or only limits of vector indices. @default both */
  readonly resource?: ResourceKind | undefined;
  /** How many limits are shown without `id`, 1 to 10,000. @default 10 */
  readonly worst?: number | undefined;
}

const schema = {
  id: v.optional(anId),
  resource: v.optional(v.picklist(resourceKinds, `one of ${resourceKinds.join(', ')}`)),
  worst: rowsOption(10),
  timeZone: timeZoneOption,
};

interface NamedLimit extends Pick<ResourceFacts, 'id' | 'name'> {
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
  const { id, resource, worst, timeZone: zone } = checkOptions('configure', schema, options);
  const kernel = kernelOf(fleet, 'showLimits');
  if (id !== undefined) return showLimitsOf(kernel, id, zone);
  const { resources, now } = readFleet(fleet, 'showLimits');
  const wanted = resources.filter((each) => resource === undefined || each.resource === resource);
  const all = wanted
    .filter(({ entry }) => entry.status !== 'missing')
    .flatMap(({ id: of, name, limits }) => limits.filter(isMeasured).map((limit) => ({ id: of, name, limit })))
    .sort((a, b) => b.limit.ratio - a.limit.ratio);
  const noUse = 'No use is known yet: report it with reportUsage, or add a usage source.';
  const none = resource === 'index' ? NO_INDICES : NO_RESOURCES;
  return createTableDisplay({
    title: 'Fullest limits',
    lead: all.length > worst ? '' : describeCounts(all),
    columns: columnsOf(kernel, false, now, zone),
    rows: all,
    limit: worst,
    empty: wanted.length === 0 ? none : noUse,
    notes: all.length === 0 ? notesOf(fleet) : [...notesOf(fleet), `At ${formatMoment(now, zone)}.`],
  });
}

function showLimitsOf(kernel: Kernel, of: string, zone: string): Display {
  const now = kernel.clocks.corrected.now();
  const { id, name, limits, entry } = readResource(kernel, of, now);
  const rows = fullestFirst(limits).map((limit) => ({ id, name, limit }));
  const age = entry.status === 'fresh' ? [] : [`The record is ${entry.status}.`];
  return createTableDisplay({
    title: `Limits of ${name}`,
    lead: describeCounts(rows),
    columns: columnsOf(kernel, true, now, zone),
    rows,
    empty: `No record of ${name}: its status is ${entry.status}.`,
    notes: rows.length === 0 ? [] : [...age, `At ${formatMoment(now, zone)}.`],
  });
}

/** @param isSole whether all limits are of one resource */
function columnsOf(kernel: Kernel, isSole: boolean, now: number, zone: string): readonly Column<NamedLimit>[] {
  return [
    { name: 'id', data: ({ id }) => id },
    { title: isSole ? undefined : 'Name', cell: nameCell, name: 'name', data: ({ name }) => name },
    ...limitColumns(kernel.options.thresholds, now, zone),
    { name: 'limit_field', data: ({ limit }) => limit.field },
    { name: 'limit', type: 'number', data: ({ limit }) => (typeof limit.limit === 'number' ? limit.limit : null) },
    { name: 'used', type: 'number', data: ({ limit }) => limit.used },
    { name: 'unit', data: ({ limit }) => limit.unit },
    { name: 'share', type: 'number', data: ({ limit }) => limit.ratio },
    { name: 'exhausts_at', type: 'datetime', data: ({ limit: { exhaustsAt: at } }) => at && formatMoment(at) },
  ];
}

function describeCounts(limits: readonly NamedLimit[]): string {
  return (['exceeded', 'critical', 'warning', 'ok'] as const)
    .map((status) => [status, limits.filter(({ limit }) => limit.status === status).length] as const)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${formatCount(count)} ${status}`)
    .join(', ');
}
