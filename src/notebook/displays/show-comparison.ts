import type { FleetSnapshot, Database, EntrySnapshot, IndexRecord, LimitField, ResourceKind } from '../../index.js';
import { readSnapshot } from '../../core/fleet/read-snapshot.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { countOf, formatCount } from '../../format/quantities.js';
import type { Display } from '../display/display.js';
import { createTableDisplay, textHtml, type TableCell, type Column } from '../display/table.js';
import type { Tone } from '../display/tone.js';
import { rowsOption, timeZoneOption, type RowsOptions, type TimeZoneOptions } from './display-options.js';
import { nameCell } from './show-fleet.js';
import { limitNamed, type LimitUnit } from '../../core/limits/catalogue.js';
import { deepEqual } from '../../core/shared/deep-equal.js';
import { resourceKinds } from '../../core/shared/resource-kind.js';
import { describeAmount } from '../../format/describe-use.js';
import type { GroupedField } from '../../format/field-group.js';
import { formatValue } from '../../format/format-value.js';
import { describeValue, maskedNameOf, recordValues } from './record-fields.js';

/** The options of {@link showComparison}. */
export interface ShowComparisonOptions extends RowsOptions, TimeZoneOptions {}

const schema = { limit: rowsOption(50), timeZone: timeZoneOption };

/**
 * Shows what changed between two snapshots of a fleet: added and removed resources, changed fields and changed use.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid argument
 * @example
 * ```ts
 * const before = dehydrate(fleet);
 * // ... later
 * showComparison(before, dehydrate(fleet));
 * ```
 */
export function showComparison(
  before: FleetSnapshot,
  after: FleetSnapshot,
  options: ShowComparisonOptions = {},
): Display {
  const { limit, timeZone: zone } = checkOptions('configure', schema, options);
  const [from, to] = [readSnapshot(before, 'before'), readSnapshot(after, 'after')];
  // Resources are in the order of the later snapshot.
  const changes = resourceKinds.flatMap((resource) => {
    const [olds, news] = [resourcesOf(from, resource), resourcesOf(to, resource)];
    const all = [...new Set([...news.keys(), ...olds.keys()])];
    return all.flatMap((id) => compare({ resource, id }, zone, olds.get(id), news.get(id)));
  });
  return createTableDisplay({
    title: 'Comparison',
    lead: describeChanges(changes),
    columns: COLUMNS,
    rows: changes,
    limit,
    empty: 'Nothing changed between the two snapshots.',
  });
}

const COLUMNS: readonly Column<Change>[] = [
  { name: 'resource', data: ({ resource }) => resource },
  { name: 'id', data: ({ id }) => id },
  { title: 'Name', cell: nameCell, name: 'name', data: ({ name }) => name },
  { title: 'Change', cell: ({ kind }) => ({ text: kind, tone: KIND_TONES[kind] }), name: 'change' },
  { title: 'Field', cell: ({ title }) => title, name: 'field', data: ({ field }) => field },
  { title: 'Before', align: 'right', cell: (change) => valueCell(change.before), name: 'before' },
  { title: 'After', align: 'right', cell: (change) => valueCell(change.after), name: 'after' },
];

function describeChanges(changes: readonly Change[]): string {
  if (changes.length === 0) return '';
  const resources = new Set(changes.map(({ resource, id }) => `${resource} ${id}`)).size;
  const ofKinds = (['added', 'removed'] as const).flatMap((kind) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return count > 0 ? [`${formatCount(count)} ${kind}`] : [];
  });
  return [`${countOf(changes.length, 'change')} in ${countOf(resources, 'resource')}`, ...ofKinds].join(', ');
}

const KIND_TONES: Readonly<Record<Change['kind'], Tone>> = { added: 'good', removed: 'exceeded', changed: 'busy' };

function valueCell(text: string): TableCell {
  return { text, html: textHtml(text, 80) };
}

