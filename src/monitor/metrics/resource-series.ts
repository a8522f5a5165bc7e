import { limitNamed } from '../../core/limits/catalogue.js';
import { atRest, readState } from '../../core/records/database-state.js';
import type { Database } from '../../core/records/database.js';
import type { LimitField } from '../../core/records/limit-fields.js';
import type { IndexRecord } from '../../core/records/vector-index.js';
import type { ResourceKind } from '../../core/shared/resource-kind.js';
import { type TargetKind, SEVERITIES } from '../rules/rule.js';
import { platformOf } from '../../format/regions.js';
import type { LimitValues, ResourceLimits } from './resource-limits.js';
import type { ResourceFamily, ScrapedResource } from './scrape.js';
import type { Alert } from '../alerts/alert.js';

/*
 * The series of each database and index, as text. prom-client writes such text too, and could be given one slice of the
 * resources after the other, but takes 5 us for a series where this takes 1 us: for 100,000 databases that are scraped
 * every 15 s, a quarter of a core.
 */

/** Labels in the text format of Prometheus: `name="value",...`. */
export type LabelText = string;

/** The longest value of a label. Values come from the service, which may send texts of any length. */
const MAX_VALUE = 128;

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

export interface ResourceFamiliesOptions {
  readonly series: number;
  readonly limits: ResourceLimits;
  readonly labels: Readonly<Record<string, string>>;
}

/** The series that come before all others of a resource. */
const BASE: Readonly<Record<ResourceKind, number>> = { database: 4, index: 2 };

type AddLine = (label: LabelText, value: number) => void;

const headerOf = (name: string, help: string): string => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n`;

function lineWriter(name: string, { labels }: ResourceFamiliesOptions) {
  const common = joinLabels(Object.entries(labels).map(([label, value]) => labelOf(label, value)));
  const afterId = common === '' ? '"' : `",${common}`;
  return (parts: string[], resource: TargetKind, id: string, label: LabelText, value: number): void => {
    const number = value === Infinity ? '+Inf' : String(value);
    // The id is not cut: two cut ids could be the same.
    parts.push(name, '{resource="', resource, '",id="', escapeValue(id), afterId);
    parts.push(label === '' ? '' : ',', label, '} ', number, '\n');
  };
}

function family(
  name: string,
  help: string,
  options: ResourceFamiliesOptions,
  read: (scraped: ScrapedResource, add: AddLine) => void,
): ResourceFamily {
  const addLine = lineWriter(name, options);
  return {
    header: headerOf(name, help),
    addLines(parts, scraped) {
      const { resource, entry } = scraped;
      read(scraped, (label, value) => addLine(parts, resource, entry.id, label, value));
    },
  };
}

function perLimit(
  kind: keyof LimitValues,
  name: string,
  help: string,
  options: ResourceFamiliesOptions,
): ResourceFamily {
  return family(name, help, options, (scraped, add) => {
    const { resource, usage, firing } = scraped;
    const record = recordOf(scraped);
    // Firing alerts come first.
    const places = options.series - BASE[resource] - firing.length;
    // Ratios and uses need a reading, and most resources of a large fleet have none.
    if (record === undefined || places <= 0 || (usage === undefined && kind !== 'limits')) return;
    for (const { field, value } of options.limits.select(resource, record, usage, places)[kind])
      if (kind === 'ratios') add(FIELD_LABELS[field].field, value);
      else add(FIELD_LABELS[field].fieldAndUnit, value / FIELD_LABELS[field].divisor);
  });
}

