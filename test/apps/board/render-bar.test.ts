import { expect, it } from 'vitest';
import { renderBar } from '../../../src/apps/board/render-bar.js';

it.each([
  ['nothing', 0, '░░░░'],
  ['half', 0.5, '██░░'],
  ['in eighths of a column', 0.53, '██▏░'],
  ['a little is never nothing', 1e-9, '▏░░░'],
  ['almost all is never all', 0.9999, '███▉'],
  ['all', 1, '████'],
  ['more than all', 1.7, '████'],
  ['use of a limit of 0', Infinity, '████'],
  ['what is no share', NaN, '░░░░'],
  ['less than nothing', -1, '░░░░'],
])('draws %s', (_, ratio, expected) => {
  expect(renderBar(ratio, 4)).toBe(expected);
});
