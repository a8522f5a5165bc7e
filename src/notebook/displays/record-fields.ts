import type { Database, IndexRecord } from '../../index.js';
import { isCredentialField } from '../../core/records/credential-fields.js';
import { splitCredentials } from '../../core/records/split-credentials.js';
import { throughputOf } from '../../core/limits/throughput.js';
import { databaseGroups } from '../../format/database-groups.js';
import { exactRecord, type ShownRecord } from '../../format/exact-record.js';
import type { FieldGroup } from '../../format/field-group.js';
import { formatValue, type Meaning } from '../../format/format-value.js';
import { indexGroups } from '../../format/index-groups.js';
import { countOf } from '../../format/quantities.js';
import { nameOfRecord } from '../../format/record-name.js';
import { formatMoment, type Zone } from '../display/text.js';

export interface RecordValue {
  readonly group: string;
  /** Its place in the record, such as `securityAddons.vpcPeering`. */
  readonly path: string;
  readonly name: string;
  /** The value with exact integers. `undefined` for a field that is absent or secret. */
  readonly value: unknown;
  readonly meaning: Meaning | 'secret' | undefined;
}

/** Fields that are shown elsewhere: the name is the title. */
const ELSEWHERE: readonly string[] = ['database_name', 'name', 'throughput_vector'];

/** The group of the fields that api.md does not list. */
export const OTHERS = 'Not documented';

/** The documented fields in their order, then the others. Credentials are masked, also in a record of the client. */
export function recordValues(given: Database | IndexRecord): readonly RecordValue[] {
  const record = exactRecord(splitCredentials(given).record);
  const isDatabase = 'database_id' in given;
  const groups = isDatabase ? databaseGroups : indexGroups;
  const documented = groups.flatMap((group) => fieldsOfGroup(group, given, record));
  const series = isDatabase ? [] : [throughputField(given)];
  const known = new Set([...ELSEWHERE, ...groups.flatMap(({ fields, within }) => within ?? Object.keys(fields))]);
  const others = Object.keys(given)
    .filter((field) => !known.has(field))
    .map((field) => fieldOf(given, record, { group: OTHERS, path: field, name: field }));
  return [...documented, ...series, ...others];
}

/** The name in a record that a user passes, with its credentials masked; `undefined` where it has none. */
export function maskedNameOf(record: Database | IndexRecord | undefined): string | undefined {
  return nameOfRecord(record && splitCredentials(record).record);
}

/** Formats a value. Call it only for values that are shown: formatting takes much longer than `recordValues`. */
export function describeValue({ value, meaning }: RecordValue, zone: Zone): string {
  if (meaning === 'secret') return 'hidden';
  const isTime = meaning === 'time' || (meaning === 'time or never' && value !== 0);
  return isTime && typeof value === 'number' ? formatMoment(value * 1000, zone) : formatValue(value, meaning);
}

function fieldsOfGroup({ title, within, fields }: FieldGroup, given: object, record: ShownRecord): RecordValue[] {
  const [source, shown] =
    within === undefined ? [given, record] : [membersOf(given, within), membersOf(record, within)];
  return Object.entries(fields)
    .filter(([field]) => field in source || !isCredentialField(field))
    .map(([field, { name, meaning }]) => ({
      ...fieldOf(source, shown, { group: title, path: field, name }, meaning),
      path: within === undefined ? field : `${within}.${field}`,
    }));
}

function fieldOf(
  given: object,
  record: ShownRecord,
  words: Pick<RecordValue, 'group' | 'path' | 'name'>,
  meaning?: Meaning,
): RecordValue {
  const { path } = words;
  if (isCredentialField(path) && path in given) return { ...words, value: undefined, meaning: 'secret' };
  const value = Object.hasOwn(record, path) ? record[path] : undefined;
  return { ...words, value, meaning };
}

function membersOf(record: object, member: string): ShownRecord {
  const members = (record as ShownRecord)[member];
  return typeof members === 'object' && members !== null ? (members as ShownRecord) : {};
}

function throughputField(index: IndexRecord): RecordValue {
  const { points, latest, peak } = throughputOf(index);
  const text =
    latest === undefined ? 'no points' : `${countOf(points.length, 'point')}, latest ${latest}, peak ${peak}`;
  return { group: 'Vectors', path: 'throughput_vector', name: 'Throughput', value: text, meaning: 'text' };
}
