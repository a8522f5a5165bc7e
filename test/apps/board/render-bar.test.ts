import { expect, it } from 'vitest';
import { renderBar } from '../../../src/apps/board/render-bar.js';

it.each([
  ['an empty bar for 0', 0, '░░░░'],
  ['half a bar for 0.5', 0.5, '██░░'],
  ['eighths of a column', 0.53, '██▏░'],
  ['one eighth for the smallest share', 1e-9, '▏░░░'],
  ['less than a full bar for 0.9999', 0.9999, '███▉'],
  ['a full bar for 1', 1, '████'],
  ['a full bar for more than 1', 1.7, '████'],
  ['a full bar for Infinity, the share of a limit of 0', Infinity, '████'],
  ['an empty bar for NaN', NaN, '░░░░'],
  ['an empty bar for a negative share', -1, '░░░░'],
])('renderBar draws %s', (_, ratio, expected) => {
  expect(renderBar(ratio, 4)).toBe(expected);
});
