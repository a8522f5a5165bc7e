import { type FormEvent, type PropsWithChildren, type ReactElement, useState } from 'react';
import { useView } from '../../../../bindings/react/index.js';
import { density } from '../shell/choice.js';
import { formatRoute, type Route } from '../shell/route.js';
import { deleteView, savedViews, saveView } from '../shell/saved-views.js';
import type { Column } from './rows.js';
import { groupings } from './groups.js';
import { Button, IconButton } from '../shell/button.js';

export interface ViewMenuProps {
  readonly route: Route;
  readonly columns: readonly Column[];
  readonly onChange: (part: Readonly<Record<string, string>>) => void;
}

/** The groups and columns of a list, the height of its rows, and the saved views. This browser keeps the views. */
export function ViewMenu({ route, columns, onChange, children }: PropsWithChildren<ViewMenuProps>): ReactElement {
  const { group = '' } = route.query;
  return (
    <div className="card raised stack menu-body">
      {children}
      <label className="line spread">
        Group by
        <select
          className="select"
          aria-label="Group by"
          value={group}
          onChange={({ target }) => onChange({ group: target.value })}
        >
          <option value="">No groups</option>
          {Object.entries(groupings).map(([key, { title }]) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <Columns route={route} columns={columns} onChange={onChange} />
      <label className="line spread wide-only">
        Dense rows
        <input type="checkbox" checked={useView(density) === 'dense'} onChange={density.next} />
      </label>
      <SavedViews route={route} />
    </div>
  );
}

function Columns({ route, columns, onChange }: ViewMenuProps): ReactElement {
  const optional = columns.filter(({ key }) => key !== 'name');
  const all = optional.map(({ key }) => key);
  const shown = route.query['columns']?.split(',') ?? all;
  const toggle = (key: string): void => {
    const next = all.filter((each) => shown.includes(each) !== (each === key));
    // An empty text shows all columns, so `name` stands for none of the optional columns.
    onChange({ columns: next.length === all.length ? '' : next.join(',') || 'name' });
  };
  return (
    <fieldset className="stack halves">
      <legend className="note">Columns</legend>
      {optional.map(({ key, title }) => (
        <label key={key} className="line">
          <input type="checkbox" checked={shown.includes(key)} onChange={() => toggle(key)} />
          {title}
        </label>
      ))}
    </fieldset>
  );
}

const LONGEST_NAME = 60;

function SavedViews({ route: { view, query } }: Pick<ViewMenuProps, 'route'>): ReactElement {
  const [name, setName] = useState('');
  const [isRefused, setRefused] = useState(false);
  const saved = useView(savedViews);
  function save(event: FormEvent): void {
    event.preventDefault();
    if (name.trim() === '') return;
    const isKept = saveView({ name: name.trim(), view, query });
    setRefused(!isKept);
    if (isKept) setName('');
  }
  return (
    <fieldset className="stack menu-saved" tabIndex={-1}>
      <legend className="note">Saved views</legend>
      {saved.map((each) => (
        <div key={`${each.view} ${each.name}`} className="line spread">
          <a className="cut" href={formatRoute(each)}>
            {each.name}
          </a>
          <IconButton
            icon="close"
            className="copy-button"
            name={`Delete ${each.name}`}
            onClick={({ currentTarget }) => {
              // The button leaves the page. If the focus left with it, keys would not reach the menu.
              currentTarget.closest('fieldset')?.focus();
              deleteView(each);
            }}
          />
        </div>
      ))}
      <form className="line spread" onSubmit={save}>
        <input
          className="input"
          aria-label="Name of this view"
          placeholder="Name of this view"
          maxLength={LONGEST_NAME}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit">Save</Button>
      </form>
      {isRefused && (
        <p className="note" role="alert">
          Not saved: the browser’s storage is full or blocked.
        </p>
      )}
    </fieldset>
  );
}
