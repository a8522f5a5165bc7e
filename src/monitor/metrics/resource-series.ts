import { limitNamed } from '../../core/limits/catalogue.js';
import { atRest, readState } from '../../core/records/database-state.js';
import type { Database } from '../../core/records/database.js';
import type { LimitField } from '../../core/records/limit-fields.js';
import type { IndexRecord } from '../../core/records/vector-index.js';
import type { ResourceKind } from '../../core/shared/resource-kind.js';
import { type TargetKind, SEVERITIES } from '../rules/rule.js';
import { platformOf } from '../../format/regions.js';
import type { LimitValues, ResourceLimits } from './resource-limits.js';
import type { ResourceFamily, ResourceSeries, ScrapedAlerts, ScrapedResource } from './scrape.js';
import { escapeValue, headerOf, labelOf, labelsOf, numberOf, type LabelText } from './text-format.js';

export interface ResourceSeriesOptions {
  /** The most series of a resource. */
  readonly most: number;
  readonly limits: ResourceLimits;
  readonly labels: Readonly<Record<string, string>>;
}

/** The series that come before all others of a resource. */
const BASE: Readonly<Record<ResourceKind, number>> = { database: 4, index: 2 };

export function createResourceSeries({ most, limits, labels }: ResourceSeriesOptions): ResourceSeries {
  const common = labelsOf(labels);
  // The id is not cut: two cut ids could be the same.
  const targetOf = (resource: TargetKind, id: string): string =>
    `{resource="${resource}",id="${escapeValue(id)}"${common}`;
  return {
    limits,
    targetOf,
    places: (resource, firing) => Math.max(0, most - BASE[resource] - firing.length),
    families: [alertFamily(most), ...factFamilies(most), ...limitFamilies],
  };
}

function addLine(parts: string[], name: string, target: string, label: LabelText, value: number): void {
  parts.push(name, target, label, '} ', numberOf(value), '\n');
}

function family(
  name: string,
  help: string,
  read: (scraped: ScrapedResource, add: (label: LabelText, value: number) => void) => void,
): ResourceFamily {
  return {
    header: headerOf(name, help),
    addLines: (parts, scraped) => read(scraped, (label, value) => addLine(parts, name, scraped.target, label, value)),
  };
}

/** @param most the most series of a resource: the last of these metrics are left out first */
function factFamilies(most: number): ResourceFamily[] {
  return [
    family('fleetglass_resource_info', 'Facts of a known database or index; the value is 1.', (scraped, add) => {
      if (most >= 1) add(factsOf(scraped), 1);
    }),
    family('fleetglass_resource_state', 'The state of a database as a label; the value is 1.', (scraped, add) => {
      const record = most >= 2 ? databaseOf(scraped) : undefined;
      const state = record && readState(record, 'state');
      if (state !== undefined) add(labelOf('state', state), 1);
    }),
    family(
      'fleetglass_resource_modifying',
      'Whether a modification of a database is in progress (1) or not (0).',
      (scraped, add) => {
        const record = most >= 3 ? databaseOf(scraped) : undefined;
        if (record !== undefined) add('', atRest(record) ? 0 : 1);
      },
    ),
    family(
      'fleetglass_resource_confirmed_timestamp_seconds',
      'When an answer of the service last confirmed the record, Unix time.',
      ({ resource, entry: { confirmedAt } }, add) => {
        if (confirmedAt !== undefined && most >= BASE[resource]) add('', confirmedAt / 1000);
      },
    ),
  ];
}

function limitFamily(kind: keyof LimitValues, name: string, help: string): ResourceFamily {
  return family(name, help, ({ values }, add) => {
    for (const { field, value } of values[kind])
      if (kind === 'ratios') add(FIELD_LABELS[field].field, value);
      else add(FIELD_LABELS[field].fieldAndUnit, value / FIELD_LABELS[field].divisor);
  });
}

const limitFamilies = [
  limitFamily('ratios', 'fleetglass_limit_usage_ratio', 'Use of a limit divided by the limit.'),
  limitFamily('used', 'fleetglass_limit_used', 'Use of a limit, in the unit of the label.'),
  limitFamily('limits', 'fleetglass_limit', 'A limit, in the unit of the label.'),
];

function databaseOf({ resource, record }: ScrapedResource): Database | undefined {
  return resource === 'database' ? (record as Database | undefined) : undefined;
}

function factsOf({ resource, entry }: ScrapedResource): LabelText {
  const { record = {} } = entry;
  const { database_name, primary_region, type } = record as Partial<Database>;
  const { name, region } = record as Partial<IndexRecord>;
  const place = resource === 'database' ? primary_region : region;
  return (
    labelOf('name', resource === 'database' ? database_name : name) +
    labelOf('region', place) +
    labelOf('platform', place && platformOf(place)) +
    labelOf('plan', type)
  );
}

interface FieldLabels {
  readonly field: LabelText;
  readonly fieldAndUnit: LabelText;
  readonly divisor: number;
}

const FIELD_LABELS = Object.fromEntries(
  Object.entries(limitNamed).map(([name, { unit }]): [string, FieldLabels] => {
    // Prometheus expects seconds.
    const isTime = unit === 'nanoseconds';
    const field = labelOf('field', name);
    const fieldAndUnit = field + labelOf('unit', isTime ? 'seconds' : unit);
    return [name, { field, fieldAndUnit, divisor: isTime ? 1e9 : 1 }];
  }),
) as Readonly<Record<LimitField, FieldLabels>>;

const ALERT = 'fleetglass_alert_active';

/**
 * Makes the metric of firing alerts. Of one resource it has the most severe ones, as many as the series of a resource that
 * come first leave room for.
 */
function alertFamily(most: number): ResourceFamily {
  const addLines = (parts: string[], { resource, target, firing }: ScrapedAlerts): void => {
    if (firing.length === 0) return;
    const bySeverity = SEVERITIES.flatMap((severity) => firing.filter((alert) => alert.severity === severity));
    const places = resource === 'fleet' ? Infinity : Math.max(0, most - BASE[resource]);
    for (const { rule, severity, name, field } of bySeverity.slice(0, places))
      addLine(parts, ALERT, target, labelsOf({ rule, severity, name, field }), 1);
  };
  return { header: headerOf(ALERT, 'A firing alert; the value is 1.'), addLines, addAlertLines: addLines };
}
