import { describe, expect, test } from 'vitest';
import type { FilterIndices, ProxyOptions } from '../../src/proxy/index.js';
import { createManualClock } from '../support/manual-clock.js';
import { createProxyUnderTest, pageRequest } from './proxy-under-test.js';

const element = (owner: string, id: string): string =>
  `{"customer_id": "${owner}", "id":"${id}","max_vector_count":5,"token":"canary"}`;
const mine = [element('me@x.test', 'a'), element('me@x.test', 'c')];
const others = element('canary@y.test', 'b');
const text = `[${mine[0]}, ${others},\n ${mine[1]}]`;

const list = (cookie = 'me@x.test'): Request => pageRequest('/fleet/v2/vector/index', { headers: { cookie } });

const createProxy = (filterIndices: unknown, options: Partial<ProxyOptions> = {}, body = text) =>
  createProxyUnderTest(() => new Response(body, { headers: { 'content-type': 'application/json' } }), {
    filterIndices: filterIndices as FilterIndices,
    ...options,
  });

const ofVisitor: FilterIndices = ({ headers }, indices) =>
  indices.filter((index) => index.customer_id === headers.get('cookie'));

describe('filterIndices', () => {
  test('selects the indices of each visitor from one shared answer', async () => {
    const { handler, sent } = createProxy(ofVisitor);
    const [first, second] = await Promise.all([handler(list()), handler(list('stranger'))]);
    expect(await first.text()).toBe(
      '[{"customer_id":"me@x.test","id":"a","max_vector_count":5},' +
        '{"customer_id":"me@x.test","id":"c","max_vector_count":5}]',
    );
    expect(await second.text()).toBe('[]');
    expect(sent).toHaveLength(1);
  });

  test('gets indices without tokens, and does not change their order', async () => {
    let seen = '';
    const { handler } = createProxy(async (_: Request, indices: Parameters<FilterIndices>[1]) => {
      seen = JSON.stringify(indices);
      return [...indices].reverse();
    });
    expect(((await (await handler(list())).json()) as { id: string }[]).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(seen).toContain('customer_id');
    expect(seen).not.toContain('token');
  });

  test('does not pass elements that are not objects', async () => {
    const { handler } = createProxy((_: Request, indices: unknown) => indices, {}, `["canary", ${mine[0]}, [1], null]`);
    expect(await (await handler(list())).json()).toEqual([expect.objectContaining({ id: 'a' })]);
  });

  test.each<[string, unknown]>([
    ['true', () => true],
    ['copies', (_: Request, indices: readonly object[]) => indices.map((index) => ({ ...index }))],
    ['a list with another element', (_: Request, indices: readonly object[]) => [...indices, null]],
  ])('causes 500 if it returns %s, and reports the reason to onError only', async (_, filterIndices) => {
    const { handler, errors } = createProxy(filterIndices);
    const response = await handler(list());
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('canary');
    expect(errors).toEqual([new TypeError('filterIndices must return elements of the list that it was given')]);
  });

  test('causes 500 if it throws, and passes the error to onError only', async () => {
    const thrown = new Error('canary: no such session');
    const { handler, errors } = createProxy(() => {
      throw thrown;
    });
    const response = await handler(list());
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('canary');
    expect(errors).toEqual([thrown]);
  });

  test('causes 500 if it returns nothing in time', async () => {
    const clock = createManualClock();
    const { handler, errors } = createProxy(() => new Promise(() => {}), { clock, timeoutMs: 500 });
    const response = handler(list());
    await clock.advance(500);
    expect((await response).status).toBe(500);
    expect(errors).toEqual([new Error('filterIndices did not answer within 500 ms')]);
    expect(clock.pending).toBe(0);
  });
});
