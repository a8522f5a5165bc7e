import { onTestFinished } from 'vitest';
import type { Fleet } from '../../../src/index.js';
import { capture, type Capture, type CaptureOptions } from '../../../src/notebook/index.js';
import { createWorld, type World } from '../../monitor/monitored-world.js';

interface Captured {
  readonly world: World;
  readonly fleet: Fleet;
  readonly captured: Capture;
  readonly errors: unknown[];
}

/** Captures a fleet of some databases, whose first records are there. */
export async function openCaptured(ids: readonly string[], options: CaptureOptions): Promise<Captured> {
  const world = createWorld(ids);
  const errors: unknown[] = [];
  const fleet = world.openFleet({ onError: (error) => errors.push(error) });
  onTestFinished(() => fleet.dispose());
  fleet.databases.add(ids);
  await world.clock.advance(1000);
  return { world, fleet, errors, captured: capture(fleet, { clock: world.clock, ...options }) };
}
