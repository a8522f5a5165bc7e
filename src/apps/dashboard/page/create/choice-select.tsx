import type { ReactElement } from 'react';
import type { Choice } from './draft.js';
import { Field } from './field.js';

export interface ChoiceSelectProps {
  readonly label: string;
  readonly hint: string;
  readonly value: Choice;
  readonly onChange: (choice: Choice) => void;
}

/** A choice of on, off, or the default of the service. The default leaves the field out of the request. */
export function ChoiceSelect({ label, hint, value, onChange }: ChoiceSelectProps): ReactElement {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <select
          {...control}
          className="select"
          value={value}
          onChange={(event) => onChange(event.target.value as Choice)}
        >
          <option value="">Default of the service</option>
          <option value="on">On</option>
          <option value="off">Off</option>
        </select>
      )}
    </Field>
  );
}
