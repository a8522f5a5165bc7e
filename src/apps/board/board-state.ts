import type { KeyCommand } from './key-command.js';
import { rowKey, type RowRef } from './row-facts.js';

export interface BoardState {
  readonly page: 'fleet' | 'details' | 'log' | 'help';
  readonly scroll: number;
  /** The selected row. It stays selected while other rows come and go. */
  readonly selected: RowRef | undefined;
  readonly position: number;
}

export const initialState: BoardState = { page: 'fleet', scroll: 0, selected: undefined, position: 0 };

/** Returns the position of the selected row, or of a neighbour if the row is gone; -1 without rows. */
export function positionOf({ selected, position }: BoardState, rows: readonly RowRef[]): number {
  const key = selected && rowKey(selected);
  const at = rows.findIndex((row) => rowKey(row) === key);
  return at >= 0 ? at : Math.min(position, rows.length - 1);
}

/** Applies a key that changes only what is visible. @param pageRows the number of rows or lines of a screen */
export function changeState(
  state: BoardState,
  command: KeyCommand,
  rows: readonly RowRef[],
  pageRows: number,
): BoardState {
  switch (command) {
    case 'open':
      if (state.page !== 'fleet') return toPage(state, 'fleet');
      return rows.length === 0 ? state : toPage(select(state, rows, positionOf(state, rows)), 'details');
    case 'log':
    case 'help':
      return toPage(state, state.page === command ? 'fleet' : command);
    case 'back':
      return toPage(state, 'fleet');
    default:
      return move(state, stepsOf(command, pageRows), rows);
  }
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

/** Pages are longer than this only if a record is absurd. */
const MAX_SCROLL = 1e6;

function move(state: BoardState, steps: number, rows: readonly RowRef[]): BoardState {
  if (state.page !== 'fleet') return { ...state, scroll: Math.max(0, Math.min(MAX_SCROLL, state.scroll + steps)) };
  return select(state, rows, Math.max(0, Math.min(rows.length - 1, positionOf(state, rows) + steps)));
}

function select(state: BoardState, rows: readonly RowRef[], at: number): BoardState {
  return { ...state, selected: rows[at], position: Math.max(0, at) };
}
