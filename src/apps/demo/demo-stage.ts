import { randomBytes } from 'node:crypto';
import { createFleet, type Fleet } from '../../core/fleet/fleet.js';
import type { PollingOptions } from '../../core/polling/polling-options.js';
import { createControlClient, createService, type ControlClient } from '../../service/index.js';
import type { Clock } from '../../core/shared/clock.js';
import { DEFAULT_PORT } from '../terminal/client-options.js';
import type { RedisMode } from '../terminal/redis-option.js';
import { listenWithFallback } from '../terminal/listen-with-fallback.js';
import { demoCredentials } from './demo-credentials.js';
import { createDemoSeed } from './demo-seed.js';

/** What the demonstration plays on. */
export interface DemoStage {
  readonly baseUrl: string;
  /** The port that it would have had, were that not in use. */
  readonly movedFrom?: number;
  /** It tracks what the service began with. */
  readonly fleet: Fleet;
  /** What happens to the service comes from here. */
  readonly control: ControlClient;
  readonly clock: Clock;
  close(): Promise<void>;
}

export interface DemoStageOptions {
  /** @default `usualPort`, or any free one where that is in use */
  readonly port?: number;
  /** @default 4870 */
  readonly usualPort?: number;
  readonly redis: RedisMode;
  /** How many databases there are at first. */
  readonly databases: number;
  /** Opens the control API to others, too. @default one that nobody knows */
  readonly controlToken?: string;
  readonly polling: PollingOptions;
  readonly clock: Clock;
  readonly onNotice: (notice: string) => void;
  /** Takes what goes wrong within subscribers. @default console.error */
  readonly onError?: (error: unknown) => void;
}

/** Long enough for each part of it to be seen, short enough for someone who waits. */
const LIFECYCLE = { creatingMs: 2500, updatingMs: 1500 };

/** Starts the service and a fleet of what is in it. @throws Error that says what is in the way; nothing is left open. */
export async function openDemoStage(options: DemoStageOptions): Promise<DemoStage> {
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

/** The API lists no databases, so the fleet has to be told. In the order of the seed: the service's is that of random ids. */
async function seededIds(control: ControlClient, names: readonly string[]): Promise<string[]> {
  const place = new Map(names.map((name, at) => [name, at]));
  const records = await control.databases.list();
  return records
    .toSorted((a, b) => (place.get(String(a['database_name'])) ?? 0) - (place.get(String(b['database_name'])) ?? 0))
    .map((record) => String(record['database_id']));
}