/** Makes the metrics that have series for each resource, in the order in which the text contains them. */
export function createResourceFamilies(options: ResourceFamiliesOptions): ResourceFamily[] {
  const { series } = options;
  // The first families are exported if there is room for few.
  return [
    family(
      'fleetglass_resource_info',
      'Facts of a known database or index; the value is 1.',
      options,
      (scraped, add) => {
        if (series >= 1) add(factsOf(scraped), 1);
      },
    ),
    family(
      'fleetglass_resource_state',
      'The state of a database as a label; the value is 1.',
      options,
      (scraped, add) => {
        const record = series >= 2 ? databaseOf(scraped) : undefined;
        const state = record && readState(record, 'state');
        if (state !== undefined) add(labelOf('state', state), 1);
      },
    ),
    family(
      'fleetglass_resource_modifying',
      'Whether a modification of a database is in progress (1) or not (0).',
      options,
      (scraped, add) => {
        const record = series >= 3 ? databaseOf(scraped) : undefined;
        if (record !== undefined) add('', atRest(record) ? 0 : 1);
      },
    ),
    family(
      'fleetglass_resource_confirmed_timestamp_seconds',
      'When an answer of the service last confirmed the record, Unix time.',
      options,
      ({ resource, entry: { confirmedAt } }, add) => {
        if (confirmedAt !== undefined && series >= BASE[resource]) add('', confirmedAt / 1000);
      },
    ),
    perLimit('ratios', 'fleetglass_limit_usage_ratio', 'Use of a limit divided by the limit.', options),
    perLimit('used', 'fleetglass_limit_used', 'Use of a limit, in the unit of the label.', options),
    perLimit('limits', 'fleetglass_limit', 'A limit, in the unit of the label.', options),
  ];
}

/** A missing resource has no current record: its last one would look current. */
function recordOf({ entry }: ScrapedResource): Database | IndexRecord | undefined {
  return entry.status === 'missing' ? undefined : entry.record;
}

function databaseOf(scraped: ScrapedResource): Database | undefined {
  return scraped.resource === 'database' ? (recordOf(scraped) as Database | undefined) : undefined;
}

function factsOf({ resource, entry }: ScrapedResource): LabelText {
  const { record = {} } = entry;
  const { database_name, primary_region, type } = record as Partial<Database>;
  const { name, region } = record as Partial<IndexRecord>;
  const place = resource === 'database' ? primary_region : region;
  return joinLabels([
    labelOf('name', resource === 'database' ? database_name : name),
    labelOf('region', place),
    labelOf('platform', place && platformOf(place)),
    labelOf('plan', type),
  ]);
}

interface FieldLabels {
  readonly field: LabelText;
  readonly fieldAndUnit: LabelText;
  readonly divisor: number;
}

const FIELD_LABELS = Object.fromEntries(
  Object.entries(limitNamed).map(([field, { unit }]): [string, FieldLabels] => {
    // Prometheus expects seconds.
    const isTime = unit === 'nanoseconds';
    const label = labelOf('field', field);
    const fieldAndUnit = joinLabels([label, labelOf('unit', isTime ? 'seconds' : unit)]);
    return [field, { field: label, fieldAndUnit, divisor: isTime ? 1e9 : 1 }];
  }),
) as Readonly<Record<LimitField, FieldLabels>>;

/** An empty text for a value that is not a text, because an empty label is no label. */
function labelOf(name: string, value: unknown): LabelText {
  if (typeof value !== 'string' || value === '') return '';
  return `${name}="${escapeValue(value.slice(0, MAX_VALUE).replace(UNPRINTABLE, '\ufffd'))}"`;
}

function joinLabels(labels: readonly LabelText[]): LabelText {
  return labels.filter((label) => label !== '').join(',');
}

function escapeValue(value: string): string {
  if (!/[\\"\n]/.test(value)) return value;
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

const NAME = 'fleetglass_alert_active';

/**
 * Makes the metric of firing alerts. Of one resource it has the most severe ones, as many as the series of a resource that
 * come first leave room for.
 */
export function createAlertFamily(options: ResourceFamiliesOptions): ResourceFamily {
  const addLine = lineWriter(NAME, options);
  const addAlerts = (parts: string[], alerts: readonly Alert[]): void => {
    for (const { resource, id, rule, severity, name, field } of alerts) {
      const labels = Object.entries({ rule, severity, name, field }).map(([label, value]) => labelOf(label, value));
      addLine(parts, resource, id, joinLabels(labels), 1);
    }
  };
  return {
    header: headerOf(NAME, 'A firing alert; the value is 1.'),
    addFleetLines: addAlerts,
    addLines(parts, { resource, firing }) {
      if (firing.length === 0) return;
      const bySeverity = SEVERITIES.flatMap((severity) => firing.filter((alert) => alert.severity === severity));
      addAlerts(parts, bySeverity.slice(0, Math.max(0, options.series - BASE[resource])));
    },
  };
}
