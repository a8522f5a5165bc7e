import type { PollingStatus } from '../../../../index.js';
import { describeCountdown, describeDuration } from '../../../../format/describe-duration.js';
import { countOf, formatCount } from '../../../../format/quantities.js';
import { toSentence } from '../shell/names.js';
import { selectConnection, type PollFailures } from './connection.js';

/** The reason that the page's own button passes to `pause`. */
export const PAUSE_REASON = 'The data on this page does not update. Refresh still works.';

export interface ConnectionFacts {
  readonly status: PollingStatus;
  readonly failures: PollFailures;
  readonly answeredAt: number | undefined;
  readonly now: number;
}

export function describeConnection({ status, failures, answeredAt, now }: ConnectionFacts) {
  const { reason, until } = status;
  const { count, silentSince } = failures;
  const next = until === undefined ? 'trying now' : `next try in ${describeCountdown(until, now)}`;
  switch (selectConnection(status, failures, answeredAt !== undefined)) {
    case 'unreachable': {
      const since = silentSince ?? answeredAt;
      const age = since === undefined ? '' : ` for ${describeDuration(Math.max(1000, now - since))}`;
      return { tone: 'error', word: `Unreachable${age}, ${next}`, text: '' };
    }
    case 'refused': {
      const isDenied = reason?.code === 'forbidden';
      const advice = isDenied
        ? 'The service denies access to this account.'
        : 'Start the dashboard again with the user name and password of the account.';
      const word = isDenied ? 'Access denied.' : 'Wrong credentials.';
      return { tone: 'error', word, text: `${advice} ${toSentence(next)}` };
    }
    case 'limited':
      return { tone: 'warning', word: 'Waiting', text: `The service asks for fewer requests, ${next}.` };
    case 'offline':
      return { tone: 'warning', word: 'Offline', text: 'The page continues when the network is back.' };
    case 'paused':
      return { word: 'Paused', text: reason?.message ?? '' };
    case 'partial':
      return { tone: 'warning', word: `${countOf(count, 'request')} failed.`, text: 'The page tries again.' };
    case 'connecting':
      return { word: 'Connecting', text: '' };
    case 'live': {
      const ms = now - (answeredAt ?? now);
      // A text that changes each second distracts, so a recent time has no number.
      return { word: 'Live', text: `updated ${ms < RECENT_MS ? 'just now' : `${describeDuration(ms)} ago`}` };
    }
  }
}

const RECENT_MS = 10_000;

export function describeDetails({ status, failures, now }: Omit<ConnectionFacts, 'answeredAt'>): readonly string[] {
  const { reason, due, inFlight, requestsLastMinute, nextDueAt, overloaded } = status;
  return [
    reason?.message,
    failures.latest && `Last error: ${failures.latest.message}`,
    `${countOf(requestsLastMinute, 'request')} in the last minute, ${formatCount(inFlight)} in flight, ${formatCount(due)} due.`,
    nextDueAt === undefined || due > 0 ? undefined : `Next poll in ${describeCountdown(nextDueAt, now)}.`,
    overloaded &&
      `${formatCount(overloaded.askedPerSecond)} requests a second are wanted, ${formatCount(overloaded.allowedPerSecond)} are allowed: rows update less often.`,
  ].filter((line) => line !== undefined);
}
