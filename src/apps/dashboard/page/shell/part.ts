import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { systemClock } from '../../../../index.js';

const RETRY_MS = 1000;
/** Enough for a command that starts again. It is not more, because a later version of the command may lack the file. */
const MAX_ATTEMPTS = 30;

const loads: (() => Promise<unknown>)[] = [];

/**
 * A part of the page that is not needed for the first view. It loads on demand, or soon after the page starts. While its
 * file cannot be read, as in an outage, the fallback of its `Suspense` is shown.
 */
export function part<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  let loading: Promise<ComponentType<Props>> | undefined;
  const loadOnce = () =>
    (loading ??= loadWithRetries(load).catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
  loads.push(loadOnce);
  return lazy(async () => ({ default: await loadOnce() }));
}

/** Loads all parts. Later use then needs no wait and no server. */
export async function loadParts(): Promise<void> {
  await Promise.allSettled(loads.map((load) => load()));
}

async function loadWithRetries<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
    }
    await new Promise<void>((resolve) => void systemClock.schedule(resolve, RETRY_MS));
  }
}
