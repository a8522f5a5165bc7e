import type { Drift, DriftKind } from '../../../../core/api/drift.js';
import { printable } from '../../../../format/printable.js';

const WORDS: Readonly<Record<DriftKind, string>> = {
  missing: 'The service did not send this field.',
  'wrong-type': 'The value is of another type than the document says.',
  'unknown-value': 'The value is not among those that the document lists. It may be newer than the document.',
  'rounded-integer': 'The integer is too large to be kept exactly: its last digits are not what the service sent.',
  'negative-limit': 'A limit below zero has no documented meaning. It counts as unknown.',
  duplicate: 'An earlier element of the list has the same id. Only that one counts.',
  unlisted: 'The list departs from the document in too many places to name them all. One of them is here.',
};

/** One departure from the document, in words. */
export interface ExplainedDrift {
  /** Where; empty for the record as a whole. */
  readonly path: string;
  readonly kind: DriftKind;
  readonly explanation: string;
  /** What the document says there. */
  readonly expected: string;
}

/** Says what it means that a record departs from the document. */
export function explainDrift({ path, kind, expected }: Drift): ExplainedDrift {
  return { path: printable(path), kind, explanation: WORDS[kind], expected: printable(expected) };
}
