import type { Database } from '../../core/records/database.js';
import type { IndexRecord } from '../../core/records/vector-index.js';
import type { EntrySnapshot, FleetSnapshot } from '../../core/fleet/fleet-snapshot.js';
import { limitNamed } from '../../core/limits/catalogue.js';
import { deepEqual } from '../../core/shared/deep-equal.js';
import { resourceKinds, type ResourceKind } from '../../core/shared/resource-kind.js';
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
  /** The display name of the field. */
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

type Snapshot = EntrySnapshot<Database | IndexRecord>;

/**
 * Lists what changed between two snapshots: added and removed resources, changed fields and changed use. Resources are in
 * the order of the later snapshot.
 */
export function compareSnapshots(before: FleetSnapshot, after: FleetSnapshot): readonly Change[] {
  return resourceKinds.flatMap((resource) => {
    const [from, to] = [entriesOf(before, resource), entriesOf(after, resource)];
    const used = [useOf(before, resource), useOf(after, resource)] as const;
    return [...new Set([...to.keys(), ...from.keys()])].flatMap((id) => [
      ...compareEntries(resource, id, from.get(id), to.get(id)),
      ...compareUse(
        resource,
        id,
        maskedNameOf(to.get(id)?.record ?? from.get(id)?.record) ?? id,
        used[0].get(id),
        used[1].get(id),
      ),
    ]);
  });
}

function entriesOf({ databases, indices }: FleetSnapshot, resource: ResourceKind): ReadonlyMap<string, Snapshot> {
  const entries: readonly Snapshot[] = resource === 'database' ? databases : indices;
  return new Map(entries.map((entry) => [entry.id, entry]));
}

type UsedByField = ReadonlyMap<string, number>;

function useOf({ usage }: FleetSnapshot, resource: ResourceKind): ReadonlyMap<string, UsedByField> {
  const byId = new Map<string, Map<string, number>>();
  for (const { id, field, used } of usage.filter((entry) => entry.resource === resource))
    byId.set(id, (byId.get(id) ?? new Map<string, number>()).set(field, used));
  return byId;
}

function compareEntries(
  resource: ResourceKind,
  id: string,
  before: Snapshot | undefined,
  after: Snapshot | undefined,
): readonly Change[] {
  const facts = { resource, id, name: maskedNameOf(after?.record ?? before?.record) ?? id };
  const whole = { ...facts, field: '', title: '', before: '', after: '' };
  if (before === undefined) return [{ ...whole, kind: 'added', after: after?.status ?? '' }];
  if (after === undefined) return [{ ...whole, kind: 'removed', before: before.status }];
  const status: Change[] =
    before.status === after.status
      ? []
      : [{ ...facts, kind: 'changed', field: 'status', title: 'Status', before: before.status, after: after.status }];
  if (before.record === undefined || after.record === undefined) return status;
  return [...status, ...compareRecords(facts, before.record, after.record)];
}

function compareRecords(
  facts: Pick<Change, 'resource' | 'id' | 'name'>,
  before: Database | IndexRecord,
  after: Database | IndexRecord,
): readonly Change[] {
  // Most records: nothing changed. The digits of large integers count too.
  if (deepEqual(exactRecord(before), exactRecord(after))) return [];
  const from = new Map(recordValues(before).map((field) => [field.path, field]));
  const to = new Map(recordValues(after).map((field) => [field.path, field]));
  const [oldName, newName] = [maskedNameOf(before) ?? '–', maskedNameOf(after) ?? '–'];
  const names: Change[] =
    oldName === newName
      ? []
      : [{ ...facts, kind: 'changed', field: 'name', title: 'Name', before: oldName, after: newName }];
  const fields = [...new Set([...to.keys(), ...from.keys()])].flatMap((path): Change[] => {
    const [old, now] = [from.get(path), to.get(path)];
    if (deepEqual(old?.value, now?.value)) return [];
    const title = (now ?? old)?.name ?? path;
    const words = { before: old ? describeValue(old) : '–', after: now ? describeValue(now) : '–' };
    return [{ ...facts, kind: 'changed', field: path, title, ...words }];
  });
  return [...names, ...fields];
}

function compareUse(
  resource: ResourceKind,
  id: string,
  name: string,
  before: UsedByField | undefined,
  after: UsedByField | undefined,
): readonly Change[] {
  return [...new Set([...(after?.keys() ?? []), ...(before?.keys() ?? [])])].flatMap((field): Change[] => {
    const [old, now] = [before?.get(field), after?.get(field)];
    if (old === now) return [];
    const limit = limitNamed[field as keyof typeof limitNamed];
    const words = (used: number | undefined): string => (used === undefined ? '–' : describeAmount(used, limit.unit));
    const title = `${limit.name}, used`;
    return [
      { resource, id, name, kind: 'changed', field: `${field}_used`, title, before: words(old), after: words(now) },
    ];
  });
}
