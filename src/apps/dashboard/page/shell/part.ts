import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { systemClock } from '../../../../index.js';

const RETRY_MS = 2000;

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
async function loadWithRetries<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise<void>((resolve) => void systemClock.schedule(resolve, RETRY_MS));
    }
  }
}
