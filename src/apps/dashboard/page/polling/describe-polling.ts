import { describeCountdown } from '../../../../format/describe-duration.js';
import { formatCount } from '../../../../format/quantities.js';
import type { PollingStatus } from '../../../../index.js';
import type { PollFailures } from './poll-failures.js';

/** The reason that the page's own button passes to `pause`. */
export const PAUSE_REASON = 'The data on this page does not update. Refresh still works.';

const OFFLINE = 'There is no network. Polling resumes when the network is back.';

/** Describes the polling in one line. The reason why it does not run comes first, with the time of the next attempt. */
export function describePolling(status: PollingStatus, { count, latest }: PollFailures, now: number): string {
  const { reason, until } = status;
  if (status.state === 'paused') return status.reason.code === 'offline' ? OFFLINE : status.reason.message;
  if (reason !== undefined)
    return until === undefined ? reason.message : `Next attempt in ${describeCountdown(until, now)}. ${reason.message}`;
  if (latest === undefined) return describeRequests(status, now);
  const failing = count === 1 ? '1 request keeps failing' : `${formatCount(count)} requests keep failing`;
  return `${failing}, so some data may be out of date. The page keeps trying. Last error: ${latest.message}`;
}

function describeRequests({ due, inFlight, requestsLastMinute, nextDueAt }: PollingStatus, now: number): string {
  const next =
    due > 0
      ? `${formatCount(due)} due`
      : nextDueAt !== undefined && `next poll in ${describeCountdown(nextDueAt, now)}`;
  return [
    next,
    `${inFlight} ${inFlight === 1 ? 'request' : 'requests'} in flight`,
    `${formatCount(requestsLastMinute)} in the last minute`,
  ]
    .filter(Boolean)
    .join(' · ');
}
