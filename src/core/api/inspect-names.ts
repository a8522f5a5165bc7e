import type { FleetIssue } from '../shared/fleet-error.js';
import { printableName } from './printable-name.js';

/** Says which members of an object of options are none: a misspelt one would be without effect, and without a word. */
export function inspectNames(options: object, known: readonly string[]): FleetIssue[] {
  return Object.keys(options)
    .filter((name) => !known.includes(name))
    .map((name) => ({ path: printableName(name), message: `is no option; there are ${known.join(', ')}` }));
}
