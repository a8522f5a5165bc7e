import { FleetError } from '../shared/fleet-error.js';

/**
 * What the end of a request says about the service as a whole. `alive`: it answers, be it with a refusal. `unclear`:
 * nothing, as when the caller aborted it.
 */
export type Verdict = 'alive' | 'rate-limited' | 'unclear' | StopCause;

/** What stops polling: the service does not answer, or it refuses the account. */
export type StopCause = 'outage' | 'unauthorized' | 'forbidden';

export function isRefused(verdict: Verdict): verdict is 'unauthorized' | 'forbidden' {
  return verdict === 'unauthorized' || verdict === 'forbidden';
}

export function isStopCause(verdict: Verdict): verdict is StopCause {
  return verdict === 'outage' || isRefused(verdict);
}

/** Reads the verdict off what a request failed with. */
export function verdictOf(error: unknown): Verdict {
  if (!(error instanceof FleetError)) return 'unclear';
  switch (error.code) {
    case 'unavailable':
    case 'timeout':
    // A create that may have taken effect: connection lost, timeout, or a 5xx.
    case 'outcome-unknown':
      return 'outage';
    case 'forbidden':
      // An account that may not create may still look.
      return error.operation === 'create-database' ? 'alive' : 'forbidden';
    case 'unauthorized':
    case 'rate-limited':
      return error.code;
    case 'not-found':
    case 'rejected':
    case 'bad-response':
      return 'alive';
    case 'aborted':
    case 'disposed':
    case 'invalid-request':
      return 'unclear';
  }
}
