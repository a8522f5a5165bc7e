import type { Key } from 'node:readline';
import { type RowOrder, rowOrders } from '../../format/attention.js';
import { keyCommand, type KeyCommand } from './keys.js';
import { rowKey, type RowRef } from './row-facts.js';

export type Pane = 'limits' | 'changes' | 'alerts';

export interface BoardState {
  readonly page: 'fleet' | 'details' | 'connection' | 'help';
  /** The selected row. It stays selected while other rows come and go. */
  readonly selected: RowRef | undefined;
  readonly position: number;
  readonly order: RowOrder;
  readonly filter: string;
  /** Whether keys change the filter. */
  readonly isTyping: boolean;
  readonly pane: Pane;
  /** Whether a person opened the pane. Otherwise it is shown where the list leaves lines. */
  readonly isPaneAsked: boolean;
  readonly focus: 'list' | 'pane';
  /** The first visible line of the page, or of the pane. */
  readonly scroll: number;
}

export const initialState: BoardState = {
  page: 'fleet',
  selected: undefined,
  position: 0,
  order: 'attention',
  filter: '',
  isTyping: false,
  pane: 'changes',
  isPaneAsked: false,
  focus: 'list',
  scroll: 0,
};

/** The facts of the last shown frame that keys need. */
export interface Frame {
  /** The rows from which keys select. */
  readonly rows: readonly RowRef[];
  /** How many rows or lines Page Up and Page Down move. */
  readonly pageRows: number;
  readonly hasPane: boolean;
}

/** The actions of keys that do more than change the state of the board. */
const ACTIONS = ['quit', 'refresh', 'pause', 'copy', 'browse', 'create', 'suspend', 'outage'] as const;

export type BoardAction = (typeof ACTIONS)[number];

/** Returns the position of the selected row, or of a neighbour if the row is gone; -1 without rows. */
export function positionOf({ selected, position }: BoardState, rows: readonly RowRef[]): number {
  const key = selected && rowKey(selected);
  const index = rows.findIndex((row) => rowKey(row) === key);
  return index >= 0 ? index : Math.min(position, rows.length - 1);
}

export function pressKey(state: BoardState, key: Key, frame: Frame): BoardState | BoardAction {
  const command = keyCommand(key);
  const typed = state.isTyping ? typeFilter(state, key, command) : undefined;
  if (typed !== undefined) return typed;
  const action = ACTIONS.find((each) => each === command);
  if (action !== undefined) return action;
  switch (command) {
    case undefined:
      return state;
    case 'filter':
      return { ...toPage(state, 'fleet'), isTyping: true, focus: 'list' };
    case 'order':
      return { ...state, order: rowOrders[(rowOrders.indexOf(state.order) + 1) % rowOrders.length] ?? 'attention' };
    case 'limits':
    case 'changes':
    case 'alerts':
      return togglePane(state, command);
    case 'pane':
      return frame.hasPane ? { ...state, focus: state.focus === 'list' ? 'pane' : 'list', scroll: 0 } : state;
    case 'help':
      return toPage(state, state.page === 'help' ? 'fleet' : 'help');
    case 'open':
      return state.page === 'fleet' ? toRow(state, 'details', frame) : toPage(state, 'fleet');
    case 'connect':
      if (state.page === 'connection') return toPage(state, 'fleet');
      return state.page === 'details' ? toPage(state, 'connection') : toRow(state, 'connection', frame);
    case 'back':
      return goBack(state);
    default:
      return move(state, command, frame);
  }
}

/** Returns the state after a frame: within the lines to scroll, and with the position where the selected row is now. */
export function afterFrame(state: BoardState, frame: Frame & { readonly maxScroll: number }): BoardState {
  const position = state.page === 'fleet' ? Math.max(0, positionOf(state, frame.rows)) : state.position;
  return { ...state, position, scroll: Math.min(state.scroll, frame.maxScroll) };
}

const MAX_FILTER = 200;

/** @returns `undefined` for the keys that type nothing: the arrow keys select a row also while a person types */
function typeFilter(state: BoardState, key: Key, command: KeyCommand | undefined): BoardState | undefined {
  if (command === 'open' || command === 'pane') return { ...state, isTyping: false };
  if (key.name === 'escape') return { ...state, isTyping: false, filter: '' };
  if (key.name === 'backspace') return { ...state, filter: [...state.filter].slice(0, -1).join('') };
  const { sequence = '', ctrl, meta } = key;
  // A control character is no text.
  if (ctrl || meta || /^\p{Cc}|^$/u.test(sequence)) return undefined;
  return { ...state, filter: `${state.filter}${sequence}`.slice(0, MAX_FILTER) };
}

function togglePane(state: BoardState, pane: Pane): BoardState {
  const isOpen = state.page === 'fleet' && state.isPaneAsked && state.pane === pane;
  return { ...toPage(state, 'fleet'), pane, isPaneAsked: !isOpen, focus: 'list' };
}

function goBack(state: BoardState): BoardState {
  if (state.page !== 'fleet') return toPage(state, 'fleet');
  if (state.focus === 'pane') return { ...state, focus: 'list', scroll: 0 };
  return state.filter === '' ? { ...state, isPaneAsked: false } : { ...state, filter: '' };
}

function toPage(state: BoardState, page: BoardState['page']): BoardState {
  return { ...state, page, scroll: 0 };
}

function toRow(state: BoardState, page: BoardState['page'], { rows }: Frame): BoardState {
  return rows.length === 0 ? state : toPage(select(state, rows, positionOf(state, rows)), page);
}

function move(state: BoardState, command: KeyCommand, { rows, pageRows, hasPane }: Frame): BoardState {
  const moves: Partial<Record<KeyCommand, number>> = {
    up: -1,
    down: 1,
    'page-up': -pageRows,
    'page-down': pageRows,
    first: -Infinity,
    last: Infinity,
  };
  const steps = moves[command] ?? 0;
  if (state.page !== 'fleet' || (state.focus === 'pane' && hasPane))
    return { ...state, scroll: Math.max(0, state.scroll + steps) };
  return select(state, rows, Math.max(0, Math.min(rows.length - 1, positionOf(state, rows) + steps)));
}

function select(state: BoardState, rows: readonly RowRef[], index: number): BoardState {
  return { ...state, selected: rows[index], position: Math.max(0, index) };
}
