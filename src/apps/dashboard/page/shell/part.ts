import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { type Clock, systemClock } from '../../../../index.js';

const RETRY_MS = 1000;
/** Enough for a command that starts again. Later attempts are rarer: another version of the command may lack the file. */
const QUICK_ATTEMPTS = 30;
const RARE_RETRY_MS = 10_000;

const loads: (() => Promise<unknown>)[] = [];

/**
 * A part of the page that is not needed for the first view. It loads on demand, or soon after the page starts. While its
 * file cannot be read, as in an outage, the fallback of its `Suspense` is shown.
 */
export function part<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  let loading: Promise<ComponentType<Props>> | undefined;
  const loadOnce = () => (loading ??= loadWithRetries(load));
  loads.push(loadOnce);
  return lazy(async () => ({ default: await loadOnce() }));
}

/** Loads all parts. Later use then needs no wait and no server. */
export function loadParts(): void {
  for (const load of loads) void load();
}

/** Never rejects: a part that is missing must not end the rest of the page. */
export async function loadWithRetries<Part>(load: () => Promise<Part>, clock: Clock = systemClock): Promise<Part> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load();
    } catch {
      const delayMs = attempt < QUICK_ATTEMPTS ? RETRY_MS : RARE_RETRY_MS;
      await new Promise<void>((resolve) => void clock.schedule(resolve, delayMs));
    }
  }
}
