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
