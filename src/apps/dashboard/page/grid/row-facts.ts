import { assessResource, attentionKey } from '../../../../format/attention.js';
import { isSimulated } from '../../../../format/describe-use.js';
import type { Health } from '../../../../format/health.js';
import type { Database, Entry, FleetError, ResourceKind, UsageReading, UsageSample } from '../../../../index.js';
import { placeOf, planNameOf, textOf } from '../shell/names.js';

/** The values by which a list searches, filters and sorts a row. The row reads the values that it shows itself. */
export interface RowFacts {
  readonly id: string;
  readonly text: string;
  /** The value for each filter. Empty if the row has none. */
  readonly filters: Readonly<Record<string, string>>;
  readonly keys: Readonly<Record<string, string | number | undefined>>;
  readonly health: Health;
  readonly usage: 'none' | 'simulated' | 'reported';
  /** The facts without the failure of the last request. Absent if that request did not fail. */
  readonly lastKnown?: RowFacts;
}

/** The parts of an entry that determine its facts. */
export interface KnownEntry extends Pick<Entry<object>, 'id' | 'record' | 'status'> {
  readonly error?: FleetError | undefined;
}

/**
 * Sorts the column `updated`, with the least certain records first. If the time of the update sorted it, a row would
 * move with each poll, and visible rows are polled most.
 */
const CERTAINTY = { missing: 0, unknown: 1, loading: 1, stale: 2, fresh: 3 } as const;

/**
 * Describes a row of either list. In its record, any field except the id may be absent or of another type.
 *
 * @param usage the latest readings. Those without a history give no forecast
 * @param now Unix milliseconds
 */
export function describeRow(
  resource: ResourceKind,
  row: KnownEntry,
  usage: UsageSample | undefined,
  now: number,
): RowFacts {
  const { id, record, status, error } = row;
  const fields = (record ?? {}) as Readonly<Record<string, unknown>>;
  const name = textOf(fields['database_name'] ?? fields['name']);
  const region = textOf(fields[resource === 'database' ? 'primary_region' : 'region']);
  const [plan, state, change] = [textOf(fields['type']), textOf(fields['state']), textOf(fields['modifying_state'])];
  const [kind, similarity] = [textOf(fields['index_type']), textOf(fields['similarity_function'])];
  const dimensions = fields['dimension_count'];
  const { worst, health } = assessResource({ record: record as Database | undefined, status, error }, usage, now);
  const words = [name, id, region, placeOf(region), plan, planNameOf(plan), state, change, kind, similarity];
  return {
    id,
    text: words.join(' ').toLowerCase(),
    filters: { health: health.kind, plan, region, ...(resource === 'database' ? { state } : { kind }) },
    keys: {
      name: name.trim() ? name : undefined,
      plan: plan || undefined,
      region: region || undefined,
      usage: worst?.ratio,
      attention: attentionKey(health, worst?.ratio),
      state: change || state || undefined,
      updated: CERTAINTY[status],
      kind: kind || undefined,
      dimensions: typeof dimensions === 'number' ? dimensions : undefined,
      vectors: usage?.max_vector_count?.used,
    },
    health,
    usage: knowledgeOf(usage),
    ...(error !== undefined && { lastKnown: describeRow(resource, { ...row, error: undefined }, usage, now) }),
  };
}

export function nameOrId({ id, keys }: RowFacts): string {
  return String(keys['name'] ?? textOf(id));
}

function knowledgeOf(usage: UsageSample = {}): RowFacts['usage'] {
  const readings: readonly UsageReading[] = Object.values(usage);
  if (readings.length === 0) return 'none';
  return readings.some(isSimulated) ? 'simulated' : 'reported';
}
