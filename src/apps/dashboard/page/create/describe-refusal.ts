import type { FleetError, FleetErrorCode } from '../../../../core/shared/fleet-error.js';
import { sentence } from '../shell/sentence.js';

/** Why nothing was created, or why nobody knows, for people. */
export interface Refusal {
  readonly title: string;
  /** What it means and what can be done. */
  readonly advice: string;
  /** The error's own words, which may be the service's. */
  readonly details: string;
  /** Whether there may be a new database all the same: then asking again may make a second one. */
  readonly isUncertain: boolean;
}

const WORDS: Readonly<Record<FleetErrorCode, readonly [title: string, advice: string]>> = {
  unauthorized: [
    'The service does not accept the account’s credentials',
    'Nothing was created. Whoever runs this page has to give it other credentials.',
  ],
  forbidden: [
    'Creating is not allowed here',
    'Nothing was created. The account may not do it, or this page was started without leave to create.',
  ],
  'not-found': [
    'The service does not know this operation',
    'Nothing was created. The page may ask at a wrong address.',
  ],
  'rate-limited': ['Too many requests', 'Nothing was created. What you entered stays here: try again in a while.'],
  rejected: ['The service refused the request', 'Nothing was created. Correct what it names, then try again.'],
  unavailable: [
    'The service cannot be reached',
    'Nothing was sent that it could have acted on. What you entered stays here: try again in a while.',
  ],
  timeout: [
    'The service did not answer in time',
    'Nothing was sent that it could have acted on. What you entered stays here: try again in a while.',
  ],
  aborted: ['The request was given up', 'Nothing was sent.'],
  'bad-response': [
    'The answer could not be read',
    'It is not what the API documents. The page may ask at a wrong address.',
  ],
  'invalid-request': ['Something in the form is wrong', 'Nothing was sent. Correct what is named below.'],
  'outcome-unknown': [
    'There may be a new database, or not',
    'The request was sent, and its answer was lost. Creating again could make a second database, and cost twice. ' +
      'Look in the console of the service first. If the database is there, close this form and add its id to the page.',
  ],
  disposed: ['This page is closed', 'Nothing was sent. Load the page anew.'],
};

/** Says what became of a create that failed. */
export function describeRefusal({ code, message, retryAfterMs }: FleetError): Refusal {
  const [title, advice] = WORDS[code];
  const wait = retryAfterMs === undefined ? '' : ` The service asks to wait ${Math.ceil(retryAfterMs / 1000)} s.`;
  // The operation in front of it says nothing to somebody who has just asked for it.
  const details = sentence(message.replace(/^create-database: /, ''));
  return { title, advice: advice + wait, details, isUncertain: code === 'outcome-unknown' };
}
