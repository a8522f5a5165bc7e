import { limitNamed } from '../../core/limits/catalogue.js';
import type { Measure } from '../../core/limits/measure-limit.js';
import { atRest, readState } from '../../core/records/database-state.js';
import type { Database } from '../../core/records/database.js';
import type { LimitField } from '../../core/records/limit-fields.js';
import type { IndexRecord } from '../../core/records/vector-index.js';
import type { Entry } from '../../core/store/entry.js';
import { platformOf } from '../../format/regions.js';
import type { Alert } from '../alerts/alert.js';
import { type TargetKind, SEVERITIES } from '../rules/rule.js';
import { labelOf, labelsOf, type LabelText } from './text-format.js';

/** The facts that a scrape reads of a database, an index or the fleet. The id of the fleet is empty. */
export interface ScrapedResource {
  readonly resource: TargetKind;
  readonly id: string;
  /** Absent for the fleet, and for an id that the fleet does not know: they have only the series of alerts. */
  readonly entry?: Entry<Database | IndexRecord>;
  /** Absent for a missing resource: its last record would look current. */
  readonly record?: Database | IndexRecord | undefined;
  readonly limits: readonly { readonly field: LimitField; readonly measure: Measure }[];
  readonly firing: readonly Alert[];
}

/** A metric of databases and indices. */
export interface ResourceFamily {
  readonly name: string;
  readonly help: string;
  /** Adds the series of one resource, the most important first. */
  readonly read: (scraped: ScrapedResource, add: (label: LabelText, value: number) => void) => void;
}

/** A resource gets its series in this order, at most `seriesPerResource`. */
export const resourceFamilies: readonly ResourceFamily[] = [
  {
    name: 'fleetglass_resource_info',
    help: 'Facts of a known database or index; the value is 1.',
    read({ resource, entry }, add) {
      if (entry !== undefined) add(factsOf(resource, entry.record), 1);
    },
  },
  {
    name: 'fleetglass_resource_state',
    help: 'The state of a database as a label; the value is 1.',
    read(scraped, add) {
      const database = databaseOf(scraped);
      const state = database && readState(database, 'state');
      if (state !== undefined) add(labelOf('state', state), 1);
    },
  },
  {
    name: 'fleetglass_resource_modifying',
    help: 'Whether a modification of a database is in progress (1) or not (0).',
    read(scraped, add) {
      const database = databaseOf(scraped);
      if (database !== undefined) add('', atRest(database) ? 0 : 1);
    },
  },
  {
    name: 'fleetglass_resource_confirmed_timestamp_seconds',
    help: 'When an answer of the service last confirmed the record, Unix time.',
    read({ entry }, add) {
      if (entry?.confirmedAt !== undefined) add('', entry.confirmedAt / 1000);
    },
  },
  {
    name: 'fleetglass_alert_active',
    help: 'A firing alert; the value is 1.',
    read({ firing }, add) {
      const rankOf = ({ severity }: Alert): number => SEVERITIES.indexOf(severity);
      for (const { rule, severity, name, field } of firing.toSorted((one, other) => rankOf(one) - rankOf(other)))
        add(labelsOf({ rule, severity, name, field }), 1);
    },
  },
  limitFamily('ratio', 'fleetglass_limit_usage_ratio', 'Use of a limit divided by the limit.'),
  limitFamily('used', 'fleetglass_limit_used', 'Use of a limit, in the unit of the label.'),
  limitFamily('limit', 'fleetglass_limit', 'A limit, in the unit of the label.'),
];

function limitFamily(member: 'ratio' | 'used' | 'limit', name: string, help: string): ResourceFamily {
  return {
    name,
    help,
    read({ limits }, add) {
      for (const { field, measure } of limits) {
        const value = measure[member];
        if (typeof value !== 'number') continue;
        const labels = FIELD_LABELS[field];
        if (member === 'ratio') add(labels.field, value);
        else add(labels.fieldAndUnit, value / labels.divisor);
      }
    },
  };
}

function databaseOf({ resource, record }: ScrapedResource): Database | undefined {
  return resource === 'database' ? (record as Database | undefined) : undefined;
}

function factsOf(resource: TargetKind, record: object = {}): LabelText {
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

function fieldLabelsOf(name: string, unit: string) {
  // Prometheus expects seconds.
  const isTime = unit === 'nanoseconds';
  const field = labelOf('field', name);
  return { field, fieldAndUnit: field + labelOf('unit', isTime ? 'seconds' : unit), divisor: isTime ? 1e9 : 1 };
}

const FIELD_LABELS = Object.fromEntries(
  Object.entries(limitNamed).map(([name, { unit }]) => [name, fieldLabelsOf(name, unit)]),
) as Readonly<Record<LimitField, ReturnType<typeof fieldLabelsOf>>>;
