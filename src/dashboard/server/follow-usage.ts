import type { Clock, Fleet, ResourceKind } from '../../index.js';

/** One report of usage, as the dashboard's server hands it on. */
interface UsageReport {
  readonly resource: ResourceKind;
  readonly id: string;
  readonly values: Readonly<Record<string, number>>;
  /** Unix milliseconds. */
  readonly at: number;
  readonly source?: string;
}

const INTERVAL_MS = 2000;

/** Whether there is usage to be had; `gone`: there is none, and never will be. */
type Outcome = 'again' | 'gone';

/**
 * Reports to the fleet what the dashboard's server knows of usage, again and again while the page can be seen. A server
 * that knows none is asked once.
 *
 * @returns a function that ends it
 */
export function followUsage(fleet: Fleet, clock: Clock, fetchFrom: typeof fetch = fetch): () => void {
  const end = new AbortController();
  let cancel = (): void => {};

  async function follow(): Promise<void> {
    const outcome = document.visibilityState === 'hidden' ? 'again' : await ask(fleet, fetchFrom, end.signal);
    if (outcome === 'again' && !end.signal.aborted) cancel = clock.schedule(() => void follow(), INTERVAL_MS);
  }

  void follow();
  return () => {
    end.abort();
    cancel();
  };
}

async function ask(fleet: Fleet, fetchFrom: typeof fetch, signal: AbortSignal): Promise<Outcome> {
  try {
    const response = await fetchFrom('usage', { headers: { accept: 'application/json' }, signal });
    if (response.status === 404) return 'gone';
    if (response.ok) report(fleet, (await response.json()) as readonly UsageReport[]);
  } catch {
    // The server is away for a while; the polling tells of that.
  }
  return 'again';
}

function report({ usage }: Fleet, reports: readonly UsageReport[]): void {
  for (const { resource, id, values, at, source } of reports)
    usage.report(resource, id, values, { at, ...(source !== undefined && { source }) });
}
