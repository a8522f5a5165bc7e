import { printable } from '../format/printable.js';
import { formatCount } from '../format/quantities.js';
import type { Row, Section } from './fleet-sections.js';

/** The rows of a page: a large fleet must not fill the document. */
const PAGE_ROWS = 50;

/** Makes the elements of a section. A redraw keeps them, with their focus and scrolling. @param redraw draws the section again */
export function createSectionView({ title, isOpenAtFirst = false, columns, isLog, rows }: Section, redraw: () => void) {
  let page = 0;
  let isAsked = true;
  const turn = (to: number): void => {
    page = Math.max(0, to);
    isAsked = true;
    scroll.scrollTop = 0;
    redraw();
  };
  const count = make('span', { className: 'count' });
  const filter = make('input', { type: 'search', ariaLabel: `Filter: ${title}`, oninput: () => turn(0) });
  const search = make('label', { hidden: !columns }, 'Filter', filter);
  const body = make('tbody');
  const names = (columns ?? []).map((name) => make('th', { scope: 'col' }, name));
  const head = make('thead', { hidden: !columns }, make('tr', {}, ...names));
  const table = make('table', { className: columns ? 'rows' : 'facts' }, head, body);
  // The element can have the focus, so that keys scroll it.
  const scroll = make('div', { className: 'scroll', tabIndex: 0, role: 'region', ariaLabel: title }, table);
  const back = make('button', { type: 'button', onclick: () => turn(page - 1) }, 'Previous');
  const place = make('span', { role: 'status' });
  const next = make('button', { type: 'button', onclick: () => turn(page + 1) }, 'Next');
  const pager = make('div', { className: 'pager' }, back, place, next);
  const nothing = make('p', { className: 'count' }, 'Nothing to show.');
  const summary = make('summary', {}, title, count);
  const element = make('details', { open: isOpenAtFirst, ontoggle: redraw }, summary, search, nothing, scroll, pager);

  return {
    element,
    draw() {
      if (!element.open) return setText(count, '');
      const wanted = filter.value.trim().toLowerCase();
      const all = rows((...texts) => wanted === '' || texts.some((text) => text.toLowerCase().includes(wanted)));
      const pages = Math.ceil(all.length / PAGE_ROWS) || 1;
      page = Math.min(page, pages - 1);
      // The log stays as it is while the user reads it, unless the user turns the page or filters.
      if (!isLog || isAsked || !scroll.matches(':hover, :focus'))
        drawRows(body, all.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS), columns);
      isAsked = false;
      if (columns) setText(count, formatCount(all.length));
      // A screen reader reads each change of this text, so the number of rows is in the title instead.
      setText(place, `Page ${page + 1} of ${pages}`);
      nothing.hidden = all.length > 0;
      scroll.hidden = all.length === 0;
      pager.hidden = pages === 1;
      // `disabled` would take the focus away from the keyboard.
      back.ariaDisabled = String(page === 0);
      next.ariaDisabled = String(page === pages - 1);
    },
  };
}

function drawRows(body: HTMLTableSectionElement, rows: readonly (() => Row)[], columns: readonly string[] = []): void {
  while (body.rows.length > rows.length) body.deleteRow(-1);
  rows.forEach((read, at) => {
    const { cells, tone = '' } = read();
    const row = body.rows[at] ?? body.insertRow();
    row.className = tone;
    cells.forEach((text, column) => {
      const cell = row.cells[column] ?? row.appendChild(column > 0 ? make('td') : make('th', { scope: 'row' }));
      cell.dataset['column'] = columns[column] ?? '';
      // A longer text would fill the table. The title of the cell has all of it.
      const all = printable(text);
      setText(cell, all.slice(0, 300));
      cell.title = all.slice(300) && all;
    });
  });
}

/** Makes an element. Texts become text nodes, never HTML. */
function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  members: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), members);
  element.append(...children);
  return element;
}

/** Keeps the node of an unchanged text, because a new node would end the user's selection. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
