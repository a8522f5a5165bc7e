import type { CreateDatabaseRequest } from '../../../../core/records/create-database.js';
import type { FleetError, FleetIssue } from '../../../../core/shared/fleet-error.js';
import { printable } from '../../../../format/printable.js';
import { toSentence } from '../shell/sentence.js';

/** A field of the create request. */
export type CreateField = keyof CreateDatabaseRequest;

const MESSAGES: Readonly<Partial<Record<CreateField, string>>> = {
  database_name: 'Enter a name.',
  primary_region: 'Choose a primary region.',
  budget: 'Enter a whole number, such as 20.',
};

/** Returns the error message of a field, or `undefined` for a valid field. */
export function explainIssue(issues: readonly FleetIssue[], field: CreateField): string | undefined {
  const issue = issues.find(({ path }) => fieldOf(path) === field);
  return issue && (MESSAGES[field] ?? `${issue.message}.`);
}

/** Returns the message of a service that refused a request, if the message names the field. */
export function explainRefusal(error: FleetError | undefined, field: CreateField): string | undefined {
  if (error?.code !== 'rejected' || !new RegExp(`\\b${field}\\b`).test(error.message)) return undefined;
  return toSentence(printable(serviceWords(error.message)));
}

/** Removes the name of the operation and the status: the form shows both in other words. */
function serviceWords(message: string): string {
  return message.replace(/^create-database: /, '').replace(/^[^:]*\(status \d+\): /, '');
}

/** Returns the invalid fields, in the order of the issues. */
export function selectInvalidFields(issues: readonly FleetIssue[]): readonly string[] {
  return [...new Set(issues.map(({ path }) => fieldOf(path)))];
}

/** Returns the field of a path: `read_regions` for `read_regions[2]`. */
function fieldOf(path: string): string {
  return path.replace(/[.[].*$/, '');
}
