import type { Drift } from '../../api/drift.js';
import { cutText } from './cut-text.js';
import { printable } from '../../display/printable.js';

const MOST_LINES = 5;

/** A list of all regions is expected in some places. */
const EXPECTED_COLUMNS = 60;

/** What is to be told of an answer's drift: not rounded integers, of which the command prints all digits. */
export function driftToTell(drift: readonly Drift[]): readonly Drift[] {
  return drift.filter(({ path, kind }) => kind !== 'rounded-integer' || isNested(path));
}

/** Exact digits are kept for the members of a record only, also of one in a list. */
function isNested(path: string): boolean {
  return /[.[]/.test(path.replace(/^\[\d+\]\.?/, ''));
}

/** The departures of an answer from api.md, as a few lines for people. */
export function describeDrift(drift: readonly Drift[]): string {
  const places = drift.length === 1 ? 'one place' : `${drift.length} places`;
  const lines = drift.slice(0, MOST_LINES).map(describeOne);
  const more = drift.length > MOST_LINES ? [`  and ${drift.length - MOST_LINES} more; --json lists them all`] : [];
  return [`the answer departs from the documented API in ${places}:`, ...lines, ...more].join('\n');
}

function describeOne({ path, kind, expected }: Drift): string {
  return `  ${printable(path)}: ${kind}, expected ${cutText(expected, EXPECTED_COLUMNS)}`;
}
