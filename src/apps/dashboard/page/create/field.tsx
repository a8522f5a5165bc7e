import { type AriaAttributes, type ReactElement, type ReactNode, useId } from 'react';

/** The attributes that connect a control with its label and its note. */
type ControlProps = AriaAttributes & { readonly id: string };

export interface FieldProps {
  readonly label: string;
  readonly isOptional?: boolean;
  readonly hint: string;
  /** The unit of the value, before it. */
  readonly unit?: string;
  /** The error message. It replaces the hint, so that the form does not move. */
  readonly error?: string | undefined;
}

export function Field(props: FieldProps & { readonly children: (control: ControlProps) => ReactNode }): ReactElement {
  const { label, isOptional = false, hint, unit, error, children } = props;
  const id = useId();
  return (
    <div className="stack tight">
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="faint"> optional</span>}
      </label>
      <div className="create-control" data-unit={unit}>
        {children({ id, 'aria-describedby': `${id}-note`, 'aria-invalid': error !== undefined })}
      </div>
      <p id={`${id}-note`} className="note create-note" data-error={error !== undefined} aria-live="polite">
        {error ?? hint}
      </p>
    </div>
  );
}

export interface SelectFieldProps<Value extends string | boolean> extends FieldProps {
  readonly value: Value | undefined;
  /** The text of the option that chooses no value. */
  readonly none: string;
  readonly choices: readonly (readonly [value: Value, name: string])[];
  /** The heading above a choice. @default no headings */
  readonly groupOf?: (value: Value) => string;
  readonly required?: boolean;
  readonly onChange: (value: Value | undefined) => void;
  readonly onBlur?: () => void;
}

export function SelectField<Value extends string | boolean>(props: SelectFieldProps<Value>): ReactElement {
  const { value, none, choices, groupOf, required, onChange, onBlur, ...field } = props;
  const groups = groupsOf(choices, ([choice]) => groupOf?.(choice) ?? '');
  return (
    <Field {...field}>
      {(control) => (
        <select
          {...control}
          className="select"
          required={required}
          value={String(value ?? '')}
          onBlur={onBlur}
          onChange={({ target }) => onChange(choices.find(([choice]) => String(choice) === target.value)?.[0])}
        >
          <option value="">{none}</option>
          {groups.map(([group, grouped]) => {
            const options = grouped.map(([choice, name]) => (
              <option key={String(choice)} value={String(choice)}>
                {name}
              </option>
            ));
            return group === '' ? options : <optgroup key={group} label={group} children={options} />;
          })}
        </select>
      )}
    </Field>
  );
}

/** Groups values by name, in the order in which the groups first occur. */
export function groupsOf<Value>(values: readonly Value[], nameOf: (value: Value) => string) {
  const names = [...new Set(values.map(nameOf))];
  return names.map((name) => [name, values.filter((value) => nameOf(value) === name)] as const);
}
