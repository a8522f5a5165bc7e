import type { ReactElement } from 'react';
import type { Drift } from '../../../../core/records/drift.js';
import { reportableDrift } from '../../../../format/reportable-drift.js';
import { explainDrift } from './explain-drift.js';
import { Folded } from './folded.js';

export interface DriftSectionProps {
  readonly drift: readonly Drift[];
}

/** Lists the places where a record differs from the API documentation, folded. Renders nothing without such places. */
export function DriftSection({ drift: all }: DriftSectionProps): ReactElement | null {
  const drift = reportableDrift(all);
  if (drift.length === 0) return null;
  const places = drift.length === 1 ? '1 place' : `${drift.length} places`;
  return (
    <Folded title="Differences from the API documentation" preview={places}>
      <p className="detail-note">The page shows all values as the service sent them.</p>
      <ul className="detail-drift">
        {drift.map(explainDrift).map(({ path, kind, explanation, expected }) => (
          <li key={`${path} ${kind}`}>
            <div className="detail-drift-head">
              <code>{path || 'the record'}</code>
              <span className="chip">{kind}</span>
            </div>
            <p>{explanation}</p>
            <p className="muted">
              Documented: <code>{expected}</code>
            </p>
          </li>
        ))}
      </ul>
    </Folded>
  );
}
