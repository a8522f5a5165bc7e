import { useEffect, useMemo, useRef, type ReactElement, type ReactNode } from 'react';
import { formatCount } from '../../../../format/quantities.js';
import { Icon } from '../shell/icon.js';
import type { Query } from '../shell/route.js';
import type { RowFacts } from './row-facts.js';

/** A filter of the list. */
export interface FilterChoice {
  /** The key in the filters of a row. */
  readonly key: string;
  readonly title: string;
  /** The names of values. @default the values themselves */
  readonly names?: Readonly<Record<string, string>>;
}

export interface ListToolbarProps {
  readonly label: string;
  readonly query: Query;
  readonly rows: readonly RowFacts[];
  /** The number of rows that match. */
  readonly shown: number;
  readonly filters: readonly FilterChoice[];
  readonly onChange: (part: Readonly<Record<string, string>>) => void;
  readonly actions?: ReactNode;
}

/** The search field, the filters, and the number of matching rows. */
export function ListToolbar(props: ListToolbarProps): ReactElement {
  const { label, query, rows, shown, filters, onChange, actions } = props;
  return (
    <div className="toolbar" role="search" aria-label={`Find in ${label}`}>
      <SearchField label={label} value={query['find'] ?? ''} onChange={(find) => onChange({ find })} />
      {filters.map((filter) => (
        <FilterField
          key={filter.key}
          filter={filter}
          value={query[filter.key] ?? ''}
          rows={rows}
          onChange={(value) => onChange({ [filter.key]: value })}
        />
      ))}
      <output className="toolbar-count" aria-label="Matching rows">
        {shown < rows.length && `${formatCount(shown)} of ${formatCount(rows.length)}`}
      </output>
      {actions}
    </div>
  );
}

interface FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SearchField({ label, value, onChange }: FieldProps & { readonly label: string }): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => focusBySlash(input), []);
  return (
    <div className="search">
      <Icon name="search" />
      <input
        ref={input}
        className="input"
        type="search"
        aria-label={`Find ${label.toLowerCase()}`}
        aria-keyshortcuts="/"
        placeholder="Name, id, region …"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {value === '' && (
        <kbd className="key" aria-hidden="true">
          /
        </kbd>
      )}
    </div>
  );
}

function focusBySlash(input: { readonly current: HTMLInputElement | null }): () => void {
  const onKeyDown = (event: globalThis.KeyboardEvent): void => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input, select, textarea, dialog') !== null;
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.current?.select();
  };
  addEventListener('keydown', onKeyDown);
  return () => removeEventListener('keydown', onKeyDown);
}

interface FilterFieldProps extends FieldProps {
  readonly filter: FilterChoice;
  readonly rows: readonly RowFacts[];
}

function FilterField({ filter, rows, value, onChange }: FilterFieldProps): ReactElement {
  const { key, title, names = {} } = filter;
  const choices = useMemo(() => choicesOf(rows, key, value), [rows, key, value]);
  return (
    <select
      className="select"
      aria-label={`Filter by ${title.toLowerCase()}`}
      data-chosen={value !== ''}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{title}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {names[choice] ?? choice}
        </option>
      ))}
    </select>
  );
}

/** Returns the values of a filter: those of the rows, and the chosen value, which no row may have. */
function choicesOf(rows: readonly RowFacts[], filter: string, chosen: string): readonly string[] {
  const values = new Set(rows.map(({ filters }) => filters[filter] ?? ''));
  values.add(chosen);
  values.delete('');
  return [...values].sort();
}
