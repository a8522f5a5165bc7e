import type { ReactElement, ReactNode } from 'react';
import { FieldRow } from './field-row.js';
import { Section } from './section.js';
import type { ShownGroup } from './select-fields.js';

export interface FieldGroupsProps {
  readonly groups: readonly ShownGroup[];
  readonly isExplained: boolean;
  /** Notes below the fields of a group, by the title of the group. */
  readonly notes?: Readonly<Record<string, ReactNode>>;
}

/** All fields of a record, in groups. */
export function FieldGroups({ groups, isExplained, notes = {} }: FieldGroupsProps): ReactElement {
  return (
    <>
      {groups.map(({ title, fields }) => (
        <Section key={title} title={title}>
          <dl className="detail-fields">
            {fields.map((field) => (
              <FieldRow key={field.path} field={field} isExplained={isExplained} />
            ))}
          </dl>
          {notes[title]}
        </Section>
      ))}
    </>
  );
}
