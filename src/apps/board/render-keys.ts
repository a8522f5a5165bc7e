import { cutText } from '../terminal/cut-text.js';
import type { RenderOptions } from '../terminal/render-options.js';

const KEYS: readonly (readonly [key: string, action: string])[] = [
  ['c', 'create'],
  ['s', 'suspend'],
  ['o', 'outage'],
  ['p', 'pause'],
  ['r', 'refresh'],
  ['↑↓', 'select'],
  ['?', 'help'],
  ['q', 'quit'],
];

/** Renders the line of keys: as many as fit, and always the last two. */
export function renderKeys({ columns, palette }: RenderOptions): string {
  const fits = KEYS.filter(
    (_, at) => at >= KEYS.length - 2 || lengthOf([...KEYS.slice(0, at + 1), ...KEYS.slice(-2)]) <= columns,
  );
  const line = fits.map(([key, action]) => `${palette.cyan(key)} ${action}`).join('  ');
  return lengthOf(fits) <= columns ? line : cutText('q quit', columns);
}

function lengthOf(keys: typeof KEYS): number {
  return keys.map(([key, action]) => `${key} ${action}`).join('  ').length;
}
