import { databaseSchema } from '../../../core/records/database.js';
import { decodeDatabase, decodeVectorIndices, type Fleet, dehydrate, hydrate, upsertDatabase } from '../../../index.js';
import { vectorIndexSchema } from '../../../core/records/vector-index.js';
import type { EntrySnapshot, FleetSnapshot, Clock, FleetError } from '../../../index.js';
import { documentedFields, selectFields, type DocumentedFields } from '../../../proxy/select-fields.js';
import type { Upstream } from '../../../proxy/upstream.js';
import { noteOutcome } from './note-outcome.js';
import type { UsageAnswers } from './usage-answers.js';

const databaseFields = documentedFields(databaseSchema);
const indexFields = documentedFields(vectorIndexSchema);

/**
 * Makes the snapshot with which a page begins: the last record of each resource, with the time of its confirmation. The
 * page gets the fields that the proxy sends, and no others. Its ids come from another answer. The snapshot has the
 * latest usage, without histories. If the usage came later, the first line of the page would change.
 */
export function lastRecords(fleet: Fleet, usage: UsageAnswers): FleetSnapshot {
  const { format, databases, indices, listedAt } = dehydrate(fleet);
  const { readings } = usage.since(0);
  return {
    format,
    added: [],
    databases: databases.map((entry) => withFields(entry, databaseFields)),
    indices: indices.map((entry) => withFields(entry, indexFields)),
    listedAt,
    usage: readings.length > MAX_FIRST_READINGS ? [] : readings,
  };
}

/** A page adds its first answer in one step, so more readings would block it for too long. */
const MAX_FIRST_READINGS = 2000;

function withFields<R>(entry: EntrySnapshot<R>, fields: DocumentedFields): EntrySnapshot<R> {
  if (entry.record === undefined) return entry;
  return { ...entry, record: selectFields(entry.record, fields) as R };
}

/** Commits the records that the page reads to the fleet of the server, which asks for few records itself. */
export function recordAnswers(upstream: Upstream, fleet: Fleet, clock: Clock): Upstream {
  const { databases } = fleet;

  function recordDatabase(text: string): void {
    const { record } = decodeDatabase(text);
    if (record !== undefined) upsertDatabase(fleet, record);
  }

  function recordList(text: string): void {
    const { records } = decodeVectorIndices(text);
    if (records === undefined) return;
    const at = clock.now();
    const indices = records.map((record) => ({ id: record.id, status: 'fresh' as const, record, confirmedAt: at }));
    hydrate(fleet, { format: 1, added: [], databases: [], indices, listedAt: at, usage: [] });
  }

  /** A record from elsewhere cannot say that a database is missing, so the fleet asks for it, once. */
  function recordFailure(id: string, { code }: FleetError): void {
    if (code !== 'not-found') return;
    const { record, status } = databases.entry(id).value;
    if (record !== undefined && status !== 'missing') databases.refresh(id).catch(() => {});
  }

  return {
    getDatabase: (id, signal) =>
      noteOutcome(upstream.getDatabase(id, signal), recordDatabase, (failure) => recordFailure(id, failure)),
    listVectorIndices: (signal) => noteOutcome(upstream.listVectorIndices(signal), recordList),
    createDatabase: (body, signal) => noteOutcome(upstream.createDatabase(body, signal), recordDatabase),
  };
}
