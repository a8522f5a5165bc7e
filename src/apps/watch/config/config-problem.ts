import { UsageError } from '../../terminal/command-errors.js';

/** A place in a configuration file. Both numbers begin at 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A problem of a configuration. It contains no value of the file, because a value may be a password. */
export interface ConfigProblem {
  /** The member, such as `rules[2].longerThan`; empty for the file as a whole. */
  readonly path: string;
  readonly message: string;
  /** Absent for a problem of the whole file, and for a value of the environment. */
  readonly place?: Place | undefined;
}

/** The configuration is not usable. `problems` has every problem, in the order of the file. */
export class ConfigError extends UsageError {
  readonly file: string;
  readonly problems: readonly ConfigProblem[];

  constructor(file: string, problems: readonly ConfigProblem[]) {
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
    super([`Invalid configuration, ${count}:`, ...describeProblems(file, problems)].join('\n'));
    this.name = 'ConfigError';
    this.file = file;
    this.problems = problems;
  }
}

/** More problems mean that the file contains something else. */
const MAX_LINES = 50;

/** One line for each problem: `fleetglass.yaml:12:5 rules[2].longerThan: expected a duration such as 30m`. */
export function describeProblems(file: string, problems: readonly ConfigProblem[]): string[] {
  const lines = problems.slice(0, MAX_LINES).map(({ path, message, place }) => {
    const where = place === undefined ? file : `${file}:${place.line}:${place.column}`;
    return path === '' ? `${where}: ${message}` : `${where} ${path}: ${message}`;
  });
  if (problems.length > MAX_LINES) lines.push(`${problems.length - MAX_LINES} more.`);
  return lines;
}
