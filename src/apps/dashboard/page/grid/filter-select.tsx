import type { ReactElement } from 'react';

interface FilterSelectProps {
  readonly title: string;
  /** Empty for all rows. */
  readonly value: string;
  readonly choices: readonly (readonly [value: string, name: string])[];
  readonly onChange: (value: string) => void;
}

/** A filter of a list: one of several values, or all rows. */
export function FilterSelect({ title, value, choices, onChange }: FilterSelectProps): ReactElement {
  return (
    <select
      className="select"
      aria-label={`Filter by ${title.toLowerCase()}`}
      data-chosen={value !== ''}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{title}</option>
      {choices.map(([choice, name]) => (
        <option key={choice} value={choice}>
          {name}
        </option>
      ))}
    </select>
  );
}
