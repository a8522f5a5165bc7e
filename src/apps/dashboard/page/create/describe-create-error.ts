import type { FleetError, FleetErrorCode, FleetIssue, CreateDatabaseRequest } from '../../../../index.js';
import { detailOf } from '../../../../core/shared/fleet-error.js';
import { toSentence } from '../shell/names.js';
import { printable } from '../../../../format/printable.js';

const TRY_LATER = 'The form keeps your input. Try again later.';

/** The advice is preceded by “No database was created.”, except for the codes in {@link MAY_EXIST}. */
const DESCRIPTIONS: Readonly<Record<FleetErrorCode, readonly [title: string, advice: string]>> = {
  unauthorized: [
    'The service does not accept the account’s credentials',
    'Start the dashboard with other credentials.',
  ],
  forbidden: [
    'Creating databases is not allowed',
    'The account has no permission, or the dashboard was started read-only.',
  ],
  'not-found': ['The service does not know this operation', 'The address of the service may be wrong.'],
  'rate-limited': ['Too many requests', TRY_LATER],
  rejected: ['The service refused the request', 'Correct the named fields, then try again.'],
  unavailable: ['The service does not answer', TRY_LATER],
  timeout: ['The service did not answer in time', TRY_LATER],
  aborted: ['The request was aborted', ''],
  'bad-response': [
    'The answer is not valid',
    'The answer does not match the API documentation. The address of the service may be wrong.',
  ],
  'invalid-request': ['The request is not valid', 'Correct the fields named below.'],
  'outcome-unknown': [
    'The outcome is unknown',
    'The request was sent, but no answer arrived. The database may exist. A second attempt may create a second ' +
      'database, with its own cost. Check the console of the service first. If the database exists, close this form ' +
      'and add the database by its id.',
  ],
  storage: [
    'The create could not be recorded',
    'The dashboard could not save on its machine. Free some space there. If the error names a database, it was created.',
  ],
  'in-use': ['Another process uses the storage', 'Close the other dashboard.'],
  disposed: ['The fleet of this page was disposed', 'Reload the page.'],
};

const MAY_EXIST: readonly FleetErrorCode[] = ['bad-response', 'outcome-unknown', 'storage'];
const FOR_USER: readonly FleetErrorCode[] = ['rejected', 'invalid-request', 'storage', 'in-use'];

export function describeCreateError(error: FleetError) {
  const { code, retryAfterMs } = error;
  const [title, advice] = DESCRIPTIONS[code];
  const words = [
    MAY_EXIST.includes(code) ? '' : 'No database was created.',
    advice,
    retryAfterMs === undefined ? '' : `The service accepts requests again in ${Math.ceil(retryAfterMs / 1000)} s.`,
  ];
  return {
    title,
    advice: words.filter(Boolean).join(' '),
    /** The message of the error, which may include a message of the service. The user knows which operation failed. */
    details: toSentence(detailOf(error)),
    /** Whether `details` tell the user what to correct. Otherwise they are technical. */
    isForUser: FOR_USER.includes(code),
  };
}

export type CreateField = keyof CreateDatabaseRequest;

const MESSAGES: Readonly<Partial<Record<CreateField, string>>> = {
  database_name: 'Enter a name.',
  primary_region: 'Choose a primary region.',
  budget: 'Enter a whole number, such as 20.',
};

export function explainIssue(issues: readonly FleetIssue[], field: CreateField): string | undefined {
  const issue = issues.find(({ path }) => fieldOf(path) === field);
  return issue && (MESSAGES[field] ?? `${issue.message}.`);
}

/** Returns the message of a service that refused a request, if the message names the field. */
export function explainRefusal(error: FleetError | undefined, field: CreateField): string | undefined {
  if (error?.code !== 'rejected' || !new RegExp(`\\b${field}\\b`).test(error.message)) return undefined;
  // The form shows the status in other words.
  return toSentence(printable(detailOf(error).replace(/^[^:]*\(status \d+\): /, '')));
}

export function selectInvalidFields(issues: readonly FleetIssue[]): readonly string[] {
  return [...new Set(issues.map(({ path }) => fieldOf(path)))];
}

/** Returns the field of a path: `read_regions` for `read_regions[2]`. */
function fieldOf(path: string): string {
  return path.replace(/[.[].*$/, '');
}
