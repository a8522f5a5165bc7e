import { FleetError, type FleetErrorCode } from '../shared/fleet-error.js';

/**
 * The conclusion about the service from the end of a request. `alive`: the service answered, possibly with an error.
 * `cancelled`: there was no answer. `unclear`: no conclusion, for example after invalid credentials.
 */
export type Verdict = 'alive' | 'rate-limited' | 'cancelled' | 'unclear' | StopCause;

/** Why polling stops: the service does not answer, or refuses the account. */
export type StopCause = 'outage' | 'unauthorized' | 'forbidden';

export function isRefused(verdict: Verdict): verdict is 'unauthorized' | 'forbidden' {
  return verdict === 'unauthorized' || verdict === 'forbidden';
}

/** Whether other credentials may get another answer: the service refuses the account, or the account lacks the database. */
export function dependsOnAccount(error: unknown): boolean {
  return isRefused(verdictOf(error)) || (error instanceof FleetError && error.code === 'not-found');
}

/** The refusals (403) of reads with credentials. They do not tell whether the account may read records without credentials. */
export const credentialRefusals = /* @__PURE__ */ new WeakSet<object>();

export function verdictOf(error: unknown): Verdict {
  if (!(error instanceof FleetError)) return 'unclear';
  if (error.code !== 'forbidden') return VERDICTS[error.code];
  if (credentialRefusals.has(error)) return 'unclear';
  // An account without the right to create databases may still have the right to read them.
  return error.operation === 'create-database' ? 'alive' : 'forbidden';
}

const VERDICTS: Readonly<Record<Exclude<FleetErrorCode, 'forbidden'>, Verdict>> = {
  unavailable: 'outage',
  timeout: 'outage',
  // A create whose connection was lost, which timed out, or which got a 5xx.
  'outcome-unknown': 'outage',
  unauthorized: 'unauthorized',
  'rate-limited': 'rate-limited',
  'not-found': 'alive',
  rejected: 'alive',
  'bad-response': 'alive',
  aborted: 'cancelled',
  disposed: 'cancelled',
  'invalid-request': 'unclear',
  storage: 'unclear',
  'in-use': 'unclear',
};
