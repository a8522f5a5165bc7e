import * as v from 'valibot';
import type { Database } from '../records/database.js';
import { reviveRecord } from '../records/read-record.js';
import { identifierProblem } from '../wire/identifier.js';
import { issuesIn, refuseIssues } from '../shared/refuse-issues.js';
import { custom, isAmount } from '../shared/option-schemas.js';
import { serialize } from '../shared/serialize.js';
import { inspectRequest } from '../records/inspect.js';
import type { IndexRecord } from '../records/vector-index.js';
import type { EntrySnapshot, FleetSnapshot } from './fleet-snapshot.js';
import { raisedStatuses } from './thresholds-option.js';
import { resourceKinds, type ResourceKind } from '../shared/resource-kind.js';
import type { FleetIssue } from '../shared/fleet-error.js';

// The schemas are apart from `dehydrate`: bundlers keep them wherever their file is used.
const identifier = v.pipe(
  v.string(),
  v.check((id) => identifierProblem(id) === undefined),
  v.title('identifier'),
);
const amount = v.pipe(v.number(), v.minValue(0), v.title('number, 0 or more'));
const series = v.pipe(custom<number[]>(isSeries), v.title('alternating times and amounts'));

const entrySchema = v.object({
  id: identifier,
  status: v.picklist(['fresh', 'stale', 'missing']),
  // `reviveRecord` checks it.
  record: v.optional(v.unknown()),
  confirmedAt: v.optional(amount),
  changedAt: v.optional(amount),
});

const snapshotSchema = v.object({
  format: v.picklist([1]),
  added: v.array(identifier),
  databases: v.array(entrySchema),
  indices: v.array(entrySchema),
  listedAt: v.optional(amount),
  usage: v.array(
    v.object({
      resource: v.picklist(resourceKinds),
      id: identifier,
      field: v.string(),
      used: amount,
      at: amount,
      source: v.optional(v.string()),
      statusBefore: v.optional(v.picklist(raisedStatuses)),
      history: v.optional(series),
    }),
  ),
});

function isSeries(value: unknown): boolean {
  return Array.isArray(value) && value.length % 2 === 0 && value.every(isAmount);
}

/** Reads a snapshot from an untrusted source, as tolerantly as answers. @throws FleetError `invalid-request` at `name` */
export function readSnapshot(given: unknown, name = 'snapshot'): FleetSnapshot {
  // The copy is checked and used, so that getters and proxies cannot give other values after the check.
  const snapshot = JSON.parse(serialize(given)) as FleetSnapshot;
  refuseIssues('configure', issuesIn(name, inspectRequest(snapshotSchema, snapshot)));
  const issues: FleetIssue[] = [];
  const databases = readEntries<Database>(snapshot, 'databases', 'database', issues);
  const indices = readEntries<IndexRecord>(snapshot, 'indices', 'index', issues);
  refuseIssues('configure', issuesIn(name, issues));
  return { ...snapshot, databases, indices };
}

function readEntries<R extends object>(
  snapshot: FleetSnapshot,
  list: 'databases' | 'indices',
  resource: ResourceKind,
  issues: FleetIssue[],
): EntrySnapshot<R>[] {
  return snapshot[list].map((entry, nth) => {
    const record = reviveRecord<R>(resource, entry.id, entry.record);
    const isMissing = entry.record === undefined && entry.status === 'missing';
    if (!isMissing && (record === undefined || entry.confirmedAt === undefined))
      issues.push({
        path: `${list}[${nth}]`,
        message: 'expected a record with the same id, and when it was confirmed',
      });
    return { ...entry, record };
  });
}
