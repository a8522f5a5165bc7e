import { useState, type ReactElement, type ReactNode } from 'react';
import { ExplainToggle } from './explain-toggle.js';
import { FieldRow } from './field-row.js';
import { Folded } from './folded.js';
import { Section } from './section.js';
import type { ShownGroup } from './select-fields.js';

export interface FieldGroupsProps {
  readonly groups: readonly ShownGroup[];
  /** After the groups. */
  readonly children?: ReactNode;
}

/** All fields of a record, in groups that are folded. */
export function FieldGroups({ groups, children }: FieldGroupsProps): ReactElement {
  const [isExplained, setExplained] = useState(false);
  return (
    <Section title="All fields" aside={<ExplainToggle isExplained={isExplained} onChange={setExplained} />}>
      {groups.map(({ title, fields }) => (
        <Folded key={title} title={title} preview={previewOf({ title, fields })}>
          <dl className="detail-fields">
            {fields.map((field) => (
              <FieldRow key={field.path} field={field} isExplained={isExplained} />
            ))}
          </dl>
        </Folded>
      ))}
      {children}
    </Section>
  );
}

/** Fields that say what they are without their name. */
const PREVIEWED: readonly string[] = [
  'primary_region',
  'db_resource_size',
  'db_type',
  'region',
  'similarity_function',
  'embedding_model',
];

/** The values of some fields, and the names of the settings that are on. */
function previewOf({ fields }: ShownGroup): string {
  return fields
    .filter(({ path, look }) => look === 'yes' || (look !== 'none' && PREVIEWED.includes(path)))
    .map(({ look, name, text }) => (look === 'yes' ? name : text))
    .filter((text) => text !== 'global')
    .join(', ');
}
