import { type KeyboardEvent, type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { useFleet, useView, usePollingStatus } from '../../../../bindings/react/index.js';
import { formatCount } from '../../../../format/quantities.js';
import { nameOrId, type RowFacts } from '../grid/row-facts.js';
import { factsOf } from '../grid/fleet-facts.js';
import { copyText } from '../shell/copy.js';
import { Dialog } from '../shell/dialog.js';
import { goTo, type PageView, pageViews } from '../shell/route.js';
import { type PaletteItem, rankItems } from './rank-items.js';
import { refreshAll } from '../../../../index.js';
import { PAUSE_REASON } from '../polling/describe-connection.js';
import { usePage } from '../server/use-page.js';
import { density, theme } from '../shell/choice.js';
import { savedViews } from '../shell/saved-views.js';

const SHOWN = 10;

/** One palette is open at a time. */
const LIST_ID = 'palette-results';

export interface PaletteProps {
  readonly onOpen: (dialog: 'create' | 'help') => void;
  readonly onClose: () => void;
}

/** Finds databases and indices by name or id, views and actions. Arrow keys choose, Enter runs. */
export function Palette({ onOpen, onClose }: PaletteProps): ReactElement {
  const [search, setSearch] = useState('');
  const [chosen, choose] = useState(0);
  const [outcome, setOutcome] = useState('');
  const items = useItems(onOpen);
  const found = useMemo(() => rankItems(items, search), [items, search]);
  const shown = found.slice(0, SHOWN);
  async function run(item: PaletteItem | undefined): Promise<void> {
    if (item?.copies !== undefined)
      return setOutcome((await copyText(item.copies())) ? 'Copied' : 'Copy failed. The address bar has the link.');
    if (item === undefined) return;
    onClose();
    item.run();
  }

  function onKeyDown(event: KeyboardEvent): void {
    // An input method uses these keys itself.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    if (step !== 0) choose((before) => Math.max(0, Math.min(shown.length - 1, before + step)));
    else if (event.key === 'Enter') void run(shown[chosen]);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog title="Find anything" isBare onClose={onClose}>
      <input
        className="palette-input"
        role="combobox"
        aria-label="Find anything"
        aria-expanded="true"
        aria-controls={LIST_ID}
        aria-activedescendant={shown.length > 0 ? `${LIST_ID}-${chosen}` : undefined}
        placeholder="Find a database, a view or an action"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={search}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setSearch(target.value);
          setOutcome('');
          choose(0);
        }}
      />
      <Results shown={shown} chosen={chosen} onChoose={choose} onRun={(item) => void run(item)} />
      <p className="note palette-foot" role="status">
        {outcome}
        {found.length === 0 && 'Nothing matches.'}
        {outcome === '' &&
          found.length > SHOWN &&
          `${SHOWN} of ${formatCount(found.length)}. Type more to find others.`}
      </p>
    </Dialog>
  );
}

interface ResultsProps {
  readonly shown: readonly PaletteItem[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
  readonly onRun: (item: PaletteItem) => void;
}

function Results({ shown, chosen, onChoose, onRun }: ResultsProps): ReactElement {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // In braces: some browsers return a promise, which React would call as a cleanup function.
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <ul ref={list} id={LIST_ID} className="palette-results" role="listbox" aria-label="Results">
      {shown.map((item, index) => (
        <li
          // Keyed by place: two items may have the same words, and a name that arrives would replace a pressed element.
          key={index}
          id={`${LIST_ID}-${index}`}
          role="option"
          className="line spread"
          aria-selected={index === chosen}
          onPointerMove={() => onChoose(index)}
          onClick={() => onRun(item)}
        >
          <span className="cut">{item.title}</span>
          <span className="faint cut">{item.note}</span>
        </li>
      ))}
    </ul>
  );
}

/** The views and actions, then the rows that need attention, then the others. Only a changed name changes the order. */
function useItems(onOpen: PaletteProps['onOpen']): readonly PaletteItem[] {
  const actions = useActions(onOpen);
  const fleet = useFleet();
  const [databases, indices] = [factsOf(fleet, 'database'), factsOf(fleet, 'index')];
  const names = [useView(databases, { select: namesOf }), useView(indices, { select: namesOf })];
  const rows = useMemo(() => [...itemsOf('database', databases.value), ...itemsOf('index', indices.value)], names);
  return useMemo(() => [...actions, ...rows], [actions, rows]);
}

const namesOf = (rows: readonly RowFacts[]): string => rows.map(nameOrId).join('\n');

function itemsOf(view: 'database' | 'index', rows: readonly RowFacts[]): PaletteItem[] {
  const kind = view === 'database' ? 'database' : 'vector index';
  return rows
    .toSorted((a, b) => Number(a.keys['attention']) - Number(b.keys['attention']))
    .map((row) => ({ note: `${kind} ${row.id}`, title: nameOrId(row), run: () => goTo({ view, selected: row.id }) }));
}

function useActions(onOpen: PaletteProps['onOpen']): readonly PaletteItem[] {
  const { fleet, facts } = usePage();
  const isPaused = usePollingStatus({ select: ({ reason }) => reason?.code === 'requested' });
  const saved = useView(savedViews);
  return useMemo(() => {
    const item = (note: string, title: string, run: () => void): PaletteItem => ({ note, title, run });
    return [
      ...saved.map(({ name, ...to }) =>
        item(`saved view of ${pageViews[to.view].name.toLowerCase()}`, name, () => goTo(to)),
      ),
      ...Object.entries(pageViews).map(([to, { name }]) => item('view', name, () => goTo({ view: to as PageView }))),
      item('action', facts.mayCreate ? 'New database' : 'Add databases', () => onOpen('create')),
      item('action', 'Refresh everything', () => void Promise.allSettled([refreshAll(fleet), fleet.indices.refresh()])),
      item('action', isPaused ? 'Resume polling' : 'Pause polling', () =>
        isPaused ? fleet.polling.resume() : fleet.polling.pause(PAUSE_REASON),
      ),
      { ...item('action', 'Copy a link to this page', () => {}), copies: () => location.href },
      item('action', 'Dense rows, on or off', density.next),
      item('action', 'Change the colour scheme', theme.next),
      item('action', 'Keyboard shortcuts', () => onOpen('help')),
    ];
  }, [fleet, facts, isPaused, saved, onOpen]);
}
