import { identifierProblem } from '../../core/wire/identifier.js';

/** Returns why a value is not the id of a database, if so. A text with a space, quote or comma has more than the id. */
export function idProblem(id: unknown): string | undefined {
  if (typeof id !== 'string') return 'must be a string';
  if (/["',]/.test(id)) return 'must not contain a quote or a comma';
  return identifierProblem(id) ?? (/\s/.test(id) ? 'must not contain a space' : undefined);
}
