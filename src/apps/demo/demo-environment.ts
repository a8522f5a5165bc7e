import { randomBytes } from 'node:crypto';
import { createFleet, type Fleet, type PollingOptions, type Clock } from '../../index.js';
import { createControlClient, createService, type ControlClient } from '../../service/index.js';
import { DEFAULT_PORT } from '../terminal/client-options.js';
import { listenWithFallback } from '../terminal/listen-with-fallback.js';
import { demoCredentials, type DemoServiceOptions } from './demo-options.js';
import { createDemoSeed } from './demo-seed.js';
import type { Cadence } from '../../core/polling/cadence.js';

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
