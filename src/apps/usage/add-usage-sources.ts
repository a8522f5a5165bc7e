import { type Database, addUsageSource, type Fleet } from '../../index.js';
import { ReadFailure } from '../../probes/read-failure.js';
import { LIMIT_OF } from '../../probes/redis/info-limits.js';

export interface AddUsageSourcesOptions {
  /**
   * The domain of the databases whose endpoint is an identifier, such as `example.com`.
   *
   * @default none: these databases are not read
   */
  readonly endpointDomain?: string | undefined;
  /** Whether the databases are read. @default true */
  readonly redis?: boolean;
  /** Whether the vector indices are read. @default true */
  readonly vector?: boolean;
  /** The interval between two reads, milliseconds. @default 30000 */
  readonly everyMs?: number;
  /** Called if databases cannot be read at all, with the reason. */
  readonly onNotice: (notice: string) => void;
}

/** The limits whose use the sources read: INFO of the databases, and the API of the indices. */
export const readLimits: readonly string[] = [...Object.values(LIMIT_OF), 'max_vector_count'];

/**
 * Makes a fleet read the usage of its databases by INFO, and the usage of its vector indices by their own API. The
 * sources use the credentials that the service sends.
 */
export async function addUsageSources(fleet: Fleet, options: AddUsageSourcesOptions): Promise<void> {
  const { redis = true, vector = true, endpointDomain, everyMs, onNotice } = options;
  if (vector) {
    const { vectorInfo } = await import('../../probes/vector/index.js');
    addUsageSource(fleet, vectorInfo({ everyMs }));
  }
  if (!redis) return;
  // The optional package that connects to databases.
  const isInstalled = await import('ioredis').then(
    () => true,
    () => false,
  );
  if (!isInstalled) return onNotice(NOT_INSTALLED);
  const { redisInfo } = await import('../../probes/redis/index.js');
  const hostOf = ({ endpoint }: Partial<Database>): string => {
    const host = endpoint ?? '';
    if (/[.:]|^localhost$/.test(host)) return host;
    if (/^[\w-]+$/.test(host) && endpointDomain !== undefined) return `${host}.${endpointDomain}`;
    throw new ReadFailure(NO_DOMAIN);
  };
  addUsageSource(fleet, redisInfo({ everyMs, hostOf }));
}

const NO_DOMAIN =
  'the endpoint of the record is not a host name. Name the domain: --endpoint-domain, or usage.endpointDomain of watch';

const NOT_INSTALLED =
  'the usage of databases is not read, because the package ioredis is not installed: npm install ioredis';
