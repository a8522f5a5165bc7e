import { expect, it } from 'vitest';
import { nextSort, parseSort } from '../../../../../src/apps/dashboard/page/grid/sort.js';

it('parseSort reads the column and the direction, or the fallback', () => {
  expect(parseSort('-worst', 'name')).toEqual({ key: 'worst', isDescending: true });
  expect(parseSort('plan', 'name')).toEqual({ key: 'plan', isDescending: false });
  expect(parseSort(undefined, 'name')).toEqual({ key: 'name', isDescending: false });
});

it('nextSort reverses the current column, and starts others in their first direction', () => {
  expect(nextSort(parseSort('name', 'name'), 'name', false)).toBe('-name');
  expect(nextSort(parseSort('-name', 'name'), 'name', false)).toBe('name');
  expect(nextSort(parseSort('name', 'name'), 'worst', true)).toBe('-worst');
  expect(nextSort(parseSort('-worst', 'name'), 'worst', true)).toBe('worst');
  expect(nextSort(parseSort('-worst', 'name'), 'plan', false)).toBe('plan');
});
