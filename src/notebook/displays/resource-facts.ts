import type { Database, Entry, Fleet, IndexRecord, ResourceKind } from '../../index.js';
import { kernelOf, type Kernel } from '../../core/fleet/kernel.js';
import { usagePart } from '../../core/limits/usage-part.js';
import { resourceKinds } from '../../core/shared/resource-kind.js';
import { assessResource, type Assessment } from '../../format/attention.js';
import { describeFailure } from '../../format/describe-failure.js';
import { nameOfRecord } from '../../format/record-name.js';

export interface ResourceFacts extends Assessment {
  readonly resource: ResourceKind;
  readonly id: string;
  /** The name in the record, or the id if it has none. */
  readonly name: string;
  readonly entry: Entry<Database | IndexRecord>;
}

/** Reads resources without making their ids known, so without polling. @returns `now`: the fleet's clock, Unix milliseconds */
export function readFleet(fleet: Fleet, caller: string, ids?: readonly string[]) {
  const kernel = kernelOf(fleet, caller);
  const now = kernel.clocks.corrected.now();
  const wanted = ids ?? [...kernel.databases.ids.value, ...kernel.indices.ids.value];
  const read = (id: string) => kindsOf(kernel, id).map((kind) => readResource(kernel, id, now, kind));
  return { now, resources: [...new Set(wanted)].flatMap(read) };
}

/** An unknown id counts as a database: the API lists all indices, and no databases. */
function kindsOf({ databases, indices }: Kernel, id: string): readonly [ResourceKind, ...ResourceKind[]] {
  if (!indices.isMember(id)) return ['database'];
  return databases.isMember(id) ? resourceKinds : ['index'];
}

/** Reads the state of one database or vector index, known or not. @param kind if both have the id, the database */
export function readResource(kernel: Kernel, id: string, now: number, kind = kindsOf(kernel, id)[0]): ResourceFacts {
  const entry: Entry<Database | IndexRecord> = (kind === 'index' ? kernel.indices : kernel.databases).peek(id);
  const assessed = assessResource(entry, usagePart(kernel).peek(kind, id), now, kernel.options.thresholds);
  return { resource: kind, id, name: nameOfRecord(entry.record) ?? id, entry, ...assessed };
}

/** The status of an entry in words: `stale, not reachable`. */
export function describeStatus({ status, error }: Entry<object>): string {
  return error === undefined || status === 'missing' ? status : `${status}, ${describeFailure(error)}`;
}

export function notesOf(fleet: Fleet): readonly string[] {
  const { state, reason } = fleet.polling.status.value;
  return state === 'running' ? [] : [`Polling is ${state}: ${reason.message}`];
}

export const NO_RESOURCES = 'No databases yet: add ids with fleet.databases.add, or call fleet.indices.refresh.';

export const NO_INDICES = 'No vector index is known: call fleet.indices.refresh.';
