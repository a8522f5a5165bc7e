import { detailOf, type FleetError, type FleetErrorCode } from '../core/shared/fleet-error.js';
import { printable } from './printable.js';

/** Failures in a few words, by the code of the error or of the reason why polling does not run. */
export const failureWords: Readonly<Partial<Record<FleetErrorCode | 'outage', string>>> = {
  outage: 'not reachable',
  unavailable: 'not reachable',
  timeout: 'no answer in time',
  unauthorized: 'wrong credentials',
  forbidden: 'access denied',
  'rate-limited': 'too many requests',
  'not-found': 'missing',
  'bad-response': 'unusable answer',
  'outcome-unknown': 'no answer, so the database may exist',
};

/** Why a request failed, by the code of its error: a sentence without its full stop. */
export const failureSentences: Readonly<Record<string, string>> = {
  unauthorized: 'The service does not accept the account’s credentials',
  forbidden: 'The service denies access to the account',
  'rate-limited': 'The service asks for fewer requests',
  rejected: 'The service refused the request',
  unavailable: 'The service does not answer',
  timeout: 'The service did not answer in time',
  'bad-response': 'The answer is not valid',
};

/** Describes why a request failed in a few plain words. The message of the error has the service's own words. */
export function describeFailure(error: FleetError): string {
  if (error.code === 'unavailable' && error.status !== undefined) return 'the service fails';
  return failureWords[error.code] ?? printable(detailOf(error));
}
