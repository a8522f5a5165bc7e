import type { Database, IndexRecord, ResourceKind } from '../../index.js';
import { isCredentialField } from '../../core/records/credential-fields.js';
import { splitCredentials } from '../../core/records/split-credentials.js';
import { kindOfRecord } from '../../core/shared/resource-kind.js';
import { throughputOf } from '../../core/limits/throughput.js';
import { databaseGroups } from '../../format/database-groups.js';
import { describeThroughput } from '../../format/describe-throughput.js';
import { exactRecord } from '../../format/exact-record.js';
import { groupFields, type GroupedField } from '../../format/field-group.js';
import { formatValue, type Meaning } from '../../format/format-value.js';
import { indexGroups } from '../../format/index-groups.js';
import { countOf } from '../../format/quantities.js';
import { nameOfRecord } from '../../format/record-name.js';
import { formatMoment } from '../display/text.js';

/** A field of a record, with exact integers. A credential has the value `hidden`. */
export interface RecordValue extends GroupedField {
  readonly group: string;
}

/** The documented fields in their order, then the others. Credentials are masked, also in a record of the client. */
export function recordValues(given: Database | IndexRecord): readonly RecordValue[] {
  const split = exactRecord(splitCredentials(given).record);
  const shownOf = (field: string): unknown => (isCredentialField(field) ? 'hidden' : split[field]);
  const fields = Object.fromEntries(Object.keys(given).map((field) => [field, shownOf(field)]));
  const isDatabase = kindOfRecord(given) === 'database';
  // The name is the title, and the throughput is described in words.
  const elsewhere = isDatabase ? ['database_name'] : ['name', 'throughput_vector'];
  const groups = groupFields(fields, isDatabase ? databaseGroups : indexGroups, 'Not documented', elsewhere);
  return groups.flatMap(({ title: group, fields: known }) => {
    const shown = known.filter(({ path, value }) => value !== undefined || !isCredentialField(path));
    const own = group === 'Vectors' ? [throughputField(given as IndexRecord)] : [];
    return [...shown, ...own].map((field) => ({ ...field, group }));
  });
}

/** The meaning of a field of a record; `undefined` for a field that is not documented. */
export function meaningOf(resource: ResourceKind, field: string): Meaning | undefined {
  const groups = resource === 'database' ? databaseGroups : indexGroups;
  const group = groups.find(({ within, fields }) => within === undefined && Object.hasOwn(fields, field));
  return group?.fields[field]?.meaning;
}

/** The name in a record that a user passes, with its credentials masked; `undefined` where it has none. */
export function maskedNameOf(record: Database | IndexRecord | undefined): string | undefined {
  return nameOfRecord(record && splitCredentials(record).record);
}

/** Formats a value. Call it only for values that are shown: formatting takes much longer than `recordValues`. */
export function describeValue(value: unknown, meaning: Meaning | undefined, zone: string): string {
  const isTime = meaning === 'time' || (meaning === 'time or never' && value !== 0);
  return isTime && typeof value === 'number' ? formatMoment(value * 1000, zone) : formatValue(value, meaning);
}

function throughputField(index: IndexRecord): GroupedField {
  const { points, latest, peak } = throughputOf(index);
  const values = `latest ${describeThroughput(latest)}, peak ${describeThroughput(peak)}`;
  const text = latest === undefined ? 'no points' : `${countOf(points.length, 'point')}, ${values}`;
  return { path: 'throughput_vector', name: 'Throughput', value: text, meaning: 'text' };
}
