import { type FunctionComponent, lazy, type ReactNode, Suspense } from 'react';
import { systemClock } from '../../../../index.js';

const RETRY_MS = 2000;

const loads: (() => Promise<unknown>)[] = [];

/**
 * A part of the page that is not needed for the first view. It loads on demand, or soon after the page starts. While its
 * file cannot be read, as in an outage, `fallback` is shown in its place, by default nothing.
 */
export function part<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props & { readonly fallback?: ReactNode }> {
  let loading: Promise<FunctionComponent<Props>> | undefined;
  const loadOnce = () => (loading ??= loadWithRetries(load));
  loads.push(loadOnce);
  const Loaded = lazy(async () => ({ default: await loadOnce() })) as unknown as FunctionComponent<Props>;
  return function Part({ fallback, ...props }) {
    return (
      <Suspense fallback={fallback}>
        <Loaded {...(props as unknown as Props)} />
      </Suspense>
    );
  };
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
