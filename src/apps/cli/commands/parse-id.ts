import { InvalidArgumentError } from 'commander';
import { identifierProblem } from '../../../core/api/identifier.js';

/** @throws InvalidArgumentError */
export function parseId(id: string): string {
  const problem = identifierProblem(id);
  if (problem !== undefined) throw new InvalidArgumentError(`An identifier ${problem}.`);
  return id;
}
