import type { Fleet } from '../../core/fleet/fleet.js';
import type { FleetError } from '../../core/shared/fleet-error.js';
import type { Answers } from './describe-connection.js';

/** When the service answered last, and its last failure. */
export interface TrackedAnswers {
  readonly value: Answers & { readonly lastFailure: FleetError | undefined };
  stop(): void;
}

const SILENT_CODES: readonly string[] = ['unavailable', 'timeout'];

/** Follows the answers and failures of the requests of a fleet. */
export function trackAnswers({ activity }: Fleet): TrackedAnswers {
  let value: TrackedAnswers['value'] = { answeredAt: undefined, silentSince: undefined, lastFailure: undefined };
  const subscription = activity.subscribe((event) => {
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
    stop: () => subscription.unsubscribe(),
  };
}
