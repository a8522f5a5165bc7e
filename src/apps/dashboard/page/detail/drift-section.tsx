import type { ReactElement } from 'react';
import type { Drift } from '../../../../core/api/drift.js';
import { driftToTell } from '../../../../format/drift-to-tell.js';
import { explainDrift } from './explain-drift.js';
import { Section } from './section.js';

export interface DriftSectionProps {
  readonly drift: readonly Drift[];
}

/** Where a record departs from the API's document, in words. Nothing where it does not. */
export function DriftSection({ drift: all }: DriftSectionProps): ReactElement | null {
  const drift = driftToTell(all);
  if (drift.length === 0) return null;
  const places = drift.length === 1 ? 'one place' : `${drift.length} places`;
  return (
    <Section title="Departures from the document">
      <p className="detail-note">
        The record is not as the API documents it in {places}. Everything is shown as it was sent.
      </p>
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
    </Section>
  );
}
