import { describeDuration } from '../../../../format/describe-duration.js';
import { formatCount } from '../../../../format/quantities.js';
import type { PollingStatus } from '../../../../index.js';
import type { Troubles } from './troubles.js';

/** Beside the word `Paused`, what else there is to say; a reason that somebody gave is said as it is. */
const PAUSES: Readonly<Record<string, string>> = {
  'Paused on request.': 'What is shown stays as it is. A refresh is still sent.',
  'Paused while there is no network.': 'There is no network. It goes on by itself when there is.',
};

/** What the polling does, in one line: why it does not run and until when comes before all. */
export function describePolling(status: PollingStatus, { failing, last }: Troubles, now: number): string {
  const { reason, until } = status;
  if (status.state === 'paused') return PAUSES[status.reason.message] ?? status.reason.message;
  if (reason !== undefined)
    return until === undefined ? reason.message : `Again in ${left(until, now)}. ${reason.message}`;
  if (failing === 0 || last === undefined) return describeWork(status, now);
  const what = failing === 1 ? 'One request keeps failing' : `${formatCount(failing)} requests keep failing`;
  return `${what}, and what is shown of it may be old. It is tried again by itself. ${last.message}`;
}

/** Counted down to 1: at 0 it has begun. */
function left(at: number, now: number): string {
  return describeDuration(Math.max(1000, Math.ceil((at - now) / 1000) * 1000));
}

function describeWork({ due, inFlight, requestsLastMinute, nextDueAt }: PollingStatus, now: number): string {
  const next = due > 0 ? `${formatCount(due)} due` : nextDueAt !== undefined && `next poll in ${left(nextDueAt, now)}`;
  return [
    next,
    `${inFlight} ${inFlight === 1 ? 'request' : 'requests'} in flight`,
    `${formatCount(requestsLastMinute)} in the last minute`,
  ]
    .filter(Boolean)
    .join(' · ');
}
