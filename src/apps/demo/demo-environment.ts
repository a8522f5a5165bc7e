import { randomBytes, randomUUID } from 'node:crypto';
import {
  createFleet,
  FleetError,
  systemClock,
  type CreateDatabaseRequest,
  type IndexRecord,
  type PollingOptions,
} from '../../index.js';
import type { Cadence } from '../../core/fleet/polling-options.js';
import { createControlClient, createService, type Seed } from '../../service/index.js';
import { readPage } from '../dashboard/server/page.js';
import { startDashboard } from '../dashboard/server/start-dashboard.js';
import { createUsageAnswers } from '../dashboard/server/usage-answers.js';
import { registerLocal } from '../local-services/local-files.js';
import { DEFAULT_PORT, type RedisMode } from '../terminal/client-options.js';
import type { CommandIo } from '../terminal/command-io.js';
import { readVariable, variables } from '../terminal/environment-variables.js';
import { pageFolder } from '../terminal/installed-package.js';
import { listenWithFallback } from '../terminal/listen-with-fallback.js';

export interface DemoOptions {
  /** @default the usual port, or a free port if it is in use */
  readonly port?: number;
  readonly redis: RedisMode;
  readonly databases: number;
}

interface OpenDemoOptions extends DemoOptions {
  readonly polling: PollingOptions;
  readonly onNotice: (notice: string) => void;
  readonly onError?: (error: unknown) => void;
}

/** Public, because the service listens on loopback and holds demonstration data only. */
const credentials = { username: 'demo', password: 'demo' } as const;

/** More servers would load the machine too much. */
const MAX_SERVERS = 20;

export type Demo = Awaited<ReturnType<typeof openDemo>>;

export type DemoEnvironment = Pick<Demo, 'fleet' | 'control' | 'clock'>;

/**
 * Starts the service, its fleet, and the page of the fleet. The fleet tracks the seeded databases, those that are
 * created on the page, and the indices.
 *
 * @throws Error with the reason. Nothing stays open then.
 */
export async function openDemo(io: CommandIo, options: OpenDemoOptions) {
  const { redis, databases: count, port, polling, onNotice, onError } = options;
  const clock = systemClock;
  const controlToken = readVariable(io.env, variables.controlToken) || randomBytes(16).toString('hex');
  const ids: string[] = [];
  const service = createService({
    credentials,
    seed: createDemoSeed(count),
    redis: redis === 'auto' && count > MAX_SERVERS ? 'off' : redis,
    lifecycle: { creatingMs: 2500, updatingMs: 1500 },
    controlToken,
    onSeeded: ({ databases: seeded }) => ids.push(...seeded.map(({ id }) => id)),
    onNotice,
  });
  const closers = [service.close];
  const close = async (): Promise<void> => {
    for (const each of closers.splice(0).toReversed()) await each();
  };
  try {
    const listen = (at: number) => service.listen({ port: at });
    const { listening, movedFrom } = await listenWithFallback(listen, port, DEFAULT_PORT);
    const { url: baseUrl } = listening;
    const fleet = createFleet({ baseUrl, credentials, polling, ...(onError && { onError }) });
    closers.push(async () => fleet.dispose());
    const dashboard = await startDashboard({
      page: await readPage(pageFolder),
      baseUrl,
      credentials,
      fleet,
      mayCreate: true,
      ids: () => fleet.databases.known.value,
      usage: createUsageAnswers(fleet, clock),
      demoRun: randomUUID(),
      commandArguments: ' --local',
      onCreated: (id) => fleet.databases.add(id),
      // A FleetError comes from a simulated outage. Other errors are unexpected.
      onError: (error) => {
        if (!(error instanceof FleetError)) onNotice('A request of the dashboard failed.');
      },
    });
    closers.push(dashboard.close);
    const page = { url: dashboard.url, service: baseUrl, account: credentials.username };
    closers.push(await registerLocal(io, 'services', { url: baseUrl, credentials }, onNotice));
    closers.push(await registerLocal(io, 'pages', page));
    const control = createControlClient({ baseUrl, token: controlToken });
    fleet.databases.add(ids);
    fleet.indices.track();
    return { baseUrl, movedFrom, fleet, ids, control, clock, page: { ...page, movedFrom: dashboard.movedFrom }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Creates the cadence of the demonstration. It is faster than the default cadence, because a person watches. */
export function createDemoCadence(intervals: Record<'modifyingMs' | 'observedMs' | 'trackedMs', number>): Cadence {
  return ({ modifying, waiting, observed }) => {
    if (modifying || waiting) return intervals.modifyingMs;
    return observed ? intervals.observedMs : intervals.trackedMs;
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

/** Only members that differ from the defaults. The service lists by id, and random ids would change the order. */
const indices: readonly Partial<IndexRecord>[] = [
  { id: 'demo-1-support-articles', name: 'support-articles', embedding_model: 'BGE_LARGE_EN_V1_5' },
  { id: 'demo-2-product-titles', name: 'product-titles', index_type: 'SPARSE', region: 'us-east-1', type: 'free' },
  {
    id: 'demo-3-catalogue',
    name: 'catalogue',
    index_type: 'HYBRID',
    similarity_function: 'DOT_PRODUCT',
    sparse_embedding_model: 'BGE_M3',
    region: 'us-central1',
    type: 'fixed',
  },
];

/** Various plans, platforms, regions and kinds of vectors. @param count the number of databases; repeated names get a number */
export function createDemoSeed(count: number): Seed {
  const all = Array.from({ length: count }, (_, at): CreateDatabaseRequest => {
    const usual = databases[at % databases.length] as CreateDatabaseRequest;
    const round = Math.floor(at / databases.length);
    return round === 0 ? usual : { ...usual, database_name: `${usual.database_name}-${round + 1}` };
  });
  return { databases: all, indices };
}
