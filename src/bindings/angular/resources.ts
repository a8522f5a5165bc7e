import {
  computed,
  inject,
  Injector,
  NgZone,
  resource,
  type Resource,
  type ResourceRef,
  type Signal,
} from '@angular/core';
import type { Database, Fleet, FleetError, IndexRecord } from '../../index.js';
import { answer, readSource, type Source } from '../answer.js';
import { prefetch } from '../prefetch.js';
import { constantReadable, type Readable } from '../readable.js';
import type { Id } from '../views-by-id.js';
import * as awaited from '../waits.js';
import { waitOrError, whenSettled, type Awaited, type AwaitedListOptions, type Wait } from '../waits.js';
import { injectView, LOADED } from './inject-view.js';
import { injectFleet, type InjectOptions } from './provide-fleet.js';

/** A `Resource` of Angular. Polling updates its value; `reload` sends a request now. */
export type FleetResource<T> = Resource<T | undefined> & Pick<ResourceRef<T | undefined>, 'reload'>;

function injectResource<Arguments extends readonly unknown[], T>(
  { query, waits }: Awaited<Arguments, T>,
  request: (fleet: Fleet, ...args: Arguments) => Promise<unknown>,
  sources: readonly unknown[],
  options: InjectOptions,
): FleetResource<T> {
  const fleet = injectFleet(options);
  const { injector = inject(Injector) } = options;
  const zone = injector.get(NgZone);
  const loaded = injector.get(LOADED);
  const waitsOf = answer(waits, fleet, sources);
  const found = computed(() => {
    // Without an id, the resource is idle.
    if (sources.length > 0 && (readSource(sources[0]) ?? undefined) === undefined) return undefined;
    return waitOrError(waitsOf);
  });
  const value = injectView(answer(query, fleet, sources), options) as Signal<T>;
  const wait = injectView<Wait>(() => found() ?? constantReadable(undefined), options);
  let last: Readable<Wait> | undefined;
  return resource<T, Readable<Wait> | undefined>({
    injector,
    params: found,
    async stream({ params, previous }) {
      const args = sources.map((each) => readSource(each)) as unknown as Arguments;
      // `reload` asks again with the same parameters. After a time without an id, the parameters may be the same too.
      const isReload = params === last && previous.status !== 'idle';
      last = params;
      const settled = zone.runOutsideAngular(async () => {
        if (isReload) await request(fleet, ...args);
        return whenSettled(params, undefined);
      });
      const unsent = await settled.catch((error: FleetError) => error);
      loaded.set({});
      return computed(() => {
        const error = typeof wait() === 'function' ? unsent : (wait() as FleetError | undefined);
        return error ? { error } : { value: value() };
      });
    },
  });
}

const refreshList = ({ indices }: Fleet): Promise<unknown> => indices.refresh();

/**
 * Returns the record of a database as a resource: `value()`, `status()`, `error()`, `isLoading()`, `hasValue()` and `reload()`. It is
 * `idle` without an id. The database is polled until the component is destroyed. A server waits for one request.
 *
 * @example
 * ```ts
 * readonly database = injectDatabaseResource(this.id);
 * ```
 * ```html
 * @if (database.hasValue()) { {{ database.value().database_name }} }
 * @else if (database.error(); as error) { {{ error.message }} }
 * ```
 */
export function injectDatabaseResource(id: Source<Id>, options: InjectOptions = {}): FleetResource<Database> {
  return injectResource(awaited.database, prefetch, [id], options);
}

/**
 * Returns the records of these databases as a resource, which is `loading` until each has a record. Its error is the error of
 * a database without a record, unless `throwOnError` is `false`.
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
