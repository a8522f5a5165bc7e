import { type ReactElement, type ReactNode, useState } from 'react';
import { Folded, Section, Toggle } from './section.js';
import type { ShownField, ShownGroup } from './select-fields.js';
import { Ago } from '../shell/relative-time.js';
import { CopyButton } from '../shell/copy.js';

export interface FieldGroupsProps {
  readonly groups: readonly ShownGroup[];
  readonly children?: ReactNode;
}

export function FieldGroups({ groups, children }: FieldGroupsProps): ReactElement {
  const [isExplained, setExplained] = useState(false);
  return (
    <Section title="All fields" aside={<Toggle name="Explain" isOn={isExplained} onChange={setExplained} />}>
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

export interface FieldRowProps {
  readonly field: ShownField;
  /** Whether the explanation is shown below the field. It is always in the tooltip. */
  readonly isExplained: boolean;
}

export function FieldRow({ field, isExplained }: FieldRowProps): ReactElement {
  const { path, name, text, exact, at, look, explanation } = field;
  return (
    <div className="detail-field" title={[explanation, exact, path].filter(Boolean).join('\n')}>
      <dt>{name}</dt>
      <dd data-look={look}>
        <span>{text}</span>
        {at !== undefined && (
          <span className="detail-secondary">
            <Ago at={at} />
          </span>
        )}
        {look === 'code' && <CopyButton text={text} name={name.toLowerCase()} />}
      </dd>
      {isExplained && (
        <dd className="detail-explanation">
          {explanation} <code>{path}</code>
          {exact !== undefined && <> {exact}</>}
        </dd>
      )}
    </div>
  );
}
