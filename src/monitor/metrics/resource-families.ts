import type { Database } from '../../core/records/database.js';
import { atRest, readState } from '../../core/records/database-state.js';
import type { IndexRecord } from '../../core/records/vector-index.js';
import { limitNamed } from '../../core/limits/catalogue.js';
import type { LimitField } from '../../core/records/limit-fields.js';
import type { UsageSample } from '../../core/limits/usage-sample.js';
import type { ResourceKind } from '../../core/shared/resource-kind.js';
import type { Entry } from '../../core/store/entry.js';
import { platformOf } from '../../format/regions.js';
import type { SelectedLimits, SelectLimits } from './select-limits.js';
import { escapeValue, formatLabel, formatValue, joinLabels, type LabelText } from './text-format.js';

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
  /** Adds the parts of the lines of one resource. The parts of many lines are joined at once: that is the fastest. */
  readonly addLines: (parts: string[], scraped: ScrapedResource) => void;
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
  // Follows the id: the end of its label, and the labels of the user.
  const end = joinLabels('"', labels);

  /** Adds the parts of a line. */
  function addLine(
    parts: string[],
    start: LineStart,
    { resource, entry }: ScrapedResource,
    label: LabelText,
    value: number,
  ): void {
    // The id is not cut: two cut ids could be the same.
    parts.push(
      start[resource],
      escapeValue(entry.id),
      end,
      label === '' ? '' : ',',
      label,
      '} ',
      formatValue(value),
      '\n',
    );
  }

  /** Makes a family with at most one series a resource. */
  function single(
    position: keyof (typeof POSITIONS)['database'],
    name: string,
    help: string,
    read: (scraped: ScrapedResource) => { readonly value: number; readonly label?: LabelText } | undefined,
  ): ResourceFamily {
    const start = startOfLines(name);
    return {
      name,
      help,
      addLines(parts, scraped) {
        if (POSITIONS[scraped.resource][position] > series) return;
        const found = read(scraped);
        if (found !== undefined) addLine(parts, start, scraped, found.label ?? '', found.value);
      },
    };
  }

  /** Makes a family with a series for each selected limit. */
  function perLimit(kind: keyof SelectedLimits, name: string, help: string, hasUnit: boolean): ResourceFamily {
    const start = startOfLines(name);
    const fieldLabels = hasUnit ? FIELD_AND_UNIT : FIELD;
    return {
      name,
      help,
      addLines(parts, scraped) {
        const record = recordOf(scraped);
        const places = series - BASE[scraped.resource];
        if (record === undefined || places <= 0) return;
        // The other values need a use, and most resources of a large fleet have none.
        if (scraped.usage === undefined && kind !== 'limits') return;
        for (const { field, value } of selectLimits(scraped.resource, record, scraped.usage, places)[kind])
          addLine(parts, start, scraped, fieldLabels[field], hasUnit ? value / divisorOf(field) : value);
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

/** The start of the lines of a metric up to the id, for each kind of resource. */
type LineStart = Readonly<Record<ResourceKind, string>>;

function startOfLines(name: string): LineStart {
  return { database: `${name}{resource="database",id="`, index: `${name}{resource="index",id="` };
}

const FIELD = labelsOfFields((field) => `field="${field}"`);
const FIELD_AND_UNIT = labelsOfFields((field) => `field="${field}",unit="${unitOf(field)}"`);

function labelsOfFields(labelOf: (field: LimitField) => LabelText): Readonly<Record<LimitField, LabelText>> {
  const fields = Object.keys(limitNamed) as LimitField[];
  return Object.fromEntries(fields.map((field) => [field, labelOf(field)])) as Record<LimitField, LabelText>;
}

/** Prometheus expects seconds. */
function unitOf(field: LimitField): string {
  const { unit } = limitNamed[field];
  return unit === 'nanoseconds' ? 'seconds' : unit;
}

function divisorOf(field: LimitField): number {
  return limitNamed[field].unit === 'nanoseconds' ? 1e9 : 1;
}
