import { isObject } from '../../core/shared/is-object.js';
import { aFunction, custom, optional } from '../../core/shared/option-schemas.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import type { Fetch } from '../../core/wire/transport.js';
import type { BulkUsageSource, RecordsOf, SingleUsageSource, UsageSource } from '../../core/limits/usage-source.js';
import type { UsageValues } from '../../core/limits/usage-sample.js';
import type { ResourceKind } from '../../core/shared/resource-kind.js';
import { getJson } from '../get-json.js';
import { probeEntries, probeName, type ProbeOptions } from '../probe-options.js';
import { callOption } from '../read-failure.js';

type Awaitable<T> = T | Promise<T>;
type HeaderValues = Readonly<Record<string, string>>;

interface JsonSourceOptions<Resource extends ResourceKind> extends Omit<ProbeOptions, 'concurrency'> {
  /** Shown by `usageSourcesOf`, and the `source` of each reading. At most 100 characters. */
  readonly name: string;
  /** The kind of resource whose usage the endpoint returns. */
  readonly resource: Resource;
  /** Sends the requests. @default the platform's fetch */
  readonly fetch?: Fetch | undefined;
}

/** The options of {@link jsonEndpoint} for an endpoint that answers for one resource. */
export interface JsonEndpointOptions<Resource extends ResourceKind> extends JsonSourceOptions<Resource> {
  readonly concurrency?: ProbeOptions['concurrency'];
  /** Returns the URL for a resource. It must be https, or http on loopback or without `headers`. */
  readonly url: (record: RecordsOf[Resource]) => string | URL;
  /** Returns the amounts by limit field, in the units of the limits; `undefined` if the answer has none. */
  readonly values: (record: RecordsOf[Resource], json: unknown) => UsageValues<Resource> | undefined;
  /** Headers of the request, such as `authorization`. A function is called for each request. */
  readonly headers?: HeaderValues | ((record: RecordsOf[Resource]) => Awaitable<HeaderValues>) | undefined;
}

/** The options of {@link jsonEndpoint} for an endpoint that answers for all resources. */
export interface JsonBulkEndpointOptions<Resource extends ResourceKind> extends JsonSourceOptions<Resource> {
  /** The URL for all resources, or a function that returns it. It must be https, or http on loopback or without `headers`. */
  readonly url: string | URL | ((records: readonly RecordsOf[Resource][]) => string | URL);
  /** Returns the amounts of each resource by its id, as a `Map` or as entries. Unknown ids are ignored. */
  readonly valuesById: (
    json: unknown,
  ) => ReadonlyMap<string, UsageValues<Resource>> | readonly (readonly [id: string, values: UsageValues<Resource>])[];
  /** Headers of the request, such as `authorization`. A function is called for each request. */
  readonly headers?: HeaderValues | (() => Awaitable<HeaderValues>) | undefined;
}

const LIMIT_BYTES = { one: 1024 ** 2, all: 16 * 1024 ** 2 };

const sourceOptions = {
  ...probeEntries,
  name: probeName,
  // `addUsageSource` checks it too.
  resource: custom<ResourceKind>(() => true),
  url: custom<unknown>((url) => ['string', 'object', 'function'].includes(typeof url), 'a URL or a function'),
  values: optional(aFunction<(record: object, json: unknown) => UsageValues<ResourceKind> | undefined>()),
  valuesById: optional(aFunction<JsonBulkEndpointOptions<ResourceKind>['valuesById']>()),
  headers: optional(
    custom<HeaderValues | ((record?: object) => Awaitable<HeaderValues>)>(
      (value) => typeof value === 'function' || isObject(value),
      'an object of headers or a function that returns one',
    ),
  ),
  fetch: optional(aFunction<Fetch>()),
};

/**
 * Makes a usage source of an endpoint that answers with JSON: of a monitoring system, such as Prometheus, or of your own.
 * Runs wherever `fetch` does. Redirects are refused.
 *
 * With `values` it sends a request for each resource. With `valuesById` it sends one request for all resources.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * jsonEndpoint({
 *   name: 'inventory',
 *   resource: 'database',
 *   url: ({ database_id }) => `https://inventory.example.com/databases/${database_id}`,
 *   values: (_, json) => ({ db_max_clients: (json as { clients: number }).clients }),
 * });
 * ```
 * @see docs/usage.md
 */
export function jsonEndpoint<Resource extends ResourceKind>(
  options: JsonBulkEndpointOptions<Resource>,
): BulkUsageSource<Resource>;
export function jsonEndpoint<Resource extends ResourceKind>(
  options: JsonEndpointOptions<Resource>,
): SingleUsageSource<Resource>;
export function jsonEndpoint(options: unknown): UsageSource {
  const given = checkOptions('configure', sourceOptions, options);
  const { url, values, valuesById, headers, fetch, concurrency, ...shared } = given;
  const isOne = (values === undefined) !== (valuesById === undefined);
  refuseIssues('configure', [
    ...issueUnless(isOne, 'values', 'expected `values` or `valuesById`'),
    ...issueUnless(valuesById !== undefined || typeof url === 'function', 'url', 'expected a function'),
  ]);

  /** @param subject the record, or all records. */
  async function request(subject: unknown, signal: AbortSignal, limitBytes: number): Promise<unknown> {
    const address = typeof url === 'function' ? await callOption('url', () => url(subject) as unknown) : url;
    const sent =
      typeof headers === 'function' ? await callOption('headers', () => headers(subject as object)) : headers;
    return getJson({ url: address, headers: sent, fetch, signal, limitBytes });
  }

  if (valuesById !== undefined)
    return {
      ...shared,
      async readAll(records, { signal }) {
        const json = await request(records, signal, LIMIT_BYTES.all);
        return callOption('valuesById', () => new Map(valuesById(json)));
      },
    };
  return {
    ...shared,
    concurrency,
    async read(record, { signal }) {
      const json = await request(record, signal, LIMIT_BYTES.one);
      return callOption('values', () => values?.(record, json));
    },
  };
}
