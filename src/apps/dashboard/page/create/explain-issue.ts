import type { CreateDatabaseRequest } from '../../../../core/api/create-database.js';
import type { FleetIssue } from '../../../../core/shared/fleet-error.js';

/** A field of the create request. */
export type CreateField = keyof CreateDatabaseRequest;

const WORDS: Readonly<Partial<Record<CreateField, string>>> = {
  database_name: 'Give the database a name.',
  primary_region: 'Choose a primary region.',
  budget: 'A whole number, such as 20.',
};

/** What is wrong with a field, in words for whoever fills in the form; `undefined` where nothing is. */
export function explainIssue(issues: readonly FleetIssue[], field: CreateField): string | undefined {
  const issue = issues.find(({ path }) => fieldOf(path) === field);
  return issue && (WORDS[field] ?? `${issue.message}.`);
}

/** The fields with something wrong, in the order of the issues. */
export function selectWrongFields(issues: readonly FleetIssue[]): readonly string[] {
  return [...new Set(issues.map(({ path }) => fieldOf(path)))];
}

/** `read_regions[2]` is about `read_regions`. */
function fieldOf(path: string): string {
  return path.replace(/[.[].*$/, '');
}
