import type { Database } from '../api/database.js';
import type { Scheduler } from '../polling/scheduler.js';
import { endedError } from '../shared/ended-error.js';
import { FleetError } from '../shared/fleet-error.js';
import type { Commits } from '../state/commits.js';
import type { EntityStore } from '../state/entity-store.js';
import type { KnownIds } from './known-ids.js';

/** Reads all known databases. The failure of one database does not stop the others; a failure that concerns all does. */
export type RefreshAll = (signal: AbortSignal | undefined) => Promise<readonly Database[]>;

export interface RefreshAllParts {
  readonly commits: Pick<Commits, 'isDisposed'>;
  readonly store: Pick<EntityStore<Database>, 'ids' | 'all'>;
  readonly request: KnownIds<Database>['request'];
  readonly scheduler: Pick<Scheduler, 'stop' | 'waitError'>;
  /** The number of requests that can be in flight. */
  readonly concurrency: number;
}

/** More requests would wait in the queue, and could exceed `queueTimeoutMs`. */
const MAX_PARALLEL = 64;

export function createRefreshAll({ commits, store, request, scheduler, concurrency }: RefreshAllParts): RefreshAll {
  /** Further requests would fail too. */
  function isFinal(failure: unknown): boolean {
    const cause = scheduler.stop?.cause ?? 'rate-limited';
    return cause !== 'rate-limited' || isEnd(failure) || scheduler.waitError('get-database') !== undefined;
  }

  return async (signal) => {
    if (commits.isDisposed) throw endedError('disposed', 'get-database');
    if (signal?.aborted) throw endedError('aborted', 'get-database');
    const ids = store.ids.value.values();
    const failures: unknown[] = [];
    let isStopped = false;
    async function readInTurn(): Promise<void> {
      for (const id of ids) {
        await request(id, signal).catch((failure: unknown) => {
          failures.push(failure);
          isStopped ||= isFinal(failure);
        });
        if (isStopped) return;
      }
    }
    await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL, concurrency) }, readInTurn));
    if (failures.length > 0) throw failures.find(isEnd) ?? failures[0];
    return store.all.value;
  };
}

/** The caller aborted, or the fleet was disposed. */
function isEnd(failure: unknown): boolean {
  return failure instanceof FleetError && (failure.code === 'aborted' || failure.code === 'disposed');
}
