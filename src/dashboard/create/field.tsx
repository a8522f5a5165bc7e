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
  readonly hint?: ReactNode;
  /** What is wrong, once that is to be said. */
  readonly error?: string | undefined;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A control of the form with its label, what it is about, and what is wrong with it. */
export function Field({ label, isOptional = false, hint, error, children }: FieldProps): ReactElement {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="create-optional"> optional</span>}
      </label>
      {children({ id, 'aria-describedby': described.join(' ') || undefined, 'aria-invalid': error !== undefined })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="create-hint">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} className="create-error" aria-live="polite">
        {error}
      </p>
    </div>
  );
}
