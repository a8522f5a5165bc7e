import { describe, expect, test, vi } from 'vitest';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import type { Fetch } from '../../../src/core/wire/transport.js';
import { echoingFetch } from '../../support/echoing-fetch.js';
import { errorOf, failureOf } from '../../support/failure-of.js';
import { hostile, named, notAnObject, revoked, throwing } from '../../support/hostile-values.js';
import { createRequest, databaseText } from '../../support/requests.js';
import { httpAnswer, startWireServer } from '../../support/wire-server.js';

describe('credentials that are read for each request', () => {
  test('are read once, so that the checked values are sent', async () => {
    await using server = await startWireServer((wire) => wire.send(httpAnswer(200, databaseText)));
    const names = ['good', 'evil\r\nx-injected: 1'];
    const credentials = () => ({
      password: 'x',
      get username() {
        return names.shift() ?? '';
      },
    });
    await createManagementClient({ baseUrl: server.url, credentials }).getDatabase('db-1');
    expect(server.requests[0]?.headers.get('authorization')).toBe(`Basic ${btoa('good:x')}`);
  });

  const useless: unknown[] = [undefined, 'me:x', { username: 'a:b', password: 'x' }, { username: 'a' }];
  test.each(named(useless))('are refused when they are %s', async (_, give) => {
    const fetch = vi.fn<Fetch>();
    const credentials = async () => give() as { username: string; password: string };
    const client = createManagementClient({ baseUrl: 'https://api.test', fetch, credentials });
    const error = await failureOf(client.createDatabase(createRequest));
    expect(error).toMatchObject({ code: 'invalid-request', operation: 'create-database' });
    expect(error.issues?.[0]?.path).toMatch(/^credentials/);
    expect(fetch).not.toHaveBeenCalled();
  });

  test('reject with unavailable if their function rejects with nothing, and nothing is sent', async () => {
    const fetch = vi.fn<Fetch>();
    const client = createManagementClient({ baseUrl: 'https://api.test', fetch, credentials: () => Promise.reject() });
    expect((await failureOf(client.createDatabase(createRequest))).code).toBe('unavailable');
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('the options of a call', () => {
  const setUp = () => {
    const fetch = echoingFetch();
    const client = createManagementClient({ baseUrl: 'https://api.test', fetch });
    const calls: Record<string, (options: unknown) => Promise<unknown>> = {
      'create-database': (options) => client.createDatabase(createRequest, options as object),
      'get-database': (options) => client.getDatabase('db-1', options as object),
      'list-vector-indices': (options) => client.listVectorIndices(options as object),
    };
    return { fetch, calls };
  };

  const wrong: [string, string, unknown[]][] = [
    ['create-database', 'signal', [new AbortController()]],
    ['get-database', 'signal', [null, { aborted: false, addEventListener() {} }]],
    ['get-database', 'signal', [{ aborted: 'no', addEventListener() {}, removeEventListener() {} }]],
    ['list-vector-indices', 'signal', [new AbortController()]],
    ['create-database', 'allowUndocumented', [null, 'false']],
    ['get-database', 'credentials', [true, 'HIDE', 'show&x=1']],
    ['get-database', 'previous', [null, [{ database_id: 'a' }]]],
    ['list-vector-indices', 'previous', [null, { id: 'a' }, [null]]],
  ];

  describe.each(wrong)('of %s: %s', (operation, option, values) => {
    test.each(named(values))('may not be %s', async (_, give) => {
      const { fetch, calls } = setUp();
      const error = await failureOf(calls[operation]?.({ [option]: give() }) ?? Promise.resolve());
      expect(error).toMatchObject({ code: 'invalid-request', operation });
      expect(error.issues?.map(({ path }) => path)).toEqual([option]);
      expect(fetch).not.toHaveBeenCalled();
    });
  });

  test('may contain a signal of another realm', async () => {
    const { calls } = setUp();
    const listeners = new Set<unknown>();
    const signal = {
      aborted: false,
      addEventListener: (_: string, listener: unknown) => void listeners.add(listener),
      removeEventListener: (_: string, listener: unknown) => void listeners.delete(listener),
    };
    expect(await calls['get-database']?.({ signal })).toEqual({ database_id: 'db-1' });
    expect(listeners.size).toBe(0);
  });
});

const refused: unknown[] = ['', '.', '..', 'a/b', '\\', '\0', '\ud800', 'x'.repeat(257), undefined, ['a'], hostile];

test.each(named(refused))('an id that is %s is refused, and nothing is sent', async (_, give) => {
  const fetch = vi.fn<Fetch>();
  const credentials = vi.fn<() => { username: string; password: string }>();
  const client = createManagementClient({ baseUrl: 'https://api.test', fetch, credentials });
  const error = await failureOf(client.getDatabase(give() as string));
  expect(error).toMatchObject({ code: 'invalid-request', operation: 'get-database' });
  expect(error.issues?.map(({ path }) => path)).toEqual(['id']);
  expect(fetch).not.toHaveBeenCalled();
  expect(credentials).not.toHaveBeenCalled();
});

describe('a request to create', () => {
  const setUp = () => {
    const fetch = vi.fn<Fetch>(async () => Response.json({ database_id: 'db-1' }));
    return { fetch, client: createManagementClient({ baseUrl: 'https://api.test', fetch }) };
  };
  const wrong: unknown[] = [
    ...notAnObject,
    undefined,
    { ...createRequest, budget: 5n },
    { ...createRequest, budget: 2 ** 53 },
    Object.assign(throwing('plan'), createRequest),
    Object.assign(throwing('toJSON'), createRequest),
    { ...createRequest, toJSON: () => 'db' },
    { ...createRequest, toJSON: () => revoked },
  ];

  test.each(named(wrong))('that is %s is refused, and nothing is sent', async (_, give) => {
    const { fetch, client } = setUp();
    const error = await failureOf(client.createDatabase(give() as typeof createRequest));
    expect(error).toMatchObject({ code: 'invalid-request', operation: 'create-database' });
    expect(error.issues?.length).toBeGreaterThan(0);
    expect(fetch).not.toHaveBeenCalled();
  });

  test('may have undocumented values only if they are allowed, and never a missing or mistyped field', async () => {
    const { fetch, client } = setUp();
    const pathsOf = async (request: object, allowUndocumented: boolean) =>
      (await failureOf(client.createDatabase(request as never, { allowUndocumented }))).issues?.map(({ path }) => path);
    const unheard = { platform: 'azure', primary_region: 'mars-1', read_regions: ['mars-2', 'us-east-1'] };
    const newer = { ...createRequest, ...unheard, plan: 'fixed_1tb', shards: 3 };
    expect(await pathsOf(newer, false)).toEqual(['platform', 'primary_region', 'read_regions[0]', 'plan', 'shards']);
    const { database_name: _, ...nameless } = newer;
    const mistyped = { ...nameless, platform: 7, read_regions: ['mars-2', 7], plan: null, tls: 1 };
    const paths = ['database_name', 'platform', 'read_regions[1]', 'plan', 'tls'];
    expect(await pathsOf(mistyped, true)).toEqual(paths);
    await client.createDatabase(newer as never, { allowUndocumented: true });
    expect(fetch.mock.calls.map(([, init]) => init.body)).toEqual([JSON.stringify(newer)]);
  });

  test('may be frozen, without a prototype, or have toJSON', async () => {
    const { fetch, client } = setUp();
    await client.createDatabase(Object.freeze({ ...createRequest }));
    await client.createDatabase(Object.assign(Object.create(null), createRequest));
    await client.createDatabase({ toJSON: () => createRequest } as never);
    expect(fetch.mock.calls.map(([, init]) => init.body)).toEqual(Array(3).fill(JSON.stringify(createRequest)));
  });
});

describe('the options of a client', () => {
  test('are all checked at once, and an unknown name is cut and shown without control characters', () => {
    const limits = { recordLimitBytes: 1.5, listLimitBytes: 0, listLimitItems: 0 };
    const wrong = { baseUrl: 'http://api.test', timeoutMs: '1000', fetch: {}, clock: { now: 1 }, texts: { keep() {} } };
    const unknown = { constructor: 1, [`x\u0000${'y'.repeat(200)}`]: hostile };
    const error = errorOf(() => createManagementClient({ ...wrong, ...limits, ...unknown } as never));
    expect(error).toMatchObject({ code: 'invalid-request', operation: 'configure' });
    const paths = [...Object.keys({ ...wrong, ...limits }), 'constructor', `x\ufffd${'y'.repeat(62)}`];
    expect(error.issues?.map(({ path }) => path).sort()).toEqual(paths.sort());
  });

  test('are refused if one of them cannot be read', () => {
    const { issues } = errorOf(() => createManagementClient(throwing('baseUrl') as never));
    expect(issues).toEqual([{ path: '', message: 'expected an object of options' }]);
  });
});
