import type { KeyboardEvent, MouseEvent } from 'react';
import type { FleetGridProps } from './fleet-grid.js';

interface GridInputOptions extends Pick<FleetGridProps, 'ids' | 'selection' | 'onOpen'> {
  readonly cursor: string | undefined;
  readonly setCursor: (id: string) => void;
  readonly rowHeight: number;
}

export function gridInput(options: GridInputOptions) {
  const { ids, selection, onOpen, cursor, setCursor, rowHeight } = options;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey) return;
    // A button in a row, which a click has focused, uses these keys itself.
    if ([' ', 'Enter'].includes(event.key) && (event.target as Element).closest('button') !== null) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'a' || selection === undefined) return;
      selection.replace(ids);
      return event.preventDefault();
    }
    const height = event.currentTarget.closest('.scroller')?.clientHeight ?? 0;
    const page = Math.max(1, Math.floor(height / rowHeight) - 4);
    const moved = moveCursor(event.key, ids, cursor, page);
    if (moved !== undefined) {
      setCursor(moved);
      if (event.shiftKey) selection?.extendTo(moved, cursor);
    } else if (event.key === ' ' && cursor !== undefined) selection?.toggle(cursor);
    else if (event.key === 'Enter' && cursor !== undefined) onOpen(cursor);
    else if (event.key === 'Escape' && selection !== undefined && selection.ids.size > 0) selection.replace([]);
    else return;
    event.preventDefault();
  }

  function onClick(event: MouseEvent<HTMLElement>): void {
    const target = event.target as Element;
    const id = idOf(target);
    const isSelecting = getSelection()?.isCollapsed === false;
    if (id === undefined || event.metaKey || event.ctrlKey) return;
    const isBox = target.closest('.row-select') !== null;
    if (selection !== undefined && (event.shiftKey || isBox)) {
      // Shift on a link would open a window. If the default of a checkbox were prevented, it would show its old value.
      if (!isBox) event.preventDefault();
      setCursor(id);
      getSelection()?.removeAllRanges();
      return event.shiftKey ? selection.extendTo(id, cursor) : selection.toggle(id);
    }
    if (isSelecting) return;
    event.preventDefault();
    setCursor(id);
    onOpen(id);
  }

  return { onKeyDown, onClick };
}

export function idOf(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-id]')?.dataset['id'];
}

/**
 * Returns the row of the cursor after a key, or `undefined` for a key that does not move it. Without a row, or if its
 * row was removed, the cursor starts at the top.
 *
 * @param page the number of rows that Page Up and Page Down move
 */
export function moveCursor(
  key: string,
  ids: readonly string[],
  cursor: string | undefined,
  page: number,
): string | undefined {
  const at = cursor === undefined ? -1 : ids.indexOf(cursor);
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -Infinity,
    End: Infinity,
  };
  const step = steps[key];
  return step === undefined ? undefined : ids[Math.max(0, Math.min(ids.length - 1, at + step))];
}
