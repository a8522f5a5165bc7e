import type { Database } from '../records/database.js';
import type { IndexRecord } from '../records/vector-index.js';
import { isObject } from '../shared/is-object.js';
import { aFunction, custom, finite, optional, positiveInteger, type OptionsOf } from '../shared/option-schemas.js';
import { readOptions } from '../shared/read-options.js';
import { invalidRequest, issueUnless, refuseIssues } from '../shared/refuse-issues.js';
import type { UsageValues } from './usage-sample.js';
import { resourceKinds, type ResourceKind } from '../shared/resource-kind.js';
import type { DatabaseCredentials } from '../fleet/databases.js';
import type { IndexCredentials } from '../fleet/indices.js';

export interface RecordsOf {
  readonly database: Database;
  readonly index: IndexRecord;
}

interface CredentialsOf {
  readonly database: DatabaseCredentials;
  readonly index: IndexCredentials;
}

/** The second argument of a usage source's functions. */
export interface UsageSourceContext<Resource extends ResourceKind = ResourceKind> {
  /** Aborts when `timeoutMs` is over, when the source is removed, and when the fleet is disposed. */
  readonly signal: AbortSignal;
  /**
   * Returns the credentials of the resource, which are secrets. For a database, the first call reads them by
   * `fetchCredentials`; `refresh` reads them again.
   *
   * @throws FleetError any error of `fetchCredentials`
   */
  credentials(options?: { readonly refresh?: boolean | undefined }): Promise<CredentialsOf[Resource] | undefined>;
}

interface UsageSourceBase<Resource extends ResourceKind> {
  /** Shown in `usageSourcesOf(fleet)`, and the `source` of each reading. At most 100 characters. */
  readonly name: string;
  /** The kind of resource whose usage the source reads. */
  readonly resource: Resource;
  /** The interval between two reads of a resource, milliseconds, at least 1000. @default 30000 */
  readonly everyMs?: number | undefined;
  /** The deadline of one read, milliseconds. @default 10000 */
  readonly timeoutMs?: number | undefined;
  /** How many reads may run at the same time. @default 8 */
  readonly concurrency?: number | undefined;
  /** Releases connections. Called once, when the source is removed or the fleet is disposed. */
  dispose?(): void | Promise<void>;
}

/** Reads the usage of each resource with a request of its own. */
export interface SingleUsageSource<Resource extends ResourceKind = ResourceKind> extends UsageSourceBase<Resource> {
  /** Returns amounts by limit field, in the units of the limits; `undefined` if there is nothing to read. */
  read(
    record: RecordsOf[Resource],
    context: UsageSourceContext<Resource>,
  ): Awaitable<UsageValues<Resource> | undefined>;
  readonly readAll?: undefined;
}

/** Reads the usage of all resources with one request. */
export interface BulkUsageSource<Resource extends ResourceKind = ResourceKind> extends UsageSourceBase<Resource> {
  /** Returns amounts by limit field, for each id whose usage is known. Other ids are ignored. */
  readAll(
    records: readonly RecordsOf[Resource][],
    context: Pick<UsageSourceContext, 'signal'>,
  ): Awaitable<ReadonlyMap<string, UsageValues<Resource>>>;
  readonly read?: undefined;
}

/**
 * Reads how much of the limits of databases or vector indices is used, for `addUsageSource`.
 *
 * @example
 * ```ts
 * const source: UsageSource<'database'> = {
 *   name: 'inventory',
 *   resource: 'database',
 *   everyMs: 60_000,
 *   async read({ database_id }, { signal }) {
 *     const response = await fetch(`https://inventory.example.com/${database_id}`, { signal });
 *     return { db_max_clients: (await response.json()).clients };
 *   },
 * };
 * ```
 */
export type UsageSource<Resource extends ResourceKind = ResourceKind> =
  | SingleUsageSource<Resource>
  | BulkUsageSource<Resource>;

/** The last runs of a usage source. */
export interface UsageSourceStatus {
  readonly name: string;
  readonly resource: ResourceKind;
  /** The number of resources that the source reads. */
  readonly resources: number;
  /** The number of these resources whose last read failed. A failed bulk read counts for all of them. */
  readonly failing: number;
  /** When the last read ended, Unix milliseconds; absent before the first. */
  readonly lastRunAt?: number | undefined;
  /** The last failure. Absent while `failing` is 0. */
  readonly lastError?: UsageSourceError | undefined;
}

/** A failed read of a usage source. */
export interface UsageSourceError {
  /** Unix milliseconds. */
  readonly at: number;
  /** The resource; absent if a read of all resources at once failed. */
  readonly id?: string | undefined;
  /** The reason of the failure, without secrets, at most 200 characters. */
  readonly message: string;
}

type Awaitable<T> = T | Promise<T>;

type Read = (record: object, context: UsageSourceContext) => Awaitable<UsageValues<ResourceKind> | undefined>;
type ReadAll = (records: readonly object[], context: Pick<UsageSourceContext, 'signal'>) => unknown;

/** A usage source with its defaults. Its functions are bound to the source. */
export type CheckedUsageSource = OptionsOf<typeof sourceOptions>;

const MAX_NAME = 100;
const MIN_EVERY_MS = 1000;

const sourceOptions = {
  name: custom<string>(
    (value) => typeof value === 'string' && value.length > 0 && value.length <= MAX_NAME,
    `a string of 1 to ${MAX_NAME} characters`,
  ),
  resource: custom<ResourceKind>((value) => resourceKinds.some((kind) => kind === value), '"database" | "index"'),
  everyMs: optional(
    finite(`milliseconds, at least ${MIN_EVERY_MS}`, (ms) => ms >= MIN_EVERY_MS),
    30_000,
  ),
  timeoutMs: optional(
    finite('milliseconds, more than 0', (ms) => ms > 0),
    10_000,
  ),
  concurrency: optional(positiveInteger, 8),
  // `readUsageSource` checks that exactly one of the two is a function.
  read: custom<Read | undefined>(() => true),
  readAll: custom<ReadAll | undefined>(() => true),
  dispose: optional(aFunction<() => unknown>()),
};

/** Checks a usage source, which may be an object of a class, and adds the defaults. @throws FleetError `invalid-request` */
export function readUsageSource(source: unknown): CheckedUsageSource {
  if (!isObject(source)) throw invalidRequest('configure', [{ path: 'source', message: 'expected a UsageSource' }]);
  const given = Object.fromEntries(Object.keys(sourceOptions).map((name) => [name, source[name]]));
  const isReader = ['read', 'readAll'].filter((name) => typeof given[name] === 'function').length === 1;
  const { output, issues } = readOptions(sourceOptions, given, 'source');
  refuseIssues('configure', [
    ...issues,
    ...issueUnless(isReader, 'source.read', 'expected a function `read` or a function `readAll`, not both'),
  ]);
  return {
    ...output,
    read: output.read?.bind(source),
    readAll: output.readAll?.bind(source),
    dispose: output.dispose?.bind(source),
  };
}
