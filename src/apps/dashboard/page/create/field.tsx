import { type ReactElement, type ReactNode, useId } from 'react';
import type { Choice } from './draft.js';

/** The attributes that connect a control with its label, hint and error. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

export interface FieldProps {
  readonly label: string;
  readonly isOptional?: boolean;
  readonly hint: string;
  /** The error message. It replaces the hint, so that the form does not move. */
  readonly error?: string | undefined;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A form control with its label, its hint and its error. */
export function Field({ label, isOptional = false, hint, error, children }: FieldProps): ReactElement {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="create-optional"> optional</span>}
      </label>
      {children({ id, 'aria-describedby': `${id}-note`, 'aria-invalid': error !== undefined })}
      <p id={`${id}-note`} className="create-note" data-error={error !== undefined} aria-live="polite">
        {error ?? hint}
      </p>
    </div>
  );
}

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
