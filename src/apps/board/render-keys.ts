import { cutText } from '../terminal/cut-text.js';
import type { RenderOptions } from '../terminal/render-options.js';

const KEYS: readonly (readonly [key: string, does: string])[] = [
  ['c', 'create'],
  ['s', 'suspend'],
  ['o', 'outage'],
  ['p', 'pause'],
  ['r', 'refresh'],
  ['↑↓', 'select'],
  ['?', 'help'],
  ['q', 'quit'],
];

/** The line at the bottom: the keys, as many as fit; the last two always do. */
export function renderKeys({ columns, palette }: RenderOptions): string {
  const fits = KEYS.filter(
    (_, at) => at >= KEYS.length - 2 || lengthOf([...KEYS.slice(0, at + 1), ...KEYS.slice(-2)]) <= columns,
  );
  const line = fits.map(([key, does]) => `${palette.cyan(key)} ${does}`).join('  ');
  return lengthOf(fits) <= columns ? line : cutText('q quit', columns);
}

function lengthOf(keys: typeof KEYS): number {
  return keys.map(([key, does]) => `${key} ${does}`).join('  ').length;
}
