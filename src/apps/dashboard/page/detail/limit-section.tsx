import { useMemo, type ReactElement, type ReactNode } from 'react';
import { useFleet, useLimits, useView } from '../../../../bindings/react/index.js';
import type { LimitUsage, ResourceKind } from '../../../../index.js';
import { printable } from '../../../../format/printable.js';
import { Ago } from '../shell/ago.js';
import { arrangeLimits } from './arrange-limits.js';
import { FieldRow } from './field-row.js';
import { LimitRow } from './limit-row.js';
import { limitWords } from './limit-words.js';
import { Section } from './section.js';
import { selectSightings, type Sighting } from './select-sightings.js';
import type { ShownField } from './shown-field.js';

export interface LimitSectionProps {
  readonly resource: ResourceKind;
  readonly id: string;
  readonly record: object;
  readonly isExplained: boolean;
  /** Beside the heading. */
  readonly aside?: ReactNode;
}

/** The limits of a resource: those of which the use is known as bars, the others as values. */
export function LimitSection({ resource, id, record, isExplained, aside }: LimitSectionProps): ReactElement {
  const { usage } = useFleet();
  const { used, unused } = arrangeLimits(useLimits(resource, id));
  const latest = useView(useMemo(() => usage.latest(resource, id), [usage, resource, id]));
  const { common, of } = selectSightings(used, latest);
  return (
    <Section title="Limits" aside={aside}>
      <p className="detail-note">
        {used.length === 0 &&
          'The API does not say how much of them is used, and nothing else reports it to this page.'}
        {common !== undefined && <SightingText sighting={common} />}
      </p>
      <ul className="detail-limits">
        {used.map((limit) => (
          <LimitRow
            key={limit.field}
            usage={limit}
            record={record}
            sighting={common === undefined && <SightingText sighting={of(limit)} />}
            isExplained={isExplained}
          />
        ))}
      </ul>
      {used.length > 0 && unused.length > 0 && <p className="detail-note detail-unused">Use not reported:</p>}
      <dl className="detail-fields">
        {unused.map((limit) => (
          <FieldRow key={limit.field} field={fieldOf(limit, record)} isExplained={isExplained} />
        ))}
      </dl>
    </Section>
  );
}

function SightingText({ sighting: { at, source } }: { readonly sighting: Sighting }): ReactElement | null {
  if (at === undefined) return null;
  return (
    <span>
      Seen <Ago at={at} />
      {source !== undefined && ` by ${printable(source)}`}
    </span>
  );
}

function fieldOf(limit: LimitUsage, record: object): ShownField {
  const { amount, exact, explanation } = limitWords(limit, record);
  return {
    path: limit.field,
    name: limit.name,
    explanation,
    text: amount,
    ...(exact !== undefined && { exact }),
    look: limit.limit === undefined ? 'none' : 'text',
  };
}
