import { isObject } from '../../core/shared/is-object.js';
import { aFunction, optional } from '../../core/shared/option-schemas.js';
import { checkOptions } from '../../core/shared/read-options.js';
import type { Fetch } from '../../core/wire/transport.js';
import type { IndexRecord } from '../../core/records/vector-index.js';
import type { SingleUsageSource } from '../../core/limits/usage-source.js';
import type { UsageValues } from '../../core/limits/usage-sample.js';
import { getJson } from '../get-json.js';
import { probeEntries, probeName, type ProbeOptions } from '../probe-options.js';
import { callOption, ReadFailure, readWithRefresh } from '../read-failure.js';

/** The options of {@link vectorInfo}. */
export interface VectorInfoOptions extends ProbeOptions {
  /** Shown by `usageSourcesOf`, and the `source` of each reading. @default 'vector-info' */
  readonly name?: string | undefined;
  /**
   * Returns the URL of an index, without `/info`: https, or http on loopback. Needed if the endpoints are identifiers.
   *
   * @default the endpoint of the record, if it is a URL or a name with a dot
   */
  readonly urlOf?: ((record: IndexRecord) => string | URL) | undefined;
  /**
   * Returns the token of an index, for each read. In a page behind the proxy there is no default.
   *
   * @default the read-only token that the service sends with the list of indices
   */
  readonly tokenOf?: ((record: IndexRecord) => string | Promise<string>) | undefined;
  /** Sends the requests. @default the platform's fetch */
  readonly fetch?: Fetch | undefined;
}

const sourceOptions = {
  ...probeEntries,
  name: optional(probeName, 'vector-info'),
  urlOf: optional(aFunction<NonNullable<VectorInfoOptions['urlOf']>>()),
  tokenOf: optional(aFunction<NonNullable<VectorInfoOptions['tokenOf']>>()),
  fetch: optional(aFunction<Fetch>()),
};

/** The answer has five fields. */
const LIMIT_BYTES = 64 * 1024;

/**
 * Makes a usage source that asks each vector index for the number of its vectors: `GET {endpoint}/info` with the index's
 * read-only token. Runs wherever `fetch` does.
 *
 * It reads the indices of the fleet's list. To get the list polled, call `fleet.indices.track()` or subscribe to it.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * import { addUsageSource } from 'fleetglass';
 * import { vectorInfo } from 'fleetglass/probes/vector';
 *
 * fleet.indices.track();
 * addUsageSource(fleet, vectorInfo());
 * ```
 * @see docs/usage.md
 */
export function vectorInfo(options?: VectorInfoOptions): SingleUsageSource<'index'> {
  const { urlOf, tokenOf, fetch, ...source } = checkOptions('configure', sourceOptions, options);

  return {
    ...source,
    resource: 'index',
    async read(record, context) {
      const base = urlOf === undefined ? urlOfEndpoint(record) : await callOption('urlOf', () => urlOf(record));
      const url = `${String(base).replace(/\/+$/, '')}/info`;
      const readToken = async (refresh: boolean): Promise<unknown> =>
        tokenOf === undefined
          ? (await context.credentials({ refresh }))?.read_only_token
          : callOption('tokenOf', () => tokenOf(record));
      const readWith = async (token: unknown): Promise<unknown> => {
        const headers = { authorization: `Bearer ${usable(token)}` };
        return getJson({ url, headers, fetch, signal: context.signal, limitBytes: LIMIT_BYTES });
      };
      return usageOf(await readWithRefresh(await readToken(false), readWith, () => readToken(true), [401]));
    },
  };
}

function urlOfEndpoint({ endpoint }: IndexRecord): string {
  const text: unknown = endpoint;
  if (typeof text === 'string' && /^https?:\/\//i.test(text)) return text;
  if (typeof text === 'string' && /^[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(text)) return `https://${text}`;
  throw new ReadFailure(
    'the endpoint of the record is neither a URL nor a host name. Pass the option `urlOf`, which returns the URL of a record',
  );
}

/** @throws ReadFailure for a token that no header can hold. fetch would quote it in its error. */
function usable(token: unknown): string {
  if (token === undefined) throw new ReadFailure('no read-only token of the index is known. Pass the option `tokenOf`');
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new ReadFailure('the token of the index is not a string of visible ASCII characters');
}

/**
 * Only `vectorCount` is reported. Pending vectors may replace vectors that are counted already, and `indexSize` counts
 * more than metadata.
 */
function usageOf(answer: unknown): UsageValues<'index'> {
  const result = isObject(answer) ? answer['result'] : undefined;
  const count = isObject(result) ? result['vectorCount'] : undefined;
  if (Number.isSafeInteger(count) && (count as number) >= 0) return { max_vector_count: count as number };
  throw new ReadFailure('the answer has no `result.vectorCount` that is a whole number');
}
