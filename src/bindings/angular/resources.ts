import { computed, inject, NgZone, signal, untracked, type ResourceStatus, type Signal } from '@angular/core';
import type { Database, Fleet, FleetError, IndexRecord } from '../../index.js';
import { answer, readSource, type Source } from '../answer.js';
import { prefetch } from '../prefetch.js';
import { constantReadable } from '../readable.js';
import type { Id } from '../views-by-id.js';
import * as awaited from '../waits.js';
import type { Awaited, AwaitedListOptions, Wait } from '../waits.js';
import { injectView } from './inject-view.js';
import { injectFleet, type InjectOptions } from './provide-fleet.js';

/** A value and whether it is loaded, in the shape of Angular's `Resource`. Polling updates the value without a `reload`. */
export interface FleetResource<T> {
  /** `undefined` until there is a value. The value stays when a later request fails. */
  readonly value: Signal<T | undefined>;
  /** `idle` without an id, then `loading`, then `resolved` or `error`; `reloading` after `reload()`. */
  readonly status: Signal<ResourceStatus>;
  /** Why there is no value. */
  readonly error: Signal<FleetError | undefined>;
  /** Whether the status is `loading` or `reloading`. */
  readonly isLoading: Signal<boolean>;
  hasValue(): boolean;
  /** Requests the value now. Returns `false` without an id, and while a request is under way. */
  reload(): boolean;
}

function injectResource<Arguments extends readonly unknown[], T>(
  { query, waits }: Awaited<Arguments, T>,
  request: (fleet: Fleet, ...args: Arguments) => Promise<unknown>,
  sources: readonly unknown[],
  options: InjectOptions,
): FleetResource<T> {
  const fleet = injectFleet(options);
  const zone = options.injector?.get(NgZone) ?? inject(NgZone);
  const args = (): Arguments => sources.map(readSource) as unknown as Arguments;
  const isIdle = computed(() => sources.length > 0 && (args()[0] ?? undefined) === undefined);
  const waitsOf = answer(waits, fleet, sources);
  const loaded = injectView(answer(query, fleet, sources), options);
  const wait = injectView<Wait>(() => {
    try {
      return isIdle() ? constantReadable(undefined) : waitsOf();
    } catch (error) {
      // An invalid id.
      return constantReadable(error as FleetError);
    }
  }, options);
  const isReloading = signal(false);
  const status = computed((): ResourceStatus => {
    if (isIdle()) return 'idle';
    if (isReloading()) return 'reloading';
    if (typeof wait() === 'function') return 'loading';
    return wait() === undefined ? 'resolved' : 'error';
  });
  const value = computed(() => (wait() === undefined && !isIdle() ? (loaded() as T) : undefined));
  const isLoading = computed(() => status().endsWith('loading'));
  return {
    value,
    status,
    error: computed(() => {
      const now = wait();
      return typeof now === 'function' ? undefined : now;
    }),
    isLoading,
    hasValue: () => value() !== undefined,
    reload() {
      if (untracked(isIdle) || untracked(isLoading)) return false;
      isReloading.set(true);
      const end = (): void => isReloading.set(false);
      zone.runOutsideAngular(() => request(fleet, ...untracked(args)).then(end, end));
      return true;
    },
  };
}

const refreshList = ({ indices }: Fleet): Promise<unknown> => indices.refresh();

/**
 * Returns the record of a database as a resource, for templates that show that it loads, and why it did not load. The database
 * is polled until the component is destroyed. On a server, the resource is `loading` unless the fleet has the record: it sends
 * no request.
 *
 * @example
 * ```ts
 * readonly database = injectDatabaseResource(this.id);
 * ```
 * ```html
 * @if (database.isLoading()) { Loading … }
 * @if (database.value(); as record) { {{ record.database_name }} }
 * @if (database.error(); as error) { {{ error.message }} }
 * ```
 */
export function injectDatabaseResource(id: Source<Id>, options: InjectOptions = {}): FleetResource<Database> {
  return injectResource(awaited.database, prefetch, [id], options);
}

/**
 * Returns the records of these databases as a resource, which is `loading` until each has a record. Its error is that of a
 * database without a record, unless `throwOnError` is `false`.
 */
export function injectDatabasesResource(
  ids: Source<readonly string[]>,
  options: AwaitedListOptions & InjectOptions = {},
): FleetResource<readonly Database[]> {
  const request = (fleet: Fleet, now: readonly string[]): Promise<unknown> =>
    Promise.all(now.map((id) => prefetch(fleet, id)));
  return injectResource(awaited.databases, request, [ids, options.throwOnError], options);
}

/** Returns the record of a vector index as a resource. Its error is `not-found` if the list of indices lacks the index. */
export function injectVectorIndexResource(id: Source<Id>, options: InjectOptions = {}): FleetResource<IndexRecord> {
  return injectResource(awaited.vectorIndex, refreshList, [id], options);
}

/** Returns the records of all vector indices of the account as a resource, which is `loading` until there is a list. */
export function injectVectorIndicesResource(options: InjectOptions = {}): FleetResource<readonly IndexRecord[]> {
  return injectResource(awaited.vectorIndices, refreshList, [], options);
}
