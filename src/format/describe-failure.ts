import type { FleetError } from '../core/shared/fleet-error.js';
import { detailOf } from '../core/shared/fleet-error.js';
import { printable } from './printable.js';

/** Describes why a request failed in a few plain words. The message of the error has the service's own words. */
export function describeFailure(error: FleetError): string {
  switch (error.code) {
    case 'unavailable':
      return error.status === undefined ? 'not reachable' : 'the service fails';
    case 'timeout':
      return 'no answer in time';
    case 'unauthorized':
      return 'wrong credentials';
    case 'forbidden':
      return 'access denied';
    case 'rate-limited':
      return 'too many requests';
    case 'not-found':
      return 'missing';
    case 'bad-response':
      return 'unusable answer';
    case 'outcome-unknown':
      return 'no answer, so the database may exist';
    case 'rejected':
    case 'invalid-request':
    case 'storage':
    case 'in-use':
    case 'aborted':
    case 'disposed':
      return printable(detailOf(error));
  }
}
