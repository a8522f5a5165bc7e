import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { PageFleet } from '../../../../../src/apps/dashboard/page/server/page-fleet.js';
import { readServerFacts } from '../../../../../src/apps/dashboard/page/server/server-facts.js';

const never = new Promise<Response>(() => {});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'visible' });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

const factsOf = (...ids: readonly string[]) => {
  const fixed = { service: 'https://example.com', mayCreate: true, keepsIds: true, isDemo: false };
  return { ...fixed, ids, tag: ids.join('-') };
};

/** Opens a page whose server keeps the ids `a` and `b`. It asks for the ids every 5 s. */
function open() {
  const asked: string[] = [];
  const server = {
    asked,
    ended: 0,
    known: (): Response | Promise<Response> => Response.json(null),
    change: (): Response => Response.json({ ids: [] }),
  };
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (!url.startsWith('known')) return never;
    if (method === 'POST') return Promise.resolve(server.change());
    asked.push(url);
    return Promise.resolve(server.known());
  });
  const page = new PageFleet(factsOf('a', 'b'), () => (server.ended += 1));
  onTestFinished(() => page.fleet.dispose());
  const shown = (): readonly string[] => page.fleet.databases.tracked.value;
  return { page, server, shown, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

describe('the fleet of the page', () => {
  test('asks its server with the tag of the last ids', async () => {
    const { server, shown, pass } = open();
    await pass(0);
    server.known = () => Response.json(factsOf('b', 'c'));
    await pass(5000);
    server.known = () => Response.json(null);
    await pass(10_000);
    expect(shown()).toEqual(['b', 'c']);
    expect(server.asked).toEqual(['a-b', 'a-b', 'b-c', 'b-c'].map((tag) => `known?tag=${tag}`));
  });

  test.each([500, 502, 404])('goes on while its server answers %i, and ends without access', async (status) => {
    const { server, shown, pass } = open();
    server.known = () => Response.json({ error: 'the dashboard failed' }, { status });
    await pass(10_000);
    expect([server.asked.length, server.ended, shown()]).toEqual([3, 0, ['a', 'b']]);
    server.known = () => Response.json({ error: 'open the latest address' }, { status: 401 });
    await pass(60_000);
    expect([server.asked.length, server.ended]).toEqual([4, 1]);
  });

  test.each([
    ['{"error":"open the latest address"}', 'open the latest address'],
    ['<h1>Forbidden</h1>', 'The server of this page answered 403.'],
    ['null', 'The server of this page answered 403.'],
    ['', 'The server of this page answered 403.'],
  ])('says why it cannot start if its server, or a proxy before it, answers %j', async (text, message) => {
    vi.stubGlobal('fetch', async () => new Response(text, { status: 403 }));
    await expect(readServerFacts()).rejects.toMatchObject({ status: 403, message });
  });

  test('takes no ids from a request that is older than its own change', async () => {
    const { page, server, shown, pass } = open();
    await pass(0);
    let answer = (_: Response): void => {};
    server.known = () => new Promise((resolve) => (answer = resolve));
    await pass(5000);
    server.change = () => Response.json({ ids: ['b'] });
    page.removeDatabase('a');
    await pass(0);
    expect(shown()).toEqual(['b']);
    const late = Response.json(factsOf('a', 'b', 'c'));
    answer(late.clone());
    await pass(0);
    expect(shown()).toEqual(['b']);
    // Meanwhile another page has added the id again.
    server.known = () => late;
    await pass(5000);
    expect(shown()).toEqual(['b', 'a', 'c']);
  });
});
