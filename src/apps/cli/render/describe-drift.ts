import type { Drift } from '../../../core/api/drift.js';
import { cutText } from '../../terminal/cut-text.js';
import { printable } from '../../../format/printable.js';

const MOST_LINES = 5;

/** A list of all regions is expected in some places. */
const EXPECTED_COLUMNS = 60;

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
