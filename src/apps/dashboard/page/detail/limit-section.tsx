import { useMemo, type ReactElement, type ReactNode } from 'react';
import { useFleet, useLimits, useView } from '../../../../bindings/react/index.js';
import type { LimitUsage, ResourceKind } from '../../../../index.js';
import { printable } from '../../../../format/printable.js';
import { Ago } from '../shell/relative-time.js';
import { arrangeLimits } from './arrange-limits.js';
import { FieldRow } from './field-row.js';
import { LimitRow } from './limit-row.js';
import { limitWords } from './limit-words.js';
import { Section } from './section.js';
import { selectOrigins, type UsageOrigin } from './arrange-limits.js';
import type { ShownField } from './shown-field.js';

export interface LimitSectionProps {
  readonly resource: ResourceKind;
  readonly id: string;
  readonly record: object;
  readonly isExplained: boolean;
  /** Beside the heading. */
  readonly aside?: ReactNode;
}

/** The limits of a resource: limits with reported usage as bars, the others as values. */
export function LimitSection({ resource, id, record, isExplained, aside }: LimitSectionProps): ReactElement {
  const { usage } = useFleet();
  const { used, unused } = arrangeLimits(useLimits(resource, id));
  const latest = useView(useMemo(() => usage.latest(resource, id), [usage, resource, id]));
  const { common, of } = selectOrigins(used, latest);
  return (
    <Section title="Limits" aside={aside}>
      <p className="detail-note">
        {used.length === 0 && 'The API does not include usage, and no other source reports usage to this page.'}
        {common !== undefined && <OriginText origin={common} />}
      </p>
      <ul className="detail-limits">
        {used.map((limit) => (
          <LimitRow
            key={limit.field}
            usage={limit}
            record={record}
            origin={common === undefined && <OriginText origin={of(limit)} />}
            isExplained={isExplained}
          />
        ))}
      </ul>
      {used.length > 0 && unused.length > 0 && (
        <p className="detail-note detail-unused">Limits without reported usage:</p>
      )}
      <dl className="detail-fields">
        {unused.map((limit) => (
          <FieldRow key={limit.field} field={fieldOf(limit, record)} isExplained={isExplained} />
        ))}
      </dl>
    </Section>
  );
}

function OriginText({ origin: { at, source } }: { readonly origin: UsageOrigin }): ReactElement | null {
  if (at === undefined) return null;
  return (
    <span>
      Reported <Ago at={at} />
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
