import { detailOf, type FleetError, type FleetErrorCode } from '../core/shared/fleet-error.js';
import { printable } from './printable.js';

const WORDS: Readonly<Partial<Record<FleetErrorCode, string>>> = {
  unavailable: 'not reachable',
  timeout: 'no answer in time',
  unauthorized: 'wrong credentials',
  forbidden: 'access denied',
  'rate-limited': 'too many requests',
  'not-found': 'missing',
  'bad-response': 'unusable answer',
  'outcome-unknown': 'no answer, so the database may exist',
};

/** Describes why a request failed in a few plain words. The message of the error has the service's own words. */
export function describeFailure(error: FleetError): string {
  if (error.code === 'unavailable' && error.status !== undefined) return 'the service fails';
  return WORDS[error.code] ?? printable(detailOf(error));
}
