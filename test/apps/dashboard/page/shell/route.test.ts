import { describe, expect, it } from 'vitest';
import { formatRoute, parseRoute, withQuery } from '../../../../../src/apps/dashboard/page/shell/route.js';

describe('parseRoute', () => {
  it('begins with all databases where the address says nothing it understands', () => {
    const beginning = { view: 'database', selected: undefined, query: {} };
    for (const hash of ['', '#', '#/', '#/nowhere', '#/databases/%E0%A4%A'])
      expect(parseRoute(hash)).toEqual(beginning);
  });

  it('reads the view, whose details are open, and what is looked for', () => {
    expect(parseRoute('#/indices/a%20b?find=two%20words&limits=')).toEqual({
      view: 'index',
      selected: 'a b',
      query: { find: 'two words' },
    });
  });

  it.each(['..', '%2e%2e', 'a%2Fb', 'a%5Cb', '%00', 'a'.repeat(257)])(
    'opens no details of what cannot be an id, wherever the address comes from: %s',
    (id) => {
      for (const view of ['databases', 'indices'])
        expect(parseRoute(`#/${view}/${id}?find=x`)).toMatchObject({ selected: undefined, query: { find: 'x' } });
    },
  );
});

describe('formatRoute', () => {
  it.each([
    { view: 'database', selected: undefined, query: {} },
    { view: 'database', selected: 'a b?c#d%e', query: { find: 'ü & #=?', sort: '-worst' } },
    { view: 'index', selected: '...', query: { plan: 'payg' } },
  ] as const)('makes an address that is read as the same route: %j', (route) => {
    expect(parseRoute(formatRoute(route))).toEqual(route);
  });
});

describe('withQuery', () => {
  it('changes what is given, and leaves out what is empty', () => {
    expect(withQuery({ find: 'a', plan: 'free', sort: 'name' }, { find: '', plan: 'payg', sort: undefined })).toEqual({
      plan: 'payg',
    });
  });
});
