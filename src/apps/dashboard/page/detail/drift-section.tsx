import type { ReactElement } from 'react';
import type { Drift, DriftKind } from '../../../../core/records/drift.js';
import { reportableDrift } from '../../../../format/reportable-drift.js';
import { Folded } from './section.js';
import { printable } from '../../../../format/printable.js';

/** Lists the places where a record differs from the API documentation, folded. Renders nothing without such places. */
export function DriftSection({ drift: all }: { readonly drift: readonly Drift[] }): ReactElement | null {
  const drift = reportableDrift(all);
  if (drift.length === 0) return null;
  const places = drift.length === 1 ? '1 place' : `${drift.length} places`;
  return (
    <Folded title="Differences from the API documentation" preview={places}>
      <p className="detail-note">The page shows all values as the service sent them.</p>
      <ul className="detail-drift">
        {drift.map(({ path, kind, expected }) => (
          <li key={`${path} ${kind}`}>
            <div className="detail-drift-head">
              <code>{printable(path) || 'the record'}</code>
              <span className="chip">{kind}</span>
            </div>
            <p>{EXPLANATIONS[kind]}</p>
            <p className="muted">
              Documented: <code>{printable(expected)}</code>
            </p>
          </li>
        ))}
      </ul>
    </Folded>
  );
}

const EXPLANATIONS: Readonly<Record<DriftKind, string>> = {
  missing: 'The service did not send this field.',
  'wrong-type': 'The value has another type than documented.',
  'unknown-value': 'The value is not documented. It may be newer than the documentation.',
  'rounded-integer': 'The integer is too large for a JavaScript number, so its last digits are rounded.',
  'negative-limit': 'A negative limit has no documented meaning. The page treats it as unknown.',
  duplicate: 'An earlier element of the list has the same id. The page uses the earlier element only.',
};
