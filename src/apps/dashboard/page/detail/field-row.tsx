import type { ReactElement } from 'react';
import { Ago } from '../shell/ago.js';
import { CopyButton } from './copy-button.js';
import type { ShownField } from './shown-field.js';

export interface FieldRowProps {
  readonly field: ShownField;
  /** Whether its explanation stands below it; otherwise it is its title. */
  readonly isExplained: boolean;
}

/** A field of a record: its name, its value, and what it means. */
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
        {look === 'code' && <CopyButton text={text} what={name.toLowerCase()} />}
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
