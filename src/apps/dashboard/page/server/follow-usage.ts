import type { Clock, Fleet, ResourceKind } from '../../../../index.js';
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

/** Each is a commit of its own; between so many of them the page is drawn. */
const AT_ONCE = 200;

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
      if (response.ok) await report(fleet, clock, (await response.json()) as readonly UsageReport[]);
    } catch {
      // The server is away for a while; the polling tells of that.
    }
    return 'again';
  });
}

async function report({ usage }: Fleet, clock: Clock, reports: readonly UsageReport[]): Promise<void> {
  for (const [index, { resource, id, values, at, source }] of reports.entries()) {
    usage.report(resource, id, values, { at, ...(source !== undefined && { source }) });
    if (index % AT_ONCE === AT_ONCE - 1) await new Promise<void>((resolve) => void clock.schedule(resolve, 0));
  }
}
