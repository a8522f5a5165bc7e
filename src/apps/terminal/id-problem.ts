import { identifierProblem } from '../../core/wire/identifier.js';

/** Returns why a value is not the id of a database, or `undefined` for an id. A space means that a text has more than the id. */
export function idProblem(id: unknown): string | undefined {
  if (typeof id !== 'string') return 'must be a string';
  return identifierProblem(id) ?? (/\s/.test(id) ? 'must not contain a space' : undefined);
}
