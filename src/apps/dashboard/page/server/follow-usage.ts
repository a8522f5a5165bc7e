import type { Clock, Fleet, ResourceKind } from '../../../../index.js';
import { repeat, type Repetition } from './repeat.js';

/** One usage report, as the dashboard's server sends it. */
interface UsageReport {
  readonly resource: ResourceKind;
  readonly id: string;
  readonly values: Readonly<Record<string, number>>;
  /** Unix milliseconds. */
  readonly at: number;
  readonly source?: string;
}

const INTERVAL_MS = 2000;

/** Each report is one commit. The browser can render after this many commits. */
const BATCH_SIZE = 200;

/**
 * Reports the usage that the dashboard's server sends to the fleet. A server without usage is asked once.
 *
 * @returns a function that stops the reports.
 */
export function followUsage(fleet: Fleet, clock: Clock, fetchFrom: typeof fetch = fetch): () => void {
  return repeat(clock, INTERVAL_MS, async (signal): Promise<Repetition> => {
    try {
      const response = await fetchFrom('usage', { signal });
      if (response.status === 404) return 'stop';
      if (response.ok) await report(fleet, clock, (await response.json()) as readonly UsageReport[]);
    } catch {
      // The polling shows that the server does not answer.
    }
    return 'repeat';
  });
}

async function report({ usage }: Fleet, clock: Clock, reports: readonly UsageReport[]): Promise<void> {
  for (const [index, { resource, id, values, at, source }] of reports.entries()) {
    usage.report(resource, id, values, { at, ...(source !== undefined && { source }) });
    if (index % BATCH_SIZE === BATCH_SIZE - 1) await new Promise<void>((resolve) => void clock.schedule(resolve, 0));
  }
}
