import { type ReactElement, useMemo, useRef } from 'react';
import { formatCount } from '../../../../format/quantities.js';
import { Icon, Button } from '../shell/button.js';
import { planNameOf, regionNameOf, wordOf } from '../shell/names.js';
import { healthNames } from '../../../../format/health.js';
import { Menu } from '../shell/menu.js';
import { useIsNarrow } from '../shell/narrow.js';
import { part } from '../shell/part.js';
import { useShortcut } from '../shell/shortcut.js';
import type { RowFacts } from './row-facts.js';
import type { ViewMenuProps } from './view-menu.js';

const ViewMenu = part(async () => (await import('./view-menu.js')).ViewMenu);

/** The filters of both lists, by their keys in a row. A list has those that its rows have. */
const FILTERS = [
  { key: 'health', title: 'Health', nameOf: healthNameOf },
  { key: 'state', title: 'State', nameOf: String },
  { key: 'kind', title: 'Type', nameOf: wordOf },
  { key: 'plan', title: 'Plan', nameOf: planNameOf },
  { key: 'region', title: 'Region', nameOf: regionNameOf },
];

function healthNameOf(kind: string): string {
  return Object.hasOwn(healthNames, kind) ? healthNames[kind as keyof typeof healthNames] : kind;
}

export interface ListToolbarProps extends ViewMenuProps {
  readonly label: string;
  /** At least one row. */
  readonly rows: readonly RowFacts[];
  readonly shown: number;
  /** Shows the rows in their new order. Absent while they are in order. */
  readonly onNewOrder: (() => void) | undefined;
}

export function ListToolbar(props: ListToolbarProps): ReactElement {
  const { label, route, columns, rows, shown, onChange, onNewOrder } = props;
  const { query } = route;
  const isNarrow = useIsNarrow();
  // The toolbar renders more often than rows change.
  const filters = useMemo(() => {
    const own = FILTERS.filter(({ key }) => Object.hasOwn(rows[0]?.filters ?? {}, key));
    return own.map((filter) => ({ ...filter, values: new Set(rows.map((row) => row.filters[filter.key] ?? '')) }));
  }, [rows]);
  const chosen = filters.filter(({ key }) => query[key] !== undefined).length;
  const fields = filters.map(({ key, title, nameOf, values }) => {
    const value = query[key] ?? '';
    // The chosen value is a choice even if no row has it.
    const sorted = [...new Set([value, ...values])].filter(Boolean).sort();
    const choices = sorted.map((choice) => [choice, nameOf(choice)] as const);
    const choose = (choice: string): void => onChange({ [key]: choice });
    return <FilterSelect key={key} title={title} value={value} choices={choices} onChange={choose} />;
  });
  return (
    <div className="line toolbar" role="search" aria-label={`Find in ${label}`}>
      <SearchField label={label} value={query['find'] ?? ''} onChange={(find) => onChange({ find })} />
      {!isNarrow && fields}
      <output className="muted fixed" aria-label="Matching rows">
        {shown < rows.length && `${formatCount(shown)} of ${formatCount(rows.length)}`}
      </output>
      {onNewOrder !== undefined && (
        <Button look="quiet" className="new-order" title="Rows keep their places meanwhile" onClick={onNewOrder}>
          <Icon name="sort" />
          New order
        </Button>
      )}
      <Menu className="push" label={isNarrow ? `Filters${chosen > 0 ? ` (${chosen})` : ''} and view` : 'View'}>
        <ViewMenu route={route} columns={columns} onChange={onChange}>
          {isNarrow && fields}
        </ViewMenu>
      </Menu>
    </div>
  );
}

interface FieldProps {
  /** Empty for all rows. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SearchField({ label, value, onChange }: FieldProps & { readonly label: string }): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const key = useShortcut('/', () => input.current?.select());
  return (
    <div className="line search">
      <Icon name="search" />
      <input
        ref={input}
        className="input"
        type="search"
        aria-label={`Find ${label.toLowerCase()}`}
        aria-keyshortcuts={key}
        placeholder="Search by name, id or region"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {value === '' && key && (
        <kbd className="faint key wide-only" aria-hidden="true">
          {key}
        </kbd>
      )}
    </div>
  );
}

interface FilterSelectProps extends FieldProps {
  readonly title: string;
  readonly choices: readonly (readonly [value: string, name: string])[];
}

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
