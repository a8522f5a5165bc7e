import { type ReactElement, useState } from 'react';
import { useLimits } from '../../../../bindings/react/index.js';
import type { LimitUsage, ResourceKind } from '../../../../index.js';
import { arrangeLimits, limitWords } from './limit-words.js';
import { Section, Toggle } from './section.js';
import { FieldRow } from './field-groups.js';
import type { ShownField } from './select-fields.js';

export interface LimitSectionProps {
  readonly resource: ResourceKind;
  readonly id: string;
  readonly record: object;
}

/** The limits without reported usage, as values. The others are in the section of the usage. */
export function LimitSection({ resource, id, record }: LimitSectionProps): ReactElement | null {
  const { used, unused } = arrangeLimits(useLimits(resource, id));
  const [isExplained, setExplained] = useState(false);
  if (unused.length === 0) return null;
  return (
    <Section
      title={used.length === 0 ? 'Limits' : 'Other limits'}
      aside={<Toggle name="Explain" isOn={isExplained} onChange={setExplained} />}
    >
      <dl className="detail-fields detail-values">
        {unused.map((limit) => (
          <FieldRow key={limit.field} field={fieldOf(limit, record)} isExplained={isExplained} />
        ))}
      </dl>
    </Section>
  );
}

function fieldOf(usage: LimitUsage, record: object): ShownField {
  const { limit, exact, explanation } = limitWords(usage, record);
  return {
    path: usage.field,
    name: usage.name,
    explanation,
    text: limit,
    ...(exact !== undefined && { exact }),
    look: usage.limit === undefined ? 'none' : 'text',
  };
}
