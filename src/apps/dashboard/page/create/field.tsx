import { useId, type ReactElement, type ReactNode } from 'react';

/** What a control needs to be tied to its label, hint and error. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

export interface FieldProps {
  readonly label: string;
  readonly isOptional?: boolean;
  readonly hint: string;
  /** What is wrong, once that is to be said: in the place of the hint, so that nothing moves under the pointer. */
  readonly error?: string | undefined;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A control of the form with its label, what it is about, and what is wrong with it. */
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
