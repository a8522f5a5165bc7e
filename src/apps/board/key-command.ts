/** What a key on the board asks for. */
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

const OF_INPUT: Readonly<Record<string, KeyCommand>> = {
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

/** A key as Ink tells of it. */
export interface PressedKey {
  readonly ctrl: boolean;
  readonly upArrow: boolean;
  readonly downArrow: boolean;
  readonly escape: boolean;
}

/** Says what a key asks for; `undefined` for those that ask for nothing. */
export function keyCommand(input: string, key: PressedKey): KeyCommand | undefined {
  if (key.upArrow) return 'up';
  if (key.downArrow) return 'down';
  if (key.escape) return 'back';
  if (key.ctrl) return input === 'c' ? 'quit' : undefined;
  return Object.hasOwn(OF_INPUT, input) ? OF_INPUT[input] : undefined;
}
