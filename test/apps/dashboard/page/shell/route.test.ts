import { describe, expect, it } from 'vitest';
import { formatRoute, parseRoute, withQuery } from '../../../../../src/apps/dashboard/page/shell/route.js';
import { placeOf, platformNameOf } from '../../../../../src/apps/dashboard/page/shell/names.js';

describe('parseRoute', () => {
  it('returns the list of databases for an unknown address', () => {
    const start = { view: 'database', selected: undefined, query: {} };
    for (const hash of ['', '#', '#/', '#/nowhere', '#/databases/%E0%A4%A']) expect(parseRoute(hash)).toEqual(start);
  });

  it.each(['..', '%2e%2e', 'a%2Fb', 'a%5Cb', '%00', 'a'.repeat(257)])('selects nothing for the invalid id %s', (id) => {
    for (const view of ['databases', 'indices'])
      expect(parseRoute(`#/${view}/${id}?find=x`)).toMatchObject({ selected: undefined, query: { find: 'x' } });
  });
});

it.each([
  { view: 'database', selected: undefined, query: {} },
  { view: 'database', selected: 'a b?c#d%e', query: { find: 'ü & #=?', sort: '-worst' } },
  { view: 'index', selected: '...', query: { plan: 'payg' } },
  { view: 'alerts', selected: undefined, query: {} },
] as const)('formatRoute is the inverse of parseRoute for %j', (route) => {
  expect(parseRoute(formatRoute(route))).toEqual(route);
});

it('withQuery changes the given parameters, and removes empty ones', () => {
  expect(withQuery({ find: 'a', plan: 'free', sort: 'name' }, { find: '', plan: 'payg', sort: undefined })).toEqual({
    plan: 'payg',
  });
});

it.each(['__proto__', 'constructor', 'toString'])(
  'a region that is called %s has no place and no platform',
  (region) => {
    expect([placeOf(region), platformNameOf(region)]).toEqual(['', '']);
  },
);
