/** The command of a key on the board. */
export type KeyCommand =
  | 'create'
  | 'toggle'
  | 'outage'
  | 'pause'
  | 'refresh'
  | 'up'
  | 'down'
  | 'help'
  | 'back'
  | 'quit';

const COMMANDS: Readonly<Record<string, KeyCommand>> = {
  c: 'create',
  s: 'toggle',
  o: 'outage',
  p: 'pause',
  r: 'refresh',
  k: 'up',
  j: 'down',
  '?': 'help',
  h: 'help',
  q: 'quit',
};

/** A pressed key, as Ink reports it. */
export interface PressedKey {
  readonly ctrl: boolean;
  readonly upArrow: boolean;
  readonly downArrow: boolean;
  readonly escape: boolean;
}

/** Returns the command of a key, or `undefined` for a key without a command. */
export function keyCommand(input: string, key: PressedKey): KeyCommand | undefined {
  if (key.upArrow) return 'up';
  if (key.downArrow) return 'down';
  if (key.escape) return 'back';
  if (key.ctrl) return input === 'c' ? 'quit' : undefined;
  return Object.hasOwn(COMMANDS, input) ? COMMANDS[input] : undefined;
}
