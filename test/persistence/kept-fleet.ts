import { refreshAll, reportUsage } from '../../src/index.js';
import { createStore } from '../../src/persistence/store.js';
import { createFleetUnderTest, quick } from '../core/fleet/fleet-under-test.js';
import type { Script } from '../core/fleet/scripted-service.js';
import { createMemoryEngine } from './memory-engine.js';

export type KeptFleet = ReturnType<typeof createKeptFleet>;

/** A create without options. */
export const request = { database_name: 'carts', platform: 'aws', primary_region: 'us-east-1' } as const;

/** Makes a fleet with a store. Pass an engine with the values of an earlier one to restart it. */
export function createKeptFleet(engine = createMemoryEngine(), script?: Script) {
  const store = createStore(engine);
  const kept = { ...createFleetUnderTest({ persistence: store, polling: quick }), engine, store };
  if (script !== undefined) kept.service.respond(script);
  return kept;
}

export const noAnswer: Script = () => undefined;

/** The keys of all stored values. */
export const keysOf = ({ engine }: KeptFleet): string[] => [...engine.values.keys()].toSorted();

export async function end({ fleet, store }: KeptFleet): Promise<void> {
  fleet.dispose();
  await store.close();
}

/** Starts a fleet with the values of another one that was ended. Its state is loading. */
export function startAgain({ engine }: KeptFleet): KeptFleet {
  return createKeptFleet(createMemoryEngine(engine.values), noAnswer);
}

/** Ends a fleet and starts it again with what the store has kept. No answer replaces it. */
export async function restart(kept: KeptFleet): Promise<KeptFleet> {
  await end(kept);
  const next = startAgain(kept);
  await next.fleet.ready;
  return next;
}

/** A fleet that has ended, and whose store has kept the ids with their records and a use of each. */
export async function endedFleet(ids: readonly string[]): Promise<KeptFleet> {
  const kept = createKeptFleet();
  kept.fleet.databases.add(ids);
  await refreshAll(kept.fleet);
  for (const id of ids) reportUsage(kept.fleet, 'database', id, { db_max_clients: 10 });
  await end(kept);
  return kept;
}
