import type { Drift, DriftKind } from '../../../../core/records/drift.js';
import { printable } from '../../../../format/printable.js';

const EXPLANATIONS: Readonly<Record<DriftKind, string>> = {
  missing: 'The service did not send this field.',
  'wrong-type': 'The value has another type than documented.',
  'unknown-value': 'The value is not documented. It may be newer than the documentation.',
  'rounded-integer': 'The integer is too large for a JavaScript number, so its last digits are rounded.',
  'negative-limit': 'A negative limit has no documented meaning. The page treats it as unknown.',
  duplicate: 'An earlier element of the list has the same id. The page uses the earlier element only.',
};

/** One difference from the API documentation, in words. */
export interface ExplainedDrift {
  /** The path of the field. Empty for the whole record. */
  readonly path: string;
  readonly kind: DriftKind;
  readonly explanation: string;
  /** The documented type or values. */
  readonly expected: string;
}

/** Explains one difference of a record from the API documentation. */
export function explainDrift({ path, kind, expected }: Drift): ExplainedDrift {
  return { path: printable(path), kind, explanation: EXPLANATIONS[kind], expected: printable(expected) };
}
