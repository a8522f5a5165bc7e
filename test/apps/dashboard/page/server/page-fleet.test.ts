import { beforeEach, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { followAlerts } from '../../../../../src/apps/dashboard/page/server/alerts.js';
import { PageFleet, rememberedIds } from '../../../../../src/apps/dashboard/page/server/page-fleet.js';
import { readServerFacts } from '../../../../../src/apps/dashboard/page/server/server-facts.js';
import { createBrowserStorage, type KeyValues } from '../../../../../src/apps/dashboard/page/shell/browser-storage.js';
import { countAlerts } from '../../../../../src/format/shown-alerts.js';

const never = new Promise<Response>(() => {});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('localStorage', createStorage());
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

const factsOf = (...ids: readonly string[]) => {
  return { service: 'https://example.com', mayCreate: true, keepsIds: true, commandArguments: '', ids };
};

const answerOf = (...ids: readonly string[]) => Response.json(factsOf(...ids), { headers: { etag: ids.join('-') } });

/** Opens a page whose server keeps the ids `a` and `b`. It asks for the ids every 5 s. */
function open() {
  const server = {
    asked: 0,
    ended: 0,
    known: (): Response | Promise<Response> => answerOf('a', 'b'),
    change: (): Response | Promise<Response> => Response.json({ ids: [] }),
  };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers }: RequestInit = {}) => {
    if (!url.startsWith('known')) return never;
    if (method === 'POST') return server.change();
    server.asked += 1;
    const tag = new Headers(headers).get('if-none-match');
    const answer = await server.known();
    return answer.headers.get('etag') === tag ? new Response(null, { status: 304, headers: answer.headers }) : answer;
  });
  const page = new PageFleet(factsOf('a', 'b'), () => (server.ended += 1));
  onTestFinished(() => page.fleet.dispose());
  const shown = (): readonly string[] => page.fleet.databases.tracked.value;
  return { page, server, shown, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

describe('the fleet of the page', () => {
  test.each([500, 502, 404])('continues while its server answers %i, and ends without access', async (status) => {
    const { server, shown, pass } = open();
    server.known = () => Response.json({ error: 'the dashboard failed' }, { status });
    await pass(10_000);
    expect([server.asked, server.ended, shown()]).toEqual([3, 0, ['a', 'b']]);
    server.known = () => Response.json({ error: 'open the latest address' }, { status: 401 });
    await pass(60_000);
    expect([server.asked, server.ended]).toEqual([4, 1]);
  });

  const FOREIGN = 'Another program answered in its place, such as a proxy that asks for a login. Reload the page.';

  test.each([
    [403, '{"error":"open the latest address"}', 'open the latest address'],
    [403, '<h1>Forbidden</h1>', 'The server of this page answered 403.'],
    [403, 'null', 'The server of this page answered 403.'],
    [200, '<h1>Log in</h1>', FOREIGN],
    [200, 'null', FOREIGN],
  ])('says why it cannot start if its server, or a proxy before it, answers %i %j', async (status, text, message) => {
    vi.stubGlobal('fetch', async () => new Response(text, { status }));
    await expect(readServerFacts()).rejects.toMatchObject({ status, message });
  });

  test('keeps the last known alerts while its server does not answer, and says so', async () => {
    const listed = { status: 'listed', counts: countAlerts([]), alerts: [], silences: [] };
    let answer = async (): Promise<Response> => Response.json(listed);
    vi.stubGlobal('fetch', () => answer());
    const { alerts, stop } = followAlerts();
    onTestFinished(stop);
    await vi.advanceTimersByTimeAsync(0);
    for (const [failing, problem] of [
      [() => Promise.reject(new TypeError('fetch failed')), 'the server of this page does not answer'],
      [async () => new Response('', { status: 502 }), 'the server of this page refused with status 502'],
    ] as const) {
      answer = failing;
      await vi.advanceTimersByTimeAsync(6000);
      expect(alerts.value).toEqual({ ...listed, status: 'unreachable', problem });
    }
  });

  test('asks for all ids after its own change, whose answer may be older than the last ids', async () => {
    const { page, server, shown, pass } = open();
    await pass(0);
    let answer = (_: Response): void => {};
    server.change = () => new Promise((resolve) => (answer = resolve));
    page.addDatabases(['c']);
    server.known = () => answerOf('a', 'b', 'c', 'e');
    await pass(5000);
    answer(Response.json({ ids: ['a', 'b', 'c'] }));
    await pass(5000);
    expect(shown()).toEqual(['a', 'b', 'c', 'e']);
  });

  test('keeps ids that are added at once, although the first answer is slow or the second fails', async () => {
    const { page, server, shown, pass } = open();
    const answer = (ms: number, ...ids: string[]): Promise<Response> =>
      new Promise((resolve) => setTimeout(() => resolve(Response.json({ ids })), ms));
    const answers = [() => answer(1000, 'a', 'b', 'c'), () => answer(0, 'a', 'b', 'c', 'd')];
    server.change = () => answers.shift()?.() ?? never;
    expect(page.isAdded('c')).toBe(false);
    page.addDatabases(['c']);
    page.addDatabases(['d']);
    expect(['a', 'c'].map((id) => page.isAdded(id))).toEqual([true, true]);
    await pass(2000);
    expect(shown()).toEqual(['a', 'b', 'c', 'd']);
    // The server takes an id out, and fails to keep it again.
    answers.push(
      () => answer(0, 'b', 'c', 'd'),
      () => Promise.reject(new TypeError('fetch failed')),
    );
    page.removeDatabase('a');
    page.addDatabases(['a']);
    await pass(1000);
    expect([shown().includes('a'), page.isAdded('a')]).toEqual([true, true]);
  });

  test('says that its server could not keep or remove an id, until the next change', async () => {
    const { page, server, pass } = open();
    const problemAfter = async (change: () => void): Promise<string | undefined> => {
      change();
      await pass(0);
      return page.changeProblem.value;
    };
    server.change = () => Response.json({ error: 'the disk is full' }, { status: 500 });
    expect(await problemAfter(() => page.addDatabases(['c']))).toMatch(/could not keep .* Only this browser remembers/);
    expect(await problemAfter(() => page.removeDatabase('a'))).toContain('could not remove a.');
    // The server has the one, and has never had the other.
    expect(await problemAfter(() => page.addDatabases(['b']))).toBeUndefined();
    expect(await problemAfter(() => page.removeDatabase('c'))).toBeUndefined();
    await problemAfter(() => page.addDatabases(['d']));
    server.change = () => Response.json({ ids: ['a', 'b', 'c', 'd'] });
    expect(await problemAfter(() => page.addDatabases(['d']))).toBeUndefined();
  });
});

function createStorage(): KeyValues {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  };
}

it('rememberedIds restores ids after a reload and from another tab, each once, for its account only', () => {
  const storage = createStorage();
  const ids = rememberedIds(storage, 'https://one.example');
  ids.add(['a']);
  rememberedIds(storage, 'https://one.example').add(['b']);
  ids.add(['a']);
  expect(rememberedIds(storage, 'https://one.example').read()).toEqual(['a', 'b']);
  expect(rememberedIds(storage, 'https://two.example').read()).toEqual([]);
});

it.each(['no JSON', '[1,null,"..","a/b","","a"]'])('rememberedIds ignores invalid stored content: %s', (text) => {
  const storage = createStorage();
  storage.setItem('fleetglass.ids x', text);
  const ids = rememberedIds(storage, 'x');
  expect(ids.read().filter((id) => id !== 'a')).toEqual([]);
  ids.add(['b']);
  expect(ids.read()).toContain('b');
});

it('a storage that the browser denies is empty', () => {
  const denied = createBrowserStorage(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  denied.setItem('a', '1');
  expect(denied.getItem('a')).toBeNull();
});
