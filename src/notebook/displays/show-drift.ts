import type { Drift, DriftKind, Fleet, ResourceKind } from '../../index.js';
import { driftOf } from '../../core/records/drift-of.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { countOf, formatCount } from '../../format/quantities.js';
import { reportableDrift } from '../../format/reportable-drift.js';
import type { Display } from '../display/display.js';
import { createTableDisplay, numberColumn, type Column } from '../display/table.js';
import { cutText, formatMoment } from '../display/text.js';
import { rowsOption, timeZoneOption, type RowsOptions, type TimeZoneOptions } from './display-options.js';
import { NO_RESOURCES, readFleet, type ResourceFacts } from './resource-facts.js';

/** The options of {@link showDrift}. */
export interface ShowDriftOptions extends RowsOptions, TimeZoneOptions {}

const schema = { limit: rowsOption(50), timeZone: timeZoneOption };

/** One kind of difference in all records that have it. Its path leaves out positions in lists: `throughput_vector[].y`. */
export interface DriftGroup extends Drift {
  readonly resource: ResourceKind;
  readonly ids: readonly string[];
}

const EXPLANATIONS: Readonly<Record<DriftKind, string>> = {
  missing: 'is absent',
  'wrong-type': 'has another type',
  'unknown-value': 'has a value that is not documented',
  'rounded-integer': 'is rounded to a JavaScript number',
  'negative-limit': 'is negative, which has no documented meaning',
};

const MAX_IDS = 3;

/**
 * Shows where the records of a fleet differ from api.md: each difference with the number of records that have it. Values
 * are never shown.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid argument
 * @example
 * ```ts
 * showDrift(fleet);
 * ```
 */
export function showDrift(fleet: Fleet, options: ShowDriftOptions = {}): Display {
  const { limit, timeZone: zone } = checkOptions('configure', schema, options);
  const { resources, now } = readFleet(fleet, 'showDrift');
  const driftOfEntry = ({ record }: ResourceFacts['entry']): readonly Drift[] => (record ? driftOf(record) : []);
  const groups = groupDrift(resources.map(({ entry, ...of }) => ({ ...of, drift: driftOfEntry(entry) })));
  const withRecord = resources.filter(({ entry }) => entry.record !== undefined).length;
  return createTableDisplay({
    title: 'Drift',
    lead: groups.length === 0 ? '' : `${countOf(groups.length, 'difference')} from api.md`,
    columns: COLUMNS,
    rows: groups,
    limit,
    empty: resources.length === 0 ? NO_RESOURCES : `No drift in ${countOf(withRecord, 'record')}.`,
    notes: resources.length === 0 ? [] : [`At ${formatMoment(now, zone)}.`],
  });
}

const COLUMNS: readonly Column<DriftGroup>[] = [
  { title: 'Resource', cell: ({ resource }) => resource, name: 'resource' },
  { title: 'Field', cell: ({ path }) => path, name: 'path' },
  { title: 'Difference', cell: ({ kind }) => EXPLANATIONS[kind], name: 'kind', data: ({ kind }) => kind },
  { title: 'Expected', cell: ({ expected }) => expected, name: 'expected' },
  numberColumn('Records', 'records', ({ ids }) => ids.length),
  { title: 'Ids', cell: ({ ids }) => describeIds(ids) },
];

/** Groups the same differences of all records, the most frequent first. */
export function groupDrift(
  records: readonly { readonly resource: ResourceKind; readonly id: string; readonly drift: readonly Drift[] }[],
): readonly DriftGroup[] {
  const groups = new Map<string, DriftGroup & { readonly ids: string[] }>();
  for (const { resource, id, drift } of records)
    for (const { path, kind, expected } of reportableDrift(drift)) {
      const place = path.replaceAll(/\[\d+\]/g, '[]');
      const key = JSON.stringify([resource, place, kind, expected]);
      const group = groups.get(key) ?? { resource, path: place, kind, expected, ids: [] };
      if (group.ids.at(-1) !== id) group.ids.push(id);
      groups.set(key, group);
    }
  return [...groups.values()].sort((a, b) => b.ids.length - a.ids.length);
}

function describeIds(ids: readonly string[]): string {
  const named = ids
    .slice(0, MAX_IDS)
    .map((id) => cutText(id, 20))
    .join(', ');
  return ids.length > MAX_IDS ? `${named} and ${formatCount(ids.length - MAX_IDS)} more` : named;
}
