import { emitKeypressEvents, type Interface } from 'node:readline';

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

export type KeyCommand = (typeof BY_TEXT)[keyof typeof BY_TEXT] | (typeof BY_NAME)[keyof typeof BY_NAME];

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
export function typedText({ sequence = '', ctrl = false, meta = false }: PressedKey): string | undefined {
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
