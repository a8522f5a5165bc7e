import { failureWords } from '../../format/describe-failure.js';
import { describeCountdown, describeDuration } from '../../format/describe-duration.js';
import { kernelOf } from '../../core/fleet/kernel.js';
import { afterRequest, isOutage, NO_FAILURES } from '../../format/failure-run.js';
import { SILENT_CODES } from '../../format/health.js';
import { type Activity, activityOf, type Fleet, type FleetError, type PollingStatus } from '../../index.js';
import { printable } from '../../format/printable.js';
import type { LogEntry } from './render-log.js';

export interface ConnectionWords {
  readonly text: string;
  readonly mood: 'good' | 'waiting' | 'bad';
}

type Answers = Readonly<Pick<TrackedAnswers, 'answeredAt' | 'silentSince'>>;

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
      // Polling of a small fleet goes on during an outage.
      if (silentSince !== undefined) return { text: `Unreachable${sinceWords(silentSince, now)}`, mood: 'bad' };
      if (answeredAt === undefined) return { text: 'Connecting', mood: 'waiting' };
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

/** The age of a recent answer is not shown: a number that changes with each answer would distract. */
const RECENT_MS = 20_000;

function sinceWords(since: number | undefined, now: number): string {
  return since === undefined ? '' : ` for ${describeDuration(Math.max(1000, now - since))}`;
}

/** Describes when the service is asked again: `next try in 8 s`. */
function nextTry({ until }: PollingStatus, now: number): string {
  return until === undefined ? 'trying now' : `next try in ${describeCountdown(until, now)}`;
}

interface TrackedAnswers {
  answeredAt?: number | undefined;
  /** When the requests began to get no answer, Unix milliseconds. Absent unless `isOutage`. */
  silentSince?: number | undefined;
  lastFailure?: FleetError;
  log: readonly LogEntry[];
  stop(): void;
}

const MAX_ENTRIES = 50;

/** Follows the answers of a fleet. The members of the result change with them. */
export function trackAnswers(fleet: Fleet): Readonly<TrackedAnswers> {
  const { databases, list, clocks } = kernelOf(fleet, 'the board');
  const tracked: TrackedAnswers = { log: [], stop: () => subscription.unsubscribe() };
  let run = NO_FAILURES;

  function answered(at: number): void {
    run = NO_FAILURES;
    tracked.answeredAt = at;
    tracked.silentSince = undefined;
  }

  function logInterruption(event: Activity & { readonly kind: 'polling' }): void {
    const trouble = event.state === 'stopped' || event.state === 'held' ? failureWords[event.reason.code] : undefined;
    const hasEnded = event.state === 'running' && tracked.log.at(-1)?.kind === 'failed';
    if (trouble === undefined && !hasEnded) return;
    const details = event.reason && { details: printable(event.reason.message) };
    const kind = trouble === undefined ? 'seen' : 'failed';
    const text = trouble ?? 'requests are sent again';
    const entry = { at: event.at, label: 'service', text, kind, ...details } as const;
    tracked.log = [...tracked.log, entry].slice(-MAX_ENTRIES);
  }

  const subscription = activityOf(fleet).subscribe((event) => {
    if (event.kind === 'polling') logInterruption(event);
    if (event.kind === 'answer') answered(event.at);
    if (event.kind !== 'failure') return;
    const { id = '', at, error } = event;
    if (error.code !== 'aborted') tracked.lastFailure = error;
    run = afterRequest(run, { id, code: error.code, at }, SILENT_CODES);
    const requested = tracked.answeredAt === undefined ? 1 : 1 + fleet.databases.known.value.length;
    tracked.silentSince = isOutage(run, requested) ? run.since : undefined;
  });
  // In a group, another member may get all answers.
  for (const store of [databases, list.store])
    subscription.add(store.onSettled((id) => store.peek(id).error ?? answered(clocks.now())));
  return tracked;
}
