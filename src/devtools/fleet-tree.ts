import type { Fleet } from '../core/fleet/fleet.js';
import { LIST } from '../core/fleet/index-list.js';
import type { Kernel } from '../core/fleet/kernel.js';
import type { FleetError } from '../core/shared/fleet-error.js';
import type { EntityStore } from '../core/store/entity-store.js';

/** The most databases, indices and losses in a tree, each. The extension serializes the tree for each action. */
const MAX = 100;

/**
 * The state of a fleet as plain JSON, without credentials: records hold none, and errors hold no value that was sent or
 * received.
 *
 * @param first the ids to show first if there are more than the tree shows
 */
export function fleetTree(kernel: Kernel, fleet: Fleet, first: readonly string[]): object {
  return {
    databases: entriesOf(kernel, kernel.databases, first),
    indices: entriesOf(kernel, kernel.indices, first),
    ...fleetFacts(kernel, fleet),
  };
}

/** The facts that concern no single database or index. */
export function fleetFacts(kernel: Kernel, fleet: Fleet) {
  const { concurrency, perSecond, burst, heldMs } = kernel.effects.limiter;
  const { sharing = { state: 'none' }, ...polling } = fleet.polling.status.value;
  const { lost, ...storage } = fleet.storage.value;
  return {
    polling,
    limiter: { concurrency, perSecond, burst, heldMs: Math.round(heldMs) },
    indexList: { ...withPlainError(fleet.indices.status.value), ...planOf(kernel, LIST) },
    storage: withPlainError({ ...storage, lost: lost.slice(0, MAX) }),
    sharing,
  };
}

function entriesOf<R extends object>(kernel: Kernel, store: EntityStore<R>, first: readonly string[]): object {
  const members = store.ids.value;
  const ids = [...new Set([...first.filter((id) => store.isMember(id)), ...members.slice(0, MAX)])].slice(0, MAX);
  // Indices have no plans of their own: they are polled as a list.
  const plan = (id: string) => Object.is(store, kernel.databases) && { plan: planOf(kernel, id) };
  const entries = ids.map((id) => [id, { ...withPlainError(store.peek(id)), ...plan(id) }]);
  const hidden = members.length - ids.length;
  return Object.fromEntries(hidden > 0 ? [...entries, [`and ${hidden} more`, {}]] : entries);
}

/** A copy of an `Error` would lose all but its message. */
function withPlainError<T extends { readonly error?: FleetError | undefined }>({ error, ...facts }: T) {
  return error === undefined ? facts : { ...facts, error: error.toJSON() };
}

/** Why a key is polled, and when. */
export interface Plan {
  /** Such as `added` or `observed (2)`; empty if nothing wants the key. */
  readonly reasons: readonly string[];
  /** Absent if this fleet does not poll the key. */
  readonly everyMs?: number;
  /** Unix milliseconds; a past time while a due request waits. Absent while no request is planned, and while one is in flight. */
  readonly dueAt?: number;
  /** How many requests failed in a row. */
  readonly failures: number;
}

export function planOf({ effects, clocks, known }: Kernel, key: string): Plan {
  const plan = effects.scheduler.planOf(key);
  if (plan === undefined) return { reasons: [], failures: 0 };
  const { target, dueMs = Infinity } = plan;
  const { tracked, intervalMs = Infinity, failures } = target;
  const added = known.isAdded(key) ? 1 : 0;
  const counts = { added, leased: tracked - added, observed: target.observed, 'waited for': target.waiting };
  const named = Object.entries({ ...counts, 'wanted by another member': target.isShared ? 1 : 0 });
  const { now, monotonic } = clocks.corrected;
  return {
    reasons: named.flatMap(([name, count]) => (count > 0 ? [count > 1 ? `${name} (${count})` : name] : [])),
    ...(intervalMs < Infinity && { everyMs: intervalMs }),
    // Rounded, because two clocks differ slightly at each reading.
    ...(dueMs < Infinity && { dueAt: Math.round((now() + dueMs - monotonic()) / 100) * 100 }),
    failures,
  };
}
