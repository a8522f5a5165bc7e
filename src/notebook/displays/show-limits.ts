import type { Fleet } from '../../core/fleet/fleet.js';
import { kernelOf } from '../../core/fleet/kernel.js';
import { usagePart } from '../../core/limits/usage.js';
import { resourceKinds, type ResourceKind } from '../../core/shared/resource-kind.js';
import type { Thresholds } from '../../core/fleet/thresholds-option.js';
import type { LimitStatus } from '../../core/limits/measure-limit.js';
import type { LimitUsage } from '../../core/limits/limit-usage.js';
import { cutText } from '../display/cut-text.js';
import { createDisplay, type Display, type MimeBundle } from '../display/display.js';
import { formatMoment } from '../display/format-moment.js';
import { frameHtml, frameText } from '../display/frame.js';
import { dataResource, tableHtml, tableText, type Column, type Table } from '../display/table.js';
import { toneColours, toneOfLimit } from '../display/tone.js';
import { barStep, colourScale, vegaLitePart } from '../display/vega-lite.js';
import { forecastCell, limitStatusCell, meterCell, ticksOf, useCell } from './limit-cells.js';
import { aRowLimit, checkDisplayedId, readDisplayOptions } from './read-display-options.js';
import { NO_RESOURCES, isMeasured, notesOf, readFleet, readResource, type ResourceFacts } from './resource-facts.js';
import { nameCell } from './show-fleet.js';

/** The options of {@link showLimits}. */
export interface ShowLimitsOptions {
  /** All limits of this database or vector index. @default the fullest limits of the fleet */
  readonly id?: string | undefined;
  /** Only limits of databases, or only limits of vector indices. @default both */
  readonly resource?: ResourceKind | undefined;
  /** How many limits are shown without `id`, 1 to 1000. @default 10 */
  readonly worst?: number | undefined;
}

/** A limit of a named resource. */
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
  const {
    id,
    resource,
    worst = 10,
  } = readDisplayOptions(options, {
    id: undefined,
    resource: [(value) => resourceKinds.includes(value as ResourceKind), `one of ${resourceKinds.join(', ')}`],
    worst: aRowLimit,
  });
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
export function rankLimits(resources: readonly ResourceFacts[]): readonly NamedLimit[] {
  return resources
    .flatMap(({ id, name, limits }) => limits.filter(isMeasured).map((limit) => ({ id, name, limit })))
    .sort((a, b) => b.limit.ratio - a.limit.ratio);
}

interface LimitsPicture {
  readonly title: string;
  readonly limits: readonly NamedLimit[];
  readonly total: number;
  readonly empty: string;
  /** Whether all limits are those of one resource. */
  readonly isSole: boolean;
  readonly notes: readonly string[];
  readonly thresholds: Thresholds | undefined;
  readonly now: number;
}

function limitsDisplay(picture: LimitsPicture): Display {
  const table = tableOf(picture);
  return createDisplay({
    'text/html': frameHtml(table, tableHtml(table)),
    'text/plain': frameText(table, tableText(table)),
    'application/vnd.dataresource+json': dataResource(table),
    ...specOf(picture),
  });
}

function tableOf({ title, limits, total, empty, isSole, notes, thresholds, now }: LimitsPicture): Table {
  const names: readonly Column[] = isSole ? [] : [{ title: 'Name' }];
  return {
    title,
    lead: describeCounts(limits, total),
    columns: [
      ...names,
      { title: 'Limit' },
      { title: 'Used', align: 'right' },
      { title: 'Status' },
      { title: 'Reaches its limit' },
    ],
    rows: limits.map(({ id, name, limit }) => [
      ...(isSole ? [] : [nameCell({ id, name })]),
      meterCell(limit, ticksOf(limit.field, thresholds)),
      useCell(limit),
      limitStatusCell(limit),
      forecastCell(limit, now),
    ]),
    more: total - limits.length,
    empty,
    notes: limits.length === 0 ? notes : [...notes, `At ${formatMoment(now)}.`],
    fields: [
      { name: 'id', type: 'string' },
      { name: 'name', type: 'string' },
      { name: 'limit_field', type: 'string' },
      { name: 'limit', type: 'number' },
      { name: 'used', type: 'number' },
      { name: 'unit', type: 'string' },
      { name: 'share', type: 'number' },
      { name: 'status', type: 'string' },
      { name: 'exhausts_at', type: 'datetime' },
    ],
    data: limits.map(({ id, name, limit }) => ({
      id,
      name,
      limit_field: limit.field,
      limit: typeof limit.limit === 'number' ? limit.limit : null,
      used: limit.used ?? null,
      unit: limit.unit,
      share: limit.ratio ?? null,
      status: limit.status,
      exhausts_at: limit.exhaustsAt === undefined ? null : formatMoment(limit.exhaustsAt),
    })),
  };
}

const COUNTED: readonly LimitStatus[] = ['exceeded', 'critical', 'warning', 'ok'];

function describeCounts(limits: readonly NamedLimit[], total: number): string {
  if (limits.length < total) return '';
  return COUNTED.map((status) => [status, limits.filter(({ limit }) => limit.status === status).length] as const)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${count} ${status}`)
    .join(', ');
}

/** A larger share ends at the edge of the plot. */
const MAX_SHARE = 1.5;

function specOf({ title, limits, isSole, thresholds }: LimitsPicture): MimeBundle {
  const measured = limits.filter(({ limit }) => limit.ratio !== undefined);
  const values = measured.map(({ id, name, limit }) => ({
    label: isSole ? limit.name : `${cutText(name, 24)} (${cutText(id, 12)}): ${limit.name}`,
    share: Math.min(MAX_SHARE, limit.ratio ?? 0),
    text: useCell(limit).text,
    status: limit.status,
  }));
  const widest = values.reduce((most, { share }) => Math.max(most, share), 1);
  const x = {
    field: 'share',
    type: 'quantitative',
    title: 'Used share of the limit',
    axis: { format: '%' },
    scale: { domain: [0, widest] },
  };
  const marks = [...new Set([...measured.flatMap(({ limit }) => ticksOf(limit.field, thresholds)), 1])];
  const statuses = COUNTED.map((status) => [status, toneColours[toneOfLimit(status)]] as const);
  return vegaLitePart({
    title: cutText(title),
    description: `Used shares of ${values.length} limits as bars.`,
    height: barStep * values.length,
    data: values,
    layer: [
      {
        mark: { type: 'bar', height: { band: 0.7 } },
        encoding: {
          y: { field: 'label', type: 'nominal', sort: null, title: null, axis: { labelLimit: 280 } },
          x,
          color: { field: 'status', type: 'nominal', title: 'Status', scale: colourScale(statuses) },
          tooltip: [
            { field: 'label', type: 'nominal', title: 'Limit' },
            { field: 'text', type: 'nominal', title: 'Used' },
            { field: 'status', type: 'nominal', title: 'Status' },
          ],
        },
      },
      {
        data: { values: marks.map((share) => ({ share })) },
        mark: { type: 'rule', strokeDash: [4, 3], color: '#888888' },
        encoding: { x },
      },
    ],
  });
}
