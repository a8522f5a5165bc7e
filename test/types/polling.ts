/* The state of the polling narrows the types of its reason and its time. Nothing runs here: see `public-api.ts`. */
import type { Activity, PollingStatus } from '../../src/index.js';

export function aStateSaysWhyPollingDoesNotRun(status: PollingStatus): void {
  status.known satisfies number;
  if (status.state === 'running') status.reason satisfies undefined;
  if (status.state === 'paused') {
    status.reason.code satisfies 'requested' | 'hidden' | 'offline';
    status.until satisfies undefined;
  }
  if (status.state === 'held') {
    status.reason.code satisfies 'rate-limited';
    status.until satisfies number;
  }
  if (status.state === 'stopped') {
    status.reason.code satisfies 'outage' | 'unauthorized' | 'forbidden';
    status.until satisfies number | undefined;
  }
  if (status.reason !== undefined) status.state satisfies 'paused' | 'held' | 'stopped';
  // @ts-expect-error polling that runs has no reason not to
  status.reason.message satisfies string;
  // @ts-expect-error the time of the next try is not known while that try is under way
  if (status.state === 'stopped') status.until satisfies number;
  // @ts-expect-error no such state
  void (status.state === 'waiting');
}

export function anActivityOfPollingIsNarrowedToo(activity: Activity): void {
  if (activity.kind === 'polling' && activity.state === 'held') activity.until satisfies number;
  // @ts-expect-error polling that runs has no reason not to
  if (activity.kind === 'polling') activity.reason.message satisfies string;
}

const counts = { breaker: 'closed', known: 0, due: 0, inFlight: 0, requestsLastMinute: 0 } as const;

export const pollingStatuses: readonly PollingStatus[] = [
  { ...counts, state: 'running' },
  { ...counts, state: 'paused', reason: { code: 'hidden', message: '' } },
  // @ts-expect-error polling that is paused has a reason
  { ...counts, state: 'paused' },
  // @ts-expect-error a 429 says until when
  { ...counts, state: 'held', reason: { code: 'rate-limited', message: '' } },
];
