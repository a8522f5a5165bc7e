import type { Clock, Fleet, ResourceKind } from '../../index.js';
import { repeat, type Again } from './repeat.js';

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

/**
 * Reports to the fleet what the dashboard's server knows of usage. A server that knows none is asked once.
 *
 * @returns a function that ends it
 */
export function followUsage(fleet: Fleet, clock: Clock, fetchFrom: typeof fetch = fetch): () => void {
  return repeat(clock, INTERVAL_MS, async (signal): Promise<Again> => {
    try {
      const response = await fetchFrom('usage', { signal });
      if (response.status === 404) return 'never';
      if (response.ok) report(fleet, (await response.json()) as readonly UsageReport[]);
    } catch {
      // The server is away for a while; the polling tells of that.
    }
    return 'again';
  });
}

function report({ usage }: Fleet, reports: readonly UsageReport[]): void {
  for (const { resource, id, values, at, source } of reports)
    usage.report(resource, id, values, { at, ...(source !== undefined && { source }) });
}
