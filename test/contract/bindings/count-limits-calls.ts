import { vi } from 'vitest';
import { kernelOf } from '../../../src/core/fleet/kernel.js';
import type { Fleet } from '../../../src/index.js';

/** Counts the calls of `limitsOf` for a fleet: each call asks the fleet for its part `usage`. */
export function countLimitsCalls(fleet: Fleet): () => number {
  const part = vi.spyOn(kernelOf(fleet, 'countLimitsCalls'), 'part');
  return () => part.mock.calls.filter(([name]) => name === 'usage').length;
}
