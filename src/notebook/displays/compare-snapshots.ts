import type { Database, EntrySnapshot, FleetSnapshot, IndexRecord, LimitField, ResourceKind } from '../../index.js';
import { limitNamed } from '../../core/limits/catalogue.js';
import { deepEqual } from '../../core/shared/deep-equal.js';
import { resourceKinds } from '../../core/shared/resource-kind.js';
import { describeAmount } from '../../format/describe-use.js';
import { exactRecord } from '../../format/exact-record.js';
import { describeValue, maskedNameOf, recordValues } from './record-fields.js';

/** One difference between two snapshots of a fleet. */
export interface Change {
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

interface Value {
  readonly field: string;
  readonly title: string;
  readonly value: unknown;
  readonly text: () => string;
}

/**
 * Lists what changed between two snapshots: added and removed resources, changed fields and changed use. Resources are in
 * the order of the later snapshot.
 */
export function compareSnapshots(before: FleetSnapshot, after: FleetSnapshot): readonly Change[] {
  return resourceKinds.flatMap((resource) => {
    const [from, to] = [resourcesOf(before, resource), resourcesOf(after, resource)];
    return [...new Set([...to.keys(), ...from.keys()])].flatMap((id) =>
      compare(resource, id, from.get(id), to.get(id)),
    );
  });
}

function resourcesOf(
  { databases, indices, usage }: FleetSnapshot,
  resource: ResourceKind,
): ReadonlyMap<string, Resource> {
  const used = new Map<string, Map<LimitField, number>>();
  for (const each of usage)
    if (each.resource === resource) used.set(each.id, (used.get(each.id) ?? new Map()).set(each.field, each.used));
  const entries = new Map((resource === 'database' ? databases : indices).map((entry) => [entry.id, entry]));
  const ids = [...new Set([...entries.keys(), ...used.keys()])];
  return new Map(ids.map((id) => [id, { entry: entries.get(id), used: used.get(id) ?? new Map() }]));
}

function compare(resource: ResourceKind, id: string, before?: Resource, after?: Resource): readonly Change[] {
  const [from, to] = [before?.entry, after?.entry];
  const facts = { resource, id, name: maskedNameOf(to?.record ?? from?.record) ?? id };
  const whole = { ...facts, field: '', title: '', before: from?.status ?? '', after: to?.status ?? '' };
  if (from === undefined && to !== undefined) return [{ ...whole, kind: 'added' }];
  if (to === undefined && from !== undefined) return [{ ...whole, kind: 'removed' }];
  // Most records: nothing changed. The digits of large integers count too.
  const isSame = !from?.record || !to?.record || deepEqual(exactRecord(from.record), exactRecord(to.record));
  const [olds, news] = [valuesOf(before, isSame), valuesOf(after, isSame)];
  return [...new Set([...news.keys(), ...olds.keys()])].flatMap((key): Change[] => {
    const [old, now] = [olds.get(key), news.get(key)];
    if (deepEqual(old?.value, now?.value)) return [];
    const { field, title } = (now ?? old) as Value;
    return [{ ...facts, kind: 'changed', field, title, before: old?.text() ?? '–', after: now?.text() ?? '–' }];
  });
}

/** The values of a resource by their kinds and fields: a record may have a field `status` too. */
function valuesOf(resource: Resource | undefined, withoutRecord: boolean): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  const add = (kind: string, value: Value): void => void values.set(`${kind} ${value.field}`, value);
  const { entry, used = [] } = resource ?? {};
  if (entry !== undefined)
    add('entry', { field: 'status', title: 'Status', value: entry.status, text: () => entry.status });
  if (entry?.record !== undefined && !withoutRecord) {
    const name = maskedNameOf(entry.record);
    if (name !== undefined) add('entry', { field: 'name', title: 'Name', value: name, text: () => name });
    for (const each of recordValues(entry.record))
      add('record', { field: each.path, title: each.name, value: each.value, text: () => describeValue(each) });
  }
  for (const [field, amount] of used) {
    const { name, unit } = limitNamed[field];
    const title = `${name}, used`;
    add('use', { field: `${field}_used`, title, value: amount, text: () => describeAmount(amount, unit) });
  }
  return values;
}
