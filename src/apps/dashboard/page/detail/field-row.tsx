import type { ReactElement } from 'react';
import { Ago } from '../shell/relative-time.js';
import { CopyButton } from './copy-button.js';
import type { ShownField } from './shown-field.js';

export interface FieldRowProps {
  readonly field: ShownField;
  /** Whether the explanation is shown below the field. It is always in the tooltip. */
  readonly isExplained: boolean;
}

/** A field of a record: its name, its value and its meaning. */
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
