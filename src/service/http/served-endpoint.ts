import type { StoredRecord } from '../account/stored-record.js';

/** The stored endpoint of an index that was given none. */
const LOCAL = /^local-[^./:]+$/;

/**
 * Returns the record of an index with a URL of this service as its endpoint, unless the index was given another endpoint.
 * The stored endpoint cannot be a URL, because the port of the service may change.
 *
 * @param origin of the request.
 */
export function withServedEndpoint(record: StoredRecord, origin: string): StoredRecord {
  const { id, endpoint } = record;
  if (typeof id !== 'string' || typeof endpoint !== 'string' || !LOCAL.test(endpoint)) return record;
  return { ...record, endpoint: `${origin}/vector/${encodeURIComponent(id)}` };
}
