import { emitKeypressEvents, type Interface } from 'node:readline';

export type KeyCommand =
  | 'create'
  | 'toggle'
  | 'outage'
  | 'pause'
  | 'refresh'
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'first'
  | 'last'
  | 'open'
  | 'log'
  | 'help'
  | 'back'
  | 'quit';

const BY_TEXT: Readonly<Record<string, KeyCommand>> = {
  c: 'create',
  s: 'toggle',
  o: 'outage',
  p: 'pause',
  r: 'refresh',
  k: 'up',
  j: 'down',
  g: 'first',
  G: 'last',
  l: 'log',
  '?': 'help',
  h: 'help',
  q: 'quit',
};

const BY_NAME: Readonly<Record<string, KeyCommand>> = {
  up: 'up',
  down: 'down',
  pageup: 'page-up',
  pagedown: 'page-down',
  home: 'first',
  end: 'last',
  return: 'open',
  enter: 'open',
  escape: 'back',
  backspace: 'back',
};

export interface PressedKey {
  readonly name?: string | undefined;
  readonly sequence?: string | undefined;
  readonly ctrl?: boolean | undefined;
  readonly meta?: boolean | undefined;
}

export function keyCommand({
  name = '',
  sequence = '',
  ctrl = false,
  meta = false,
}: PressedKey): KeyCommand | undefined {
  if (ctrl) return name === 'c' ? 'quit' : undefined;
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name];
  if (meta) return undefined;
  return Object.hasOwn(BY_TEXT, sequence) ? BY_TEXT[sequence] : undefined;
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
