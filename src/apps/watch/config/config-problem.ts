import type { FleetIssue } from '../../../core/shared/fleet-error.js';
import { UsageError } from '../../terminal/command-errors.js';

export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * The path names a member, such as `rules[2].longerThan`. It is empty for the whole file, a variable or a flag. Neither
 * the message nor the path contains a value of the file, because a value may be a password.
 */
export interface ConfigProblem extends FleetIssue {
  /** Absent for a problem of the whole file, of a variable or of a flag. */
  readonly place?: Place | undefined;
}

/** More problems mean that the file contains something else. */
export const MAX_PROBLEMS = 50;

export class ConfigError extends UsageError {
  readonly problems: readonly ConfigProblem[];

  constructor(file: string, problems: readonly ConfigProblem[]) {
    super(['Invalid configuration:', ...describeProblems(file, problems)].join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** One line for each problem: `fleetglass.yaml:12:5 rules[2].longerThan: expected a duration such as 30m`. */
export function describeProblems(file: string, problems: readonly ConfigProblem[]): string[] {
  return problems.map(({ path, message, place }) => {
    const where = place === undefined ? file : `${file}:${place.line}:${place.column}`;
    return path === '' ? `${where}: ${message}` : `${where} ${path}: ${message}`;
  });
}
