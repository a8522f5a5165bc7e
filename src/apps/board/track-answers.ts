import { activityOf, type Activity, type Fleet, type FleetError } from '../../index.js';
import { printable } from '../../format/printable.js';
import type { Answers } from './describe-connection.js';
import type { LogEntry } from './render-log.js';

export interface TrackedAnswers {
  readonly value: Answers & { readonly lastFailure: FleetError | undefined };
  readonly log: readonly LogEntry[];
  stop(): void;
}

const SILENT_CODES: readonly string[] = ['unavailable', 'timeout'];
const MAX_ENTRIES = 50;

export function trackAnswers(fleet: Fleet): TrackedAnswers {
  let value: TrackedAnswers['value'] = { answeredAt: undefined, silentSince: undefined, lastFailure: undefined };
  let log: readonly LogEntry[] = [];
  let isInterrupted = false;

  function logInterruption(event: Activity & { readonly kind: 'polling' }): void {
    const trouble = event.state === 'stopped' || event.state === 'held' ? TROUBLES[event.reason.code] : undefined;
    const hasEnded = event.state === 'running' && isInterrupted;
    if (trouble === undefined && !hasEnded) return;
    isInterrupted = trouble !== undefined;
    const details = event.reason && { details: printable(event.reason.message) };
    const kind = trouble === undefined ? 'seen' : 'failed';
    log = [
      ...log,
      { at: event.at, label: 'service', text: trouble ?? 'requests are sent again', kind, ...details } as const,
    ];
    log = log.slice(-MAX_ENTRIES);
  }

  const subscription = activityOf(fleet).subscribe((event) => {
    if (event.kind === 'polling') logInterruption(event);
    if (event.kind === 'answer') value = { ...value, answeredAt: event.at, silentSince: undefined };
    if (event.kind !== 'failure' || event.error.code === 'aborted') return;
    const isSilent = SILENT_CODES.includes(event.error.code);
    value = {
      ...value,
      lastFailure: event.error,
      silentSince: isSilent ? (value.silentSince ?? event.at) : value.silentSince,
    };
  });
  return {
    get value() {
      return value;
    },
    get log() {
      return log;
    },
    stop: () => subscription.unsubscribe(),
  };
}

const TROUBLES = {
  outage: 'not reachable',
  unauthorized: 'wrong credentials',
  forbidden: 'access denied',
  'rate-limited': 'asks for fewer requests',
} as const;
