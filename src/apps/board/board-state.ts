import { type RowOrder, rowOrders } from '../../format/attention.js';
import { rowKey, type RowRef } from './row-facts.js';
import { emitKeypressEvents, type Interface } from 'node:readline';

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

/** The last frame that was shown, as far as keys need it. */
export interface Frame {
  /** The rows of the list, in order. */
  readonly rows: readonly RowRef[];
  /** The rows or lines of a screen. */
  readonly pageRows: number;
  readonly hasPane: boolean;
}

/** The effect of a key that is more than another state of the board. */
export type BoardAction = 'quit' | 'refresh' | 'pause' | 'copy' | 'browse' | 'create' | 'toggle' | 'outage';

/** Returns the position of the selected row, or of a neighbour if the row is gone; -1 without rows. */
export function positionOf({ selected, position }: BoardState, rows: readonly RowRef[]): number {
  const key = selected && rowKey(selected);
  const at = rows.findIndex((row) => rowKey(row) === key);
  return at >= 0 ? at : Math.min(position, rows.length - 1);
}

/** Returns what follows a key: the next state, or an action. */
export function pressKey(state: BoardState, key: PressedKey, frame: Frame): BoardState | BoardAction {
  const command = keyCommand(key);
  if (state.isTyping && command !== 'up' && command !== 'down' && !key.ctrl) return typeFilter(state, key, command);
  switch (command) {
    case undefined:
      return state;
    case 'quit':
    case 'refresh':
    case 'pause':
    case 'copy':
    case 'browse':
    case 'create':
    case 'toggle':
    case 'outage':
      return command;
    case 'filter':
      return { ...toPage(state, 'fleet'), isTyping: true, focus: 'list' };
    case 'order':
      return { ...state, order: rowOrders[(rowOrders.indexOf(state.order) + 1) % rowOrders.length] ?? 'attention' };
    case 'limits':
    case 'changes':
    case 'alerts':
      return togglePane(state, command);
    case 'focus':
      return frame.hasPane ? { ...state, focus: state.focus === 'list' ? 'pane' : 'list', scroll: 0 } : state;
    case 'help':
      return toPage(state, state.page === 'help' ? 'fleet' : 'help');
    case 'open':
      return state.page === 'fleet' ? toRow(state, 'details', frame) : toPage(state, 'fleet');
    case 'connection':
      return state.page === 'connection' ? toPage(state, 'fleet') : toRow(state, 'connection', frame);
    case 'back':
      return goBack(state);
    default:
      return move(state, stepsOf(command, frame.pageRows), frame);
  }
}

const MAX_FILTER = 200;

function typeFilter(state: BoardState, key: PressedKey, command: KeyCommand | undefined): BoardState {
  if (command === 'open' || command === 'focus') return { ...state, isTyping: false };
  if (key.name === 'escape') return { ...state, isTyping: false, filter: '' };
  if (key.name === 'backspace') return { ...state, filter: [...state.filter].slice(0, -1).join('') };
  return { ...state, filter: `${state.filter}${typedText(key) ?? ''}`.slice(0, MAX_FILTER) };
}

function togglePane(state: BoardState, pane: Pane): BoardState {
  const isOpen = state.page === 'fleet' && state.isPaneAsked && state.pane === pane;
  return { ...toPage(state, 'fleet'), pane, isPaneAsked: !isOpen, focus: 'list' };
}

/** Leaves the page, then the pane, then the filter. */
function goBack(state: BoardState): BoardState {
  if (state.page !== 'fleet') return toPage(state, 'fleet');
  if (state.focus === 'pane') return { ...state, focus: 'list', scroll: 0 };
  return state.filter === '' ? { ...state, isPaneAsked: false } : { ...state, filter: '' };
}

function stepsOf(command: KeyCommand, pageRows: number): number {
  const steps: Partial<Record<KeyCommand, number>> = {
    up: -1,
    down: 1,
    'page-up': -pageRows,
    'page-down': pageRows,
    first: -Infinity,
    last: Infinity,
  };
  return steps[command] ?? 0;
}

function toPage(state: BoardState, page: BoardState['page']): BoardState {
  return { ...state, page, scroll: 0 };
}

function toRow(state: BoardState, page: BoardState['page'], { rows }: Frame): BoardState {
  return rows.length === 0 ? state : toPage(select(state, rows, positionOf(state, rows)), page);
}

/** Pages are longer than this only if a record is absurd. */
const MAX_SCROLL = 1e6;

function move(state: BoardState, steps: number, { rows, hasPane }: Frame): BoardState {
  if (state.page !== 'fleet' || (state.focus === 'pane' && hasPane))
    return { ...state, scroll: Math.max(0, Math.min(MAX_SCROLL, state.scroll + steps)) };
  return select(state, rows, Math.max(0, Math.min(rows.length - 1, positionOf(state, rows) + steps)));
}

function select(state: BoardState, rows: readonly RowRef[], at: number): BoardState {
  return { ...state, selected: rows[at], position: Math.max(0, at) };
}

const BY_TEXT = {
  '/': 'filter',
  1: 'limits',
  2: 'changes',
  3: 'alerts',
  s: 'order',
  y: 'copy',
  e: 'connection',
  b: 'browse',
  r: 'refresh',
  p: 'pause',
  c: 'create',
  t: 'toggle',
  o: 'outage',
  k: 'up',
  j: 'down',
  g: 'first',
  G: 'last',
  '?': 'help',
  h: 'help',
  q: 'quit',
} as const;

const BY_NAME = {
  up: 'up',
  down: 'down',
  pageup: 'page-up',
  pagedown: 'page-down',
  home: 'first',
  end: 'last',
  return: 'open',
  enter: 'open',
  tab: 'focus',
  escape: 'back',
  backspace: 'back',
} as const;

type KeyCommand = (typeof BY_TEXT)[keyof typeof BY_TEXT] | (typeof BY_NAME)[keyof typeof BY_NAME];

export interface PressedKey {
  readonly name?: string | undefined;
  readonly sequence?: string | undefined;
  readonly ctrl?: boolean | undefined;
  readonly meta?: boolean | undefined;
}

export function keyCommand(key: PressedKey): KeyCommand | undefined {
  const { name = '', sequence = '', ctrl = false, meta = false } = key;
  if (ctrl) return name === 'c' ? 'quit' : undefined;
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name as keyof typeof BY_NAME];
  if (meta) return undefined;
  return Object.hasOwn(BY_TEXT, sequence) ? BY_TEXT[sequence as keyof typeof BY_TEXT] : undefined;
}

/** The character that a key types into a text; `undefined` for all other keys. */
function typedText({ sequence = '', ctrl = false, meta = false }: PressedKey): string | undefined {
  return ctrl || meta || /^\p{Cc}|^$/u.test(sequence) ? undefined : sequence;
}

/** How long a sequence of bytes may take to arrive. The Escape key alone is known after this time. */
const ESCAPE_MS = 60;

/** Reads single keys from a terminal, without showing them. */
export function readKeys(stdin: NodeJS.ReadStream, onKey: (key: PressedKey) => void, onEnd: () => void): () => void {
  const press = (_: string | undefined, key: PressedKey): void => onKey(key);
  // Of an interface, only this member is read.
  emitKeypressEvents(stdin, { escapeCodeTimeout: ESCAPE_MS } as unknown as Interface);
  stdin.on('keypress', press);
  stdin.once('end', onEnd);
  stdin.setRawMode(true);
  stdin.resume();
  return () => {
    stdin.off('keypress', press);
    stdin.off('end', onEnd);
    stdin.setRawMode(false);
    stdin.pause();
  };
}
