import { InvalidArgumentError } from 'commander';
import { identifierProblem } from '../../api/identifier.js';

/** @throws InvalidArgumentError */
export function parseId(id: string): string {
  const problem = identifierProblem(id);
  if (problem !== undefined) throw new InvalidArgumentError(`An identifier ${problem}.`);
  return id;
}
