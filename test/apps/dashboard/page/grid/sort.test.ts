import { expect, it } from 'vitest';
import { nextSort, parseSort } from '../../../../../src/apps/dashboard/page/grid/sort.js';

it('reads the column and the way round, or what is usual', () => {
  expect(parseSort('-worst', 'name')).toEqual({ key: 'worst', isDescending: true });
  expect(parseSort('plan', 'name')).toEqual({ key: 'plan', isDescending: false });
  expect(parseSort(undefined, 'name')).toEqual({ key: 'name', isDescending: false });
});

it('turns round the column that is chosen again, and begins others the way that shows most', () => {
  expect(nextSort(parseSort('name', 'name'), 'name', false)).toBe('-name');
  expect(nextSort(parseSort('-name', 'name'), 'name', false)).toBe('name');
  expect(nextSort(parseSort('name', 'name'), 'worst', true)).toBe('-worst');
  expect(nextSort(parseSort('-worst', 'name'), 'worst', true)).toBe('worst');
  expect(nextSort(parseSort('-worst', 'name'), 'plan', false)).toBe('plan');
});
