import { randomBytes } from 'node:crypto';
import {
  createFleet,
  type Fleet,
  type PollingOptions,
  type Clock,
  type CreateDatabaseRequest,
  type IndexRecord,
} from '../../index.js';
import { createControlClient, createService, type ControlClient, type Seed } from '../../service/index.js';
import { DEFAULT_PORT } from '../terminal/client-options.js';
import { listenWithFallback } from '../terminal/listen-with-fallback.js';
import { demoCredentials, type DemoServiceOptions } from './demo-options.js';
import type { Cadence } from '../../core/fleet/polling-options.js';

export interface DemoEnvironment {
  readonly baseUrl: string;
  readonly movedFrom?: number;
  readonly fleet: Fleet;
  readonly control: ControlClient;
  readonly clock: Clock;
  close(): Promise<void>;
}

export interface DemoEnvironmentOptions extends DemoServiceOptions {
  /** @default 4870 */
  readonly usualPort?: number;
  readonly polling: PollingOptions;
  readonly clock: Clock;
  readonly onNotice: (notice: string) => void;
  readonly onError?: (error: unknown) => void;
}

/** Long enough to see each step, and short enough to wait for. */
const LIFECYCLE = { creatingMs: 2500, updatingMs: 1500 };

/** Starts the service and its fleet. @throws Error with the reason. Nothing stays open then. */
export async function startDemoEnvironment(options: DemoEnvironmentOptions): Promise<DemoEnvironment> {
  const { redis, databases, port, usualPort = DEFAULT_PORT, clock, polling, onNotice, onError } = options;
  const token = options.controlToken ?? randomBytes(16).toString('hex');
  const seed = createDemoSeed(databases);
  const service = createService({
    credentials: demoCredentials,
    seed,
    redis,
    lifecycle: LIFECYCLE,
    controlToken: token,
    clock,
    onNotice,
  });
  try {
    const { listening, movedFrom } = await listenWithFallback((at) => service.listen({ port: at }), {
      port,
      usualPort,
    });
    const baseUrl = listening.url;
    const control = createControlClient({ baseUrl, token, clock });
    const ids = await seededIds(
      control,
      (seed.databases ?? []).map(({ database_name: name }) => name),
    );
    const fleet = createFleet({ baseUrl, credentials: demoCredentials, polling, clock, ...(onError && { onError }) });
    fleet.databases.add(ids);
    fleet.indices.track();
    const close = async (): Promise<void> => {
      fleet.dispose();
      await service.close();
    };
    return { baseUrl, ...(movedFrom !== undefined && { movedFrom }), fleet, control, clock, close };
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** Returns the ids of the seed in its order. The API lists no databases, and the control API sorts by random ids. */
async function seededIds(control: ControlClient, names: readonly string[]): Promise<string[]> {
  const place = new Map(names.map((name, at) => [name, at]));
  const records = await control.databases.list();
  return records
    .toSorted((a, b) => (place.get(String(a['database_name'])) ?? 0) - (place.get(String(b['database_name'])) ?? 0))
    .map((record) => String(record['database_id']));
}

interface DemoIntervals {
  readonly modifyingMs: number;
  readonly observedMs: number;
  readonly trackedMs: number;
}

/** Creates the cadence of the demonstration. It is faster than the default cadence, because a person watches. */
export function createDemoCadence({ modifyingMs, observedMs, trackedMs }: DemoIntervals): Cadence {
  return ({ modifying, waiting, observed }) => {
    if (modifying || waiting) return modifyingMs;
    return observed ? observedMs : trackedMs;
  };
}

const databases: readonly CreateDatabaseRequest[] = [
  { database_name: 'sessions', platform: 'aws', primary_region: 'eu-west-1', plan: 'free' },
  {
    database_name: 'orders',
    platform: 'aws',
    primary_region: 'us-east-1',
    read_regions: ['eu-central-1', 'ap-southeast-1'],
    plan: 'payg',
    budget: 120,
    tls: true,
  },
  { database_name: 'page-cache', platform: 'gcp', primary_region: 'europe-west1', plan: 'fixed_1gb', eviction: true },
  { database_name: 'rate-limits', platform: 'gcp', primary_region: 'us-central1', plan: 'fixed_10gb', tls: true },
];

/** Fixed ids, because the service lists by id and random ids would change the order. */
const indices: readonly Partial<IndexRecord>[] = [
  {
    id: 'demo-1-support-articles',
    name: 'support-articles',
    index_type: 'DENSE',
    dimension_count: 1024,
    similarity_function: 'COSINE',
    embedding_model: 'BGE_LARGE_EN_V1_5',
    region: 'eu-west-1',
    type: 'payg',
  },
  {
    id: 'demo-2-product-titles',
    name: 'product-titles',
    index_type: 'SPARSE',
    sparse_embedding_model: 'BM25',
    region: 'us-east-1',
    type: 'free',
  },
  {
    id: 'demo-3-catalogue',
    name: 'catalogue',
    index_type: 'HYBRID',
    dimension_count: 1024,
    similarity_function: 'DOT_PRODUCT',
    embedding_model: 'BGE_M3',
    sparse_embedding_model: 'BGE_M3',
    region: 'us-central1',
    type: 'fixed',
    reserved_price: 60,
  },
];

/**
 * Creates the seed of the demonstration's service, with various plans, platforms, regions and kinds of vectors.
 *
 * @param count the number of databases; repeated names get a number
 */
export function createDemoSeed(count: number): Seed {
  const all = Array.from({ length: count }, (_, at): CreateDatabaseRequest => {
    const usual = databases[at % databases.length] as CreateDatabaseRequest;
    const round = Math.floor(at / databases.length);
    return round === 0 ? usual : { ...usual, database_name: `${usual.database_name}-${round + 1}` };
  });
  return { databases: all, indices };
}
