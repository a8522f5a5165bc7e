import { systemClock } from '../shared/clock.js';
import { normalizeBaseUrl } from './base-url.js';
import { checkClientOptions } from './check-client-options.js';
import type { Database, DatabaseWithCredentials } from './database.js';
import type { ManagementClientOptions } from './management-client.js';
import type { Abortable } from './on-abort.js';
import { normalizePagePath } from './page-path.js';
import { readCreated, readDatabase, readVectorIndices } from './read-answer.js';
import { createTransport } from './transport.js';
import type { VectorIndex } from './vector-index.js';

/** What every operation takes. */
interface Asked {
  readonly signal?: Abortable | undefined;
}

/**
 * The three operations, for those who know that what they ask is right: nothing is checked here. All else is as in
 * `ManagementClient`, which is this with checks.
 */
export interface Operations {
  /** @param body JSON text. */
  createDatabase(body: string, asked: Asked): Promise<DatabaseWithCredentials>;
  getDatabase(
    id: string,
    asked: Asked & {
      readonly credentials?: 'hide' | 'show' | undefined;
      readonly previous?: Database | undefined;
    },
  ): Promise<Database>;
  listVectorIndices(
    asked: Asked & { readonly previous?: readonly VectorIndex[] | undefined },
  ): Promise<readonly VectorIndex[]>;
}

const DEFAULT_TIMEOUT_MS = 15_000;

/** A record is about 1.6 kB, so this is generous, and still no danger to the memory. */
const DEFAULT_RECORD_LIMIT_BYTES = 1024 ** 2;
const DEFAULT_LIST_LIMIT_BYTES = 8 * 1024 ** 2;

/** Four times what fits into the bytes above. Of tiny items 600,000 would fit, and would take ten seconds to decode. */
const DEFAULT_LIST_LIMIT_ITEMS = 20_000;

/** @throws FleetError `invalid-request` for options that cannot work; `issues` names each. */
export function createOperations(options: ManagementClientOptions): Operations {
  const { baseUrl, credentials, timeoutMs, clock, fetch, texts, ...limits } = checkClientOptions(options);
  const { recordLimitBytes = DEFAULT_RECORD_LIMIT_BYTES, listLimitBytes = DEFAULT_LIST_LIMIT_BYTES } = limits;
  const { listLimitItems = DEFAULT_LIST_LIMIT_ITEMS } = limits;
  const send = createTransport({
    baseUrl: normalizePagePath(baseUrl) ?? normalizeBaseUrl(baseUrl),
    credentials,
    timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS,
    clock: clock ?? systemClock,
    // Looked up at each call, so that a fetch that is replaced later, as test tools do, counts.
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
  });

  return {
    createDatabase: (body, { signal }) =>
      send({
        operation: 'create-database',
        method: 'POST',
        path: '/v2/redis/database',
        body,
        changesState: true,
        // The id of the new database must not be lost because another field of the answer is broken.
        toleratesInvalidUtf8: true,
        limitBytes: recordLimitBytes,
        signal,
        decode: readCreated,
      }),

    getDatabase: (id, { signal, credentials, previous }) =>
      send({
        operation: 'get-database',
        method: 'GET',
        path: `/v2/redis/database/${encodeURIComponent(id)}${credentials === 'show' ? '' : '?credentials=hide'}`,
        changesState: false,
        limitBytes: recordLimitBytes,
        signal,
        decode: (text, echo) => readDatabase(text, id, { previous, texts }, echo),
      }),

    listVectorIndices: ({ signal, previous }) =>
      send({
        operation: 'list-vector-indices',
        method: 'GET',
        path: '/v2/vector/index',
        changesState: false,
        limitBytes: listLimitBytes,
        signal,
        decode: (text, echo) => readVectorIndices(text, { previous, limitItems: listLimitItems }, echo),
      }),
  };
}
