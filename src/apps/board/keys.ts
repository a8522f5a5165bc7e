import { emitKeypressEvents, type Interface, type Key } from 'node:readline';

/** A key. The last line shows its action, which is also the name of its command, and the help shows what it does. */
export interface KeyHelp {
  readonly key: string;
  readonly action: string;
  readonly does: string;
  /** Whether only a demonstration has the key. */
  readonly isDemo?: true;
}

/** The keys of the list of rows, the most important first. A narrow line always shows the last two. */
const KEYS = [
  { key: '↑↓', action: 'select', does: 'select a row; also j and k, Page Up and Page Down, g and G' },
  { key: 'Enter', action: 'open', does: 'show the details of the selected row; Escape returns' },
  { key: '/', action: 'filter', does: 'show only rows with these words in name, id, state, region or plan' },
  { key: 'c', action: 'create', does: 'create a database, whose use rises', isDemo: true },
  { key: 't', action: 'suspend', does: 'suspend the selected database, or resume it', isDemo: true },
  { key: 'o', action: 'outage', does: 'start an outage of the service, or end it', isDemo: true },
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
  { key: '?', action: 'help', does: 'show or hide this help' },
  { key: 'q', action: 'quit', does: 'quit; also Ctrl-C' },
] as const satisfies readonly KeyHelp[];

export function listKeys(isDemo: boolean): readonly KeyHelp[] {
  const keys: readonly KeyHelp[] = KEYS;
  return keys.filter((each) => isDemo || !each.isDemo);
}

/** The keys of a page that can be scrolled. The help lists only the keys of the list, so these need no description. */
export const pageKeys: readonly KeyHelp[] = [
  { key: 'Esc', action: 'back', does: '' },
  { key: '↑↓', action: 'scroll', does: '' },
  { key: 'y', action: 'copy id', does: '' },
  ...KEYS.slice(-2),
];

const OTHER_NAMES = {
  k: 'up',
  j: 'down',
  g: 'first',
  G: 'last',
  h: 'help',
  up: 'up',
  down: 'down',
  pageup: 'page-up',
  pagedown: 'page-down',
  home: 'first',
  end: 'last',
  return: 'open',
  enter: 'open',
  tab: 'pane',
  escape: 'back',
  backspace: 'back',
} as const;

export type KeyCommand = (typeof KEYS)[number]['action'] | (typeof OTHER_NAMES)[keyof typeof OTHER_NAMES];

const COMMANDS: ReadonlyMap<string, KeyCommand> = new Map([
  ...KEYS.map(({ key, action }) => [key, action] as const),
  ...(Object.entries(OTHER_NAMES) as [string, KeyCommand][]),
]);

export function keyCommand({ name = '', sequence = '', ctrl, meta }: Key): KeyCommand | undefined {
  if (ctrl) return name === 'c' ? 'quit' : undefined;
  // The name of a letter does not tell its case.
  if (name.length > 1) return COMMANDS.get(name);
  return meta || sequence.length > 1 ? undefined : COMMANDS.get(sequence);
}

/** How long a sequence of bytes may take to arrive. The Escape key alone is known after this time. */
const ESCAPE_MS = 60;

/** Reads single keys from a terminal, without showing them. */
export function readKeys(stdin: NodeJS.ReadStream, onKey: (key: Key) => void, onEnd: () => void): () => void {
  stdin.setRawMode(true);
  const press = (_: string | undefined, key: Key): void => onKey(key);
  // `emitKeypressEvents` reads only this member of the interface.
  emitKeypressEvents(stdin, { escapeCodeTimeout: ESCAPE_MS } as unknown as Interface);
  stdin.on('keypress', press);
  stdin.once('end', onEnd);
  stdin.resume();
  return () => {
    stdin.off('keypress', press);
    stdin.off('end', onEnd);
    stdin.pause();
    // A terminal that was closed has nothing to restore.
    stdin.once('error', () => {});
    stdin.setRawMode(false);
  };
}
