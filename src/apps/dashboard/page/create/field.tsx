import { type AriaAttributes, type ReactElement, type ReactNode, useId } from 'react';
import type { DraftState, TextField } from './draft.js';

export type FieldsProps = Pick<DraftState, 'draft' | 'change' | 'touch' | 'errorOf'>;

interface ControlProps extends AriaAttributes {
  readonly id: string;
  readonly value: string;
  readonly onBlur: () => void;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}

export interface FieldProps extends FieldsProps {
  readonly name: TextField;
  readonly label: string;
  readonly isOptional?: boolean;
  /** The error of the field replaces the hint, so that the form does not move. */
  readonly hint: string;
  /** The unit of the value, before it. */
  readonly unit?: string;
}

export function Field(props: FieldProps & { readonly children: (control: ControlProps) => ReactNode }): ReactElement {
  const { draft, change, touch, errorOf, name, label, isOptional = false, hint, unit, children } = props;
  const id = useId();
  const error = errorOf(name);
  const control: ControlProps = {
    id,
    value: draft[name],
    'aria-describedby': `${id}-note`,
    'aria-invalid': error !== undefined,
    onBlur: () => touch(name),
    onChange({ target }) {
      const text: Partial<Record<TextField, string>> = { [name]: target.value };
      change(text);
    },
  };
  return (
    <div className="stack tight">
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="faint"> optional</span>}
      </label>
      <div className="create-control" data-unit={unit}>
        {children(control)}
      </div>
      <p id={`${id}-note`} className="note" data-error={error !== undefined} aria-live="polite">
        {error ?? hint}
      </p>
    </div>
  );
}

export interface SelectFieldProps extends FieldProps {
  /** The text of the option that chooses no value. */
  readonly none: string;
  readonly choices: readonly (readonly [value: string, name: string])[];
  /** The heading above a choice. @default no headings */
  readonly groupOf?: (value: string) => string;
  readonly required?: boolean;
}

export function SelectField({ none, choices, groupOf, required, ...field }: SelectFieldProps): ReactElement {
  const groups = groupsOf(choices, ([choice]) => groupOf?.(choice) ?? '');
  return (
    <Field {...field}>
      {(control) => (
        <select {...control} className="select" required={required}>
          <option value="">{none}</option>
          {groups.map(([group, grouped]) => {
            const options = grouped.map(([choice, name]) => (
              <option key={choice} value={choice}>
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
