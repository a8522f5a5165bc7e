import { capture, type CaptureOptions } from '../../../src/notebook/index.js';
import { createWorld } from '../../monitor/monitored-world.js';

/** Captures a fleet of some databases, whose first records are there. */
export async function openCaptured(ids: readonly string[], options: CaptureOptions) {
  const world = createWorld(ids);
  const errors: unknown[] = [];
  const fleet = world.openFleet({ onError: (error) => errors.push(error) });
  fleet.databases.add(ids);
  await world.clock.advance(1000);
  return { world, fleet, errors, captured: capture(fleet, { clock: world.clock, ...options }) };
}
