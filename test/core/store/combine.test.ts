import { of } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { createCell } from '../../../src/core/store/cell.js';
import { combine } from '../../../src/core/store/combine.js';
import { Commits } from '../../../src/core/store/commits.js';
import type { View } from '../../../src/core/store/view.js';

test('combines several views, never with values of two commits, and does not emit while the result is equal', () => {
  const commits = new Commits();
  const first = createCell(commits, 1);
  const second = createCell(commits, 1);
  const seen: unknown[] = [];
  combine(
    [first.view, second.view],
    (a, b) => ({ sum: a + b }),
    (one, other) => one.sum === other.sum,
  ).subscribe((value) => void seen.push(value));
  for (const both of [2, 3])
    commits.commit(() => {
      first.set(both);
      second.set(4 - both);
    });
  second.set(2);
  expect(seen).toEqual([{ sum: 2 }, { sum: 4 }, { sum: 5 }]);
});

test('combines the views of a fleet of another copy of this package', async () => {
  vi.resetModules();
  const copy = await import('../../../src/core/store/cell.js');
  const cell = copy.createCell(new Commits(), 1);
  const seen: number[] = [];
  combine([cell.view], (n) => n + 1).subscribe((n) => void seen.push(n));
  cell.set(3);
  expect(seen).toEqual([2, 4]);
});

test.each<[string, () => readonly View<unknown>[]]>([
  ['no view', () => []],
  ['views of two fleets', () => [createCell(new Commits(), 1).view, createCell(new Commits(), 1).view]],
  ['what is no view', () => [of(1) as unknown as View<number>]],
  ['views of another version', () => [{ commits: { version: '0.0.1' } } as unknown as View<number>]],
])('refuses %s', (_, views) => {
  expect(() => combine(views(), () => 0)).toThrow(expect.objectContaining({ code: 'invalid-request' }));
});
