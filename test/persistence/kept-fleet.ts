import { createStore, type Store } from '../../src/persistence/store.js';
import { createFleetUnderTest, quick, type FleetUnderTest } from '../core/fleet/fleet-under-test.js';
import type { Script } from '../core/fleet/scripted-service.js';
import { createMemoryEngine, type MemoryEngine } from './memory-engine.js';

export interface KeptFleet extends FleetUnderTest {
  readonly engine: MemoryEngine;
  readonly store: Store;
}

/** Makes a fleet with a store. Pass an engine with the values of an earlier one to restart it. */
export function createKeptFleet(engine = createMemoryEngine(), script?: Script): KeptFleet {
  const store = createStore(engine);
  const kept = { ...createFleetUnderTest({ persistence: store, polling: quick }), engine, store };
  if (script !== undefined) kept.service.respond(script);
  return kept;
}

export const noAnswer: Script = () => undefined;

export async function end({ fleet, store }: KeptFleet): Promise<void> {
  fleet.dispose();
  await store.close();
}

/** Starts a fleet with the values of another one that was ended. Its state is loading. */
export function startAgain({ engine }: KeptFleet, script = noAnswer): KeptFleet {
  return createKeptFleet(createMemoryEngine(engine.values), script);
}
