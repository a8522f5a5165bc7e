import type { FleetError, FleetIssue, CreateDatabaseRequest } from '../../../../index.js';
import { detailOf } from '../../../../core/shared/fleet-error.js';
import { failureSentences } from '../../../../format/describe-failure.js';
import { toSentence } from '../shell/names.js';
import { printable } from '../../../../format/printable.js';

/** The titles that are more exact for a create than the general sentence of the error code. */
const TITLES: Readonly<Record<string, string>> = {
  forbidden: 'Creating databases is not allowed',
  'not-found': 'The service does not know this operation',
  'rate-limited': 'Too many requests',
  'outcome-unknown': 'The outcome is unknown',
};

/** The advice is preceded by “No database was created.”, except for the codes in {@link MAY_EXIST}. */
const ADVICE: Readonly<Record<string, string>> = {
  unauthorized: 'Start the dashboard with other credentials.',
  forbidden: 'The account has no permission, or the dashboard was started read-only.',
  'not-found': 'The address of the service may be wrong.',
  rejected: 'Correct what is named below, or try again later.',
  'bad-response': 'The answer does not match the API documentation. The address of the service may be wrong.',
  'outcome-unknown':
    'The request was sent, but no answer arrived. The database may exist. A second attempt may create a second ' +
    'database, with its own cost. Check the console of the service first. If the database exists, close this form ' +
    'and add the database by its id.',
};

const MAY_EXIST: readonly string[] = ['bad-response', 'outcome-unknown'];

export function describeCreateError(error: FleetError) {
  const { code, retryAfterMs } = error;
  const words = [
    MAY_EXIST.includes(code) ? '' : 'No database was created.',
    ADVICE[code] ?? 'The form keeps your input. Try again later.',
    retryAfterMs === undefined ? '' : `The service accepts requests again in ${Math.ceil(retryAfterMs / 1000)} s.`,
  ];
  return {
    title: TITLES[code] ?? failureSentences[code] ?? 'The request failed',
    advice: words.filter(Boolean).join(' '),
    /** The message of the error, which may include a message of the service. The user knows which operation failed. */
    details: toSentence(printable(detailOf(error))),
    /** Whether `details` tell the user what to correct. Otherwise they are technical. */
    isForUser: code === 'rejected',
  };
}

export type CreateField = keyof CreateDatabaseRequest;

const MESSAGES: Readonly<Partial<Record<CreateField, string>>> = {
  database_name: 'Enter a name.',
  primary_region: 'Choose a primary region.',
  budget: 'Enter a whole number, such as 20.',
};

export function explainIssue(issues: readonly FleetIssue[], field: CreateField): string | undefined {
  const issue = issues.find(({ path }) => path === field);
  return issue && (MESSAGES[field] ?? `${issue.message}.`);
}

export function explainRefusal(error: FleetError | undefined, field: CreateField): string | undefined {
  if (error?.code !== 'rejected' || !new RegExp(`\\b${field}\\b`).test(error.message)) return undefined;
  // The form shows the status in other words.
  return toSentence(printable(detailOf(error).replace(/^[^:]*\(status \d+\): /, '')));
}
