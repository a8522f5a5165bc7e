import type { Database } from '../../core/api/database.js';
import { atRest, readState } from '../../core/api/database-state.js';
import type { IndexRecord } from '../../core/api/vector-index.js';
import { limitNamed } from '../../core/limits/catalogue.js';
import type { UsageSample } from '../../core/limits/usage-sample.js';
import type { ResourceKind } from '../../core/shared/resource-kind.js';
import type { Entry } from '../../core/state/entry.js';
import { platformOf } from '../../format/regions.js';
import type { SelectedLimits, SelectLimits } from './select-limits.js';
import { formatKey, formatLabel, formatSample, joinLabels, type LabelText } from './text-format.js';

/** A database or index at the moment of a scrape. */
export interface ScrapedResource {
  readonly resource: ResourceKind;
  readonly entry: Entry<Database> | Entry<IndexRecord>;
  readonly usage: UsageSample | undefined;
}

/** A metric with series for each resource. */
export interface ResourceFamily {
  readonly name: string;
  readonly help: string;
  /** Makes the lines of one resource; an empty text if it has no series. */
  readonly format: (scraped: ScrapedResource) => string;
}

export interface ResourceFamiliesOptions {
  /** The most series of one resource. */
  readonly series: number;
  readonly selectLimits: SelectLimits;
  /** Labels that every series gets. */
  readonly labels: LabelText;
}

/** The position of a family among the series of a resource. The first ones are exported if there is room for few. */
const POSITIONS = {
  database: { info: 1, state: 2, modifying: 3, confirmed: 4 },
  index: { info: 1, state: Infinity, modifying: Infinity, confirmed: 2 },
} as const;

/** How many series of a resource are not about its limits. */
const BASE: Readonly<Record<ResourceKind, number>> = { database: 4, index: 2 };

/** Makes the metrics that have series for each resource, in the order in which the text contains them. */
export function createResourceFamilies({ series, selectLimits, labels }: ResourceFamiliesOptions): ResourceFamily[] {
  const keyOf = ({ resource, entry }: ScrapedResource): LabelText =>
    joinLabels(`resource="${resource}"`, formatKey('id', entry.id), labels);

  /** Makes a family with at most one series a resource. */
  function single(
    position: keyof (typeof POSITIONS)['database'],
    name: string,
    help: string,
    read: (scraped: ScrapedResource) => { readonly value: number; readonly label?: LabelText } | undefined,
  ): ResourceFamily {
    return {
      name,
      help,
      format(scraped) {
        if (POSITIONS[scraped.resource][position] > series) return '';
        const found = read(scraped);
        return found === undefined
          ? ''
          : formatSample(name, joinLabels(keyOf(scraped), found.label ?? ''), found.value);
      },
    };
  }

  /** Makes a family with a series for each selected limit. */
  function perLimit(kind: keyof SelectedLimits, name: string, help: string, hasUnit: boolean): ResourceFamily {
    return {
      name,
      help,
      format(scraped) {
        const record = recordOf(scraped);
        const places = series - BASE[scraped.resource];
        if (record === undefined || places <= 0) return '';
        const selected = selectLimits(scraped.resource, record, scraped.usage, places)[kind];
        if (selected.length === 0) return '';
        const key = keyOf(scraped);
        let text = '';
        for (const { field, value } of selected)
          text += hasUnit
            ? formatSample(name, `${key},field="${field}",unit="${unitOf(field)}"`, value / divisorOf(field))
            : formatSample(name, `${key},field="${field}"`, value);
        return text;
      },
    };
  }

  return [
    single('info', 'fleetglass_resource_info', 'Facts of a known database or index; the value is 1.', (scraped) => ({
      value: 1,
      label: factsOf(scraped),
    })),
    single('state', 'fleetglass_resource_state', 'The state of a database as a label; the value is 1.', (scraped) => {
      const state = databaseOf(scraped) && readState(databaseOf(scraped) as Database, 'state');
      return state === undefined ? undefined : { value: 1, label: formatLabel('state', state) };
    }),
    single(
      'modifying',
      'fleetglass_resource_modifying',
      'Whether a modification of a database is in progress (1) or not (0).',
      (scraped) => {
        const record = databaseOf(scraped);
        return record && { value: atRest(record) ? 0 : 1 };
      },
    ),
    single(
      'confirmed',
      'fleetglass_resource_confirmed_timestamp_seconds',
      'When an answer of the service last confirmed the record, Unix time.',
      ({ entry: { confirmedAt } }) => (confirmedAt === undefined ? undefined : { value: confirmedAt / 1000 }),
    ),
    perLimit('ratios', 'fleetglass_limit_usage_ratio', 'Use of a limit divided by the limit.', false),
    perLimit('used', 'fleetglass_limit_used', 'Use of a limit, in the unit of the label.', true),
    perLimit('limits', 'fleetglass_limit', 'A limit, in the unit of the label.', true),
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
  const { record } = entry;
  if (record === undefined) return '';
  const isDatabase = resource === 'database';
  const { database_name, primary_region, type } = record as Partial<Database>;
  const { name, region } = record as Partial<IndexRecord>;
  const place = isDatabase ? primary_region : region;
  return joinLabels(
    formatLabel('name', isDatabase ? database_name : name),
    formatLabel('region', place),
    formatLabel('platform', platformOf(place as string)),
    formatLabel('plan', type),
  );
}

/** Prometheus expects seconds. */
function unitOf(field: keyof typeof limitNamed): string {
  const { unit } = limitNamed[field];
  return unit === 'nanoseconds' ? 'seconds' : unit;
}

function divisorOf(field: keyof typeof limitNamed): number {
  return limitNamed[field].unit === 'nanoseconds' ? 1e9 : 1;
}
