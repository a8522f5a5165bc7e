import { cutText } from '../terminal/wrap-text.js';
import type { RenderOptions } from '../terminal/palette.js';

export interface KeyHelp {
  readonly key: string;
  readonly action: string;
  readonly does: string;
}

const LIST_KEYS: readonly KeyHelp[] = [
  { key: '↑↓', action: 'select', does: 'select a row; also j and k, Page Up and Page Down, g and G' },
  { key: 'Enter', action: 'open', does: 'show the details of the selected row; Escape returns' },
  { key: '/', action: 'filter', does: 'show only rows with these words in name, id, state, region or plan' },
];

const DEMO_KEYS: readonly KeyHelp[] = [
  { key: 'c', action: 'create', does: 'create a database, whose use rises' },
  { key: 't', action: 'suspend', does: 'suspend the selected database, or resume it' },
  { key: 'o', action: 'outage', does: 'start an outage of the service, or end it' },
];

const MORE_KEYS: readonly KeyHelp[] = [
  { key: 's', action: 'order', does: 'order by attention, use, name or age' },
  { key: '1', action: 'limits', does: 'open or close the pane of the most used limits' },
  { key: '2', action: 'changes', does: 'open or close the pane of changes; with Tab, also the messages of failures' },
  { key: '3', action: 'alerts', does: 'open or close the pane of alerts' },
  { key: 'Tab', action: 'pane', does: 'move between the list and the pane, which then scrolls' },
  { key: 'y', action: 'copy', does: 'copy the id of the selected row, if the terminal permits it (OSC 52)' },
  { key: 'e', action: 'connect', does: 'show how to connect to the selected row, without its secrets' },
  { key: 'b', action: 'browse', does: 'show the selected row in the browser' },
  { key: 'r', action: 'refresh', does: 'read everything now' },
  { key: 'p', action: 'pause', does: 'pause polling, or resume it' },
];

/** The help lists only the keys of the list, so these need no description. */
const PAGE_KEYS: readonly KeyHelp[] = [
  { key: 'Esc', action: 'back', does: '' },
  { key: '↑↓', action: 'scroll', does: '' },
  { key: 'y', action: 'copy id', does: '' },
];

const LAST_KEYS: readonly KeyHelp[] = [
  { key: '?', action: 'help', does: 'show or hide this help' },
  { key: 'q', action: 'quit', does: 'quit; also Ctrl-C' },
];

/** The keys of the list of rows, the most important first. */
export function listKeys(isDemo: boolean): readonly KeyHelp[] {
  return [...LIST_KEYS, ...(isDemo ? DEMO_KEYS : []), ...MORE_KEYS, ...LAST_KEYS];
}

/** The keys of a page that can be scrolled. */
export const pageKeys: readonly KeyHelp[] = [...PAGE_KEYS, ...LAST_KEYS];

/** Renders as many keys as fit, and always the last two. If not even those fit, renders `q quit`, cut to the width. */
export function renderKeys(keys: readonly KeyHelp[], { columns, palette }: RenderOptions): string {
  const last = keys.slice(-2);
  const fits = keys.filter(
    (_, at) => at >= keys.length - last.length || lengthOf([...keys.slice(0, at + 1), ...last]) <= columns,
  );
  const line = fits.map(({ key, action }) => `${palette.cyan(key)} ${action}`).join('  ');
  return lengthOf(fits) <= columns ? line : cutText('q quit', columns);
}

function lengthOf(keys: readonly KeyHelp[]): number {
  return keys.map(({ key, action }) => `${key} ${action}`).join('  ').length;
}
