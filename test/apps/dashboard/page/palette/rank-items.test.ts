import { expect, it } from 'vitest';
import { rankItems } from '../../../../../src/apps/dashboard/page/palette/rank-items.js';

const items = [
  { title: 'page-cache', note: 'database 1c' },
  { title: 'old orders', note: 'database 2a' },
  { title: 'Orders', note: 'database 3b' },
  { title: 'reorders', note: 'database 4d' },
].map((item) => ({ ...item, run: () => {} }));

it('rankItems puts titles that begin with the search first, then those with such a word', () => {
  expect(rankItems(items, 'ORD').map(({ title }) => title)).toEqual(['Orders', 'old orders', 'reorders']);
});

it('rankItems needs all words, in the title or the note, and finds ids', () => {
  expect(rankItems(items, ' database 2a ')).toEqual([items[1]]);
  expect(rankItems(items, 'cache 2a')).toEqual([]);
  expect(rankItems(items, '')).toEqual(items);
});
