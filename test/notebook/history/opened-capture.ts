import type { Fleet } from '../../../src/index.js';
import { capture, type CaptureOptions } from '../../../src/notebook/index.js';
import { createWorld, type World } from '../../monitor/monitored-world.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';

/** Captures a fleet of some databases, whose first records are there. */
export async function openCaptured(ids: readonly string[], options: CaptureOptions) {
  const world = createWorld(ids);
  const errors: unknown[] = [];
  const fleet = world.openFleet({ onError: (error) => errors.push(error) });
  fleet.databases.add(ids);
  await world.clock.advance(1000);
  const captured = capture(fleet, { clock: world.clock, ...options });
  return { world, fleet, errors, captured, readIndex: (fields?: object) => readIndex(world, fleet, fields) };
}

/** Refreshes the list of indices, which has one with these fields, or none, and waits until its rows are taken. */
export async function readIndex(world: World, fleet: Fleet, fields?: object): Promise<void> {
  world.indices = fields === undefined ? [] : [{ ...sampleVectorIndices(1)[0], ...fields }];
  await fleet.indices.refresh();
  await world.clock.advance(20_000);
}
