import { useMemo, type ReactElement, type ReactNode } from 'react';
import { useFleet, useLimits, useView } from '../../bindings/react/index.js';
import type { LimitUsage, ResourceKind, UsageReading } from '../../index.js';
import { printable } from '../../display/printable.js';
import { arrangeLimits } from './arrange-limits.js';
import { FieldRow } from './field-row.js';
import { LimitRow } from './limit-row.js';
import { limitWords } from './limit-words.js';
import { Section } from './section.js';

export interface LimitSectionProps {
  readonly resource: ResourceKind;
  readonly id: string;
  readonly record: object;
  readonly isExplained: boolean;
  /** Beside the heading. */
  readonly aside?: ReactNode;
}

/** The limits of a resource: those that are used up as bars, sizes and times as values. */
export function LimitSection({ resource, id, record, isExplained, aside }: LimitSectionProps): ReactElement {
  const { usage } = useFleet();
  const limits = useLimits(resource, id);
  const latest = useView(useMemo(() => usage.latest(resource, id), [usage, resource, id]));
  const { counted, fixed, isReported } = arrangeLimits(limits);
  const readings: Readonly<Record<string, UsageReading | undefined>> = latest ?? {};
  return (
    <Section title="Limits" aside={aside}>
      {!isReported && (
        <p className="detail-note">
          The API says what the limits are, not what is used of them. Nothing reports that to this page, so it is not
          known.
        </p>
      )}
      <ul className="detail-limits">
        {counted.map((limit) => (
          <LimitRow
            key={limit.field}
            usage={limit}
            record={record}
            source={sourceOf(readings[limit.field])}
            isExplained={isExplained}
          />
        ))}
      </ul>
      {fixed.length > 0 && (
        <dl className="detail-fields">
          {fixed.map((limit) => (
            <FieldRow key={limit.field} field={fieldOf(limit, record)} isExplained={isExplained} />
          ))}
        </dl>
      )}
    </Section>
  );
}

function sourceOf(reading: UsageReading | undefined): string | undefined {
  return reading?.source === undefined ? undefined : printable(reading.source);
}

function fieldOf(limit: LimitUsage, record: object): Parameters<typeof FieldRow>[0]['field'] {
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
