import type { PollingStatus } from '../../core/polling/polling-status.js';
import { describeCountdown, describeDuration } from '../../format/describe-duration.js';

export interface Answers {
  readonly answeredAt: number | undefined;
  /** The first request without an answer since the last answer. */
  readonly silentSince: number | undefined;
}

export interface ConnectionWords {
  readonly text: string;
  readonly mood: 'good' | 'waiting' | 'bad';
}

export function describeConnection(status: PollingStatus, answers: Answers, now: number): ConnectionWords {
  const { answeredAt, silentSince } = answers;
  const next = nextTry(status, now);
  switch (status.state) {
    case 'paused':
      return { text: 'Paused, press p to resume', mood: 'waiting' };
    case 'held':
      return { text: `The service asks for fewer requests, ${next}`, mood: 'waiting' };
    case 'stopped':
      if (status.reason.code === 'unauthorized') return { text: `Wrong credentials, ${next}`, mood: 'bad' };
      if (status.reason.code === 'forbidden') return { text: `Access denied, ${next}`, mood: 'bad' };
      return { text: `Unreachable${sinceWords(silentSince ?? answeredAt, now)}, ${next}`, mood: 'bad' };
    case 'running':
      if (answeredAt === undefined)
        return { text: silentSince === undefined ? 'Connecting' : 'No answer yet', mood: 'waiting' };
      return {
        text: now - answeredAt < RECENT_MS ? 'Live' : `Live, updated ${describeDuration(now - answeredAt)} ago`,
        mood: 'good',
      };
  }
}

export function describeReading({ answeredAt }: Answers): ConnectionWords {
  if (answeredAt === undefined) return { text: 'No record was read', mood: 'bad' };
  return { text: `Read at ${new Date(answeredAt).toISOString().slice(0, 19)}Z`, mood: 'good' };
}

/** A number that changes with each answer draws attention, and says nothing. */
const RECENT_MS = 20_000;

function sinceWords(since: number | undefined, now: number): string {
  return since === undefined ? '' : ` for ${describeDuration(Math.max(1000, now - since))}`;
}

/** Describes when the service is asked again: `next try in 8 s`. */
function nextTry({ until }: PollingStatus, now: number): string {
  return until === undefined ? 'trying now' : `next try in ${describeCountdown(until, now)}`;
}

/**
 * Describes why a refresh cannot be sent: `cannot refresh: unreachable, next try in 8 s`. `undefined` if it can be
 * sent. A paused fleet still sends it.
 */
export function describeRefusal(status: PollingStatus, now: number): string | undefined {
  if (status.state !== 'held' && status.state !== 'stopped') return undefined;
  return `cannot refresh: ${REFUSALS[status.reason.code]}, ${nextTry(status, now)}`;
}

const REFUSALS = {
  outage: 'unreachable',
  unauthorized: 'wrong credentials',
  forbidden: 'access denied',
  'rate-limited': 'the service asks for fewer requests',
} as const;
