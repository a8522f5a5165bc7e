import { vi } from 'vitest';

/**
 * Repeats a check until it does not throw, and returns its result. `vi.waitFor` itself gives up after a second, which is
 * short on a busy machine.
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 30_000, interval: 20 });
}
