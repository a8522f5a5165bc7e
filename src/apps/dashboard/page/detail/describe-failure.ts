import type { FleetErrorCode } from '../../../../core/shared/fleet-error.js';

const WORDS: Readonly<Record<FleetErrorCode, string>> = {
  unauthorized: 'The service does not accept the account’s credentials',
  forbidden: 'The service does not let the account in',
  'not-found': 'The service knows nothing by this id',
  'rate-limited': 'The service asks for fewer requests',
  rejected: 'The service refused the request',
  unavailable: 'The service cannot be reached, or fails',
  timeout: 'The service did not answer in time',
  aborted: 'The request was given up',
  'bad-response': 'The answer could not be read',
  'invalid-request': 'The id cannot be one',
  'outcome-unknown': 'Nobody knows what became of the request',
  disposed: 'This page is closed',
};

/** Why the last attempt to read a resource failed, in a few words. */
export function describeFailure(code: FleetErrorCode): string {
  return WORDS[code];
}