interface Change {
  readonly resource: ResourceKind;
  readonly id: string;
  readonly name: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** The path of the changed field, `status` of the entry, or `<limit>_used`. Empty if the resource was added or removed. */
  readonly field: string;
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

interface Resource {
  readonly entry: EntrySnapshot<Database | IndexRecord> | undefined;
  readonly used: ReadonlyMap<LimitField, number>;
}

/** A field of a record, a fact of its entry, or a use, which has a unit. */
interface Value extends GroupedField {
  readonly unit?: LimitUnit;
}

function resourcesOf({ databases, indices, usage }: FleetSnapshot, resource: ResourceKind): Map<string, Resource> {
  const used = new Map<string, Map<LimitField, number>>();
  for (const each of usage)
    if (each.resource === resource) used.set(each.id, (used.get(each.id) ?? new Map()).set(each.field, each.used));
  const entries = new Map((resource === 'database' ? databases : indices).map((entry) => [entry.id, entry]));
  const ids = [...new Set([...entries.keys(), ...used.keys()])];
  return new Map(ids.map((id) => [id, { entry: entries.get(id), used: used.get(id) ?? new Map() }]));
}

function compare(of: Pick<Change, 'resource' | 'id'>, zone: string, before?: Resource, after?: Resource): Change[] {
  const [from, to] = [before?.entry, after?.entry];
  const facts = { ...of, name: maskedNameOf(to?.record ?? from?.record) ?? of.id };
  const whole = { ...facts, field: '', title: '', before: from?.status ?? '', after: to?.status ?? '' };
  if (from === undefined && to !== undefined) return [{ ...whole, kind: 'added' }];
  if (to === undefined && from !== undefined) return [{ ...whole, kind: 'removed' }];
  // Most records have not changed, and their fields are then not read.
  const isSame = !from?.record || !to?.record || deepEqual(from.record, to.record);
  const [olds, news] = [valuesOf(before, isSame), valuesOf(after, isSame)];
  return [...new Set([...news.keys(), ...olds.keys()])].flatMap((key): Change[] => {
    const [old, now] = [olds.get(key), news.get(key)];
    if (deepEqual(presentValue(old), presentValue(now))) return [];
    const { path: field, name: title } = (now ?? old) as Value;
    const texts = [old, now].map((value) => (value === undefined ? '–' : describe(value, zone)));
    // Amounts that differ may be equal in larger units.
    const isEqual = texts[0] === texts[1];
    const [before = '', after = ''] = isEqual ? [old, now].map((value) => formatValue(value?.value)) : texts;
    return [{ ...facts, kind: 'changed', field, title, before, after }];
  });
}

/** Empty, `null` and absent values look the same: an empty `modifying_state` is at rest too. */
function presentValue(of: Value | undefined): unknown {
  return of?.value === '' ? undefined : (of?.value ?? undefined);
}

/** The values of a resource by their kinds and fields: a record may have a field `status` too. */
function valuesOf(resource: Resource | undefined, withoutRecord: boolean): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  const add = (kind: string, value: Value): void => void values.set(`${kind} ${value.path}`, value);
  const { entry, used = [] } = resource ?? {};
  const record = withoutRecord ? undefined : entry?.record;
  add('entry', { path: 'status', name: 'Status', value: entry?.status });
  add('entry', { path: 'name', name: 'Name', value: maskedNameOf(record) });
  for (const each of record === undefined ? [] : recordValues(record)) add('record', each);
  for (const [field, value] of used) {
    // A snapshot of a newer version may have other limits.
    const known = Object.hasOwn(limitNamed, field) ? limitNamed[field] : undefined;
    const { name, unit } = known ?? { name: field, unit: 'undocumented' as const };
    add('use', { path: `${field}_used`, name: `${name}, used`, value, unit });
  }
  return values;
}

function describe({ value, meaning, unit }: Value, zone: string): string {
  return unit === undefined ? describeValue(value, meaning, zone) : describeAmount(Number(value), unit);
}
