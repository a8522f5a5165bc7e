import { callOptions, type CallOptions } from '../client/call-options.js';
import { checkOptions } from '../shared/read-options.js';
import type { Database } from '../records/database.js';
import { endedError, FleetError } from '../shared/fleet-error.js';
import type { Fleet } from './fleet.js';
import { liveKernelOf } from './kernel.js';

/** The result of `refreshAll`. Each known database is in one of the two lists. */
export interface RefreshAllResult {
  /** The records of the databases that were read. */
  readonly refreshed: readonly Database[];
  /** The databases that were not read, each with its error. The entry of a database that was asked for holds it too. */
  readonly failed: readonly RefreshFailure[];
}

/** A database that `refreshAll` could not read. */
export interface RefreshFailure {
  readonly id: string;
  readonly error: FleetError;
}

/** More requests would wait in the queue, and could exceed `queueTimeoutMs`. */
const MAX_PARALLEL = 64;

/**
 * Reads all known databases now. A failed read does not stop the others, unless the service refuses the account, does
 * not answer, or asks to wait longer than `polling.queueTimeoutMs`. Then the remaining databases fail with the same
 * error, and are not read.
 *
 * @throws FleetError `aborted`; `disposed`; `invalid-request` for invalid options
 * @example
 * ```ts
 * const { refreshed, failed } = await refreshAll(fleet);
 * for (const { id, error } of failed) console.warn(id, error.code);
 * ```
 * @see api.md, Get a database.
 */
export async function refreshAll(fleet: Fleet, options?: CallOptions): Promise<RefreshAllResult> {
  const { databases, known, effects } = liveKernelOf(fleet, 'refreshAll', 'get-database');
  const { limiter, scheduler } = effects;
  const { signal } = checkOptions('get-database', callOptions, options);
  if (signal?.aborted) throw endedError('aborted', 'get-database');
  const ids = [...databases.ids.value];
  const refreshed = new Map<string, Database>();
  const failed = new Map<string, RefreshFailure>();
  let stop: FleetError | undefined;
  const queue = ids.values();

  async function readInTurn(): Promise<void> {
    for (const id of queue) {
      try {
        if (stop !== undefined) throw stop;
        refreshed.set(id, await known.request(id, signal));
      } catch (error) {
        if (!(error instanceof FleetError) || ['aborted', 'disposed'].includes(error.code)) throw error;
        failed.set(id, { id, error });
        const cause = limiter.stop?.cause ?? 'rate-limited';
        // Further requests would fail too.
        if (cause !== 'rate-limited' || scheduler.waitError('get-database') !== undefined) stop ??= error;
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL, limiter.concurrency) }, readInTurn));
  return { refreshed: ids.flatMap((id) => refreshed.get(id) ?? []), failed: ids.flatMap((id) => failed.get(id) ?? []) };
}
