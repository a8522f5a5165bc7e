import { randomBytes } from 'node:crypto';
import { createFleet, type Fleet } from '../../core/fleet/fleet.js';
import type { PollingOptions } from '../../core/polling/polling-options.js';
import { createControlClient, createService, type ControlClient } from '../../service/index.js';
import type { Clock } from '../../core/shared/clock.js';
import { DEFAULT_PORT } from '../terminal/client-options.js';
import { listenWithFallback } from '../terminal/listen-with-fallback.js';
import { demoCredentials, type DemoServiceOptions } from './demo-options.js';
import { createDemoSeed } from './demo-seed.js';

/** The service, fleet and control client of a demonstration. */
export interface DemoEnvironment {
  readonly baseUrl: string;
  /** The usual port, if it was in use. */
  readonly movedFrom?: number;
  /** Tracks the databases and indices of the seed. */
  readonly fleet: Fleet;
  /** Changes the service. */
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
  /** Called with errors of subscribers. @default console.error */
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
