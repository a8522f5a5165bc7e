import { describe, expect, test, vi } from 'vitest';
import type { IndexRecord } from '../../src/core/records/vector-index.js';
import type { UsageSourceContext } from '../../src/core/limits/usage-source.js';
import { jsonEndpoint } from '../../src/probes/json/index.js';
import { vectorInfo, type VectorInfoOptions } from '../../src/probes/vector/index.js';
import { rejectionOf } from '../support/failure-of.js';
import { fetchWith } from '../support/fetch-with.js';
import { createLeakSearch } from '../support/leaks.js';
import { sampleDatabase } from '../support/sample-database.js';
import { sampleVectorIndices } from '../support/sample-vector-indices.js';
import { serve } from '../support/serve.js';
import { eventually } from '../support/eventually.js';

const token = 'CANARY-read-only-token-of-the-index';
const leaksOf = createLeakSearch([token]);
const info = {
  result: { vectorCount: 1234, pendingVectorCount: 5, indexSize: 99_999, dimension: 3, similarityFunction: 'COSINE' },
};

function indexAt(endpoint: string): IndexRecord {
  return { ...(sampleVectorIndices(1)[0] as IndexRecord), endpoint };
}

function contextOf(tokens: readonly (string | undefined)[] = [token]) {
  const controller = new AbortController();
  const credentials = vi.fn<UsageSourceContext<'index'>['credentials']>(async (options) => {
    const given = tokens[options?.refresh === true ? 1 : 0] ?? tokens[0];
    return given === undefined ? {} : { read_only_token: given };
  });
  return { signal: controller.signal, credentials, abort: () => controller.abort() };
}

const readIndex = (endpoint: string, options?: VectorInfoOptions, context = contextOf()) =>
  vectorInfo(options).read(indexAt(endpoint), context);

const json =
  (body: unknown): VectorInfoOptions['fetch'] =>
  async () =>
    Response.json(body);

describe('vectorInfo', () => {
  test('reads the number of vectors with the read-only token, which it fetches once more after a 401', async () => {
    const requests: unknown[] = [];
    const url = await serve(({ method, url: path, headers: { authorization } }, response) => {
      requests.push([method, path, authorization]);
      response.statusCode = authorization === 'Bearer new' ? 200 : 401;
      response.end(JSON.stringify(info));
    });
    const endpoint = `${url}/indices/a/`;
    expect(await readIndex(endpoint, {}, contextOf(['old', 'new']))).toEqual({ max_vector_count: 1234 });
    expect((await rejectionOf(readIndex(endpoint, {}, contextOf(['old'])))).message).toBe(
      'the endpoint refuses the credentials (401)',
    );
    expect(requests).toEqual(['old', 'new', 'old'].map((given) => ['GET', '/indices/a/info', `Bearer ${given}`]));
  });

  test('takes a host name as https, and names the option for an identifier', async () => {
    const fetch = vi.fn<NonNullable<VectorInfoOptions['fetch']>>(async () => Response.json(info));
    await readIndex('bat-31337-eu1.vector.example.com', { fetch });
    expect(fetch.mock.lastCall?.[0]).toBe('https://bat-31337-eu1.vector.example.com/info');
    const { message } = await rejectionOf(readIndex('bat-31337', { fetch }));
    expect(message).toContain('Pass the option `urlOf`');
    await readIndex('bat-31337', { fetch, urlOf: ({ endpoint }) => new URL(`https://${endpoint}.example.com/v/`) });
    expect(fetch.mock.lastCall?.[0]).toBe('https://bat-31337.example.com/v/info');
  });

  test('sends no token in plain text, and none to the target of a redirect', async () => {
    const fetch = vi.fn<NonNullable<VectorInfoOptions['fetch']>>();
    expect((await rejectionOf(readIndex('http://vector.example.com', { fetch }))).message).toContain('Use https:');
    expect(fetch).not.toHaveBeenCalled();
    const paths: unknown[] = [];
    const url = await serve((request, response) => {
      paths.push(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect((await rejectionOf(readIndex(url))).message).toContain('redirect');
    expect(paths).toEqual(['/info']);
  });

  test('fails with a clear error if no token is known, and uses the option `tokenOf`', async () => {
    const fetch = vi.fn<NonNullable<VectorInfoOptions['fetch']>>(async () => Response.json(info));
    const { message } = await rejectionOf(readIndex('https://v.example.com', { fetch }, contextOf([undefined])));
    expect(message).toBe('no read-only token of the index is known. Pass the option `tokenOf`');
    await readIndex('https://v.example.com', { fetch, tokenOf: async () => 'mine' }, contextOf([undefined]));
    expect(fetch.mock.lastCall?.[1].headers).toMatchObject({ authorization: 'Bearer mine' });
  });

  test.each([
    ['HTML', async () => new Response('<p>'), /the answer is not JSON/],
    ['NaN', json({ result: { vectorCount: 'NaN' } }), /no `result.vectorCount`/],
    ['megabytes', async () => new Response(new Uint8Array(2 ** 22)), /larger than 65536 bytes/],
    ['a status', async () => new Response(token, { status: 500 }), /answers with the status 500/],
    ['the token in an error', () => Promise.reject(new TypeError(`no ${token}`)), /cannot be reached/],
    ['a body that breaks', async () => new Response(breaking()), /the answer is incomplete/],
  ] as const)('fails without the token for an answer of %s', async (_, fetch, expected) => {
    const error = await rejectionOf(readIndex('https://v.example.com', { fetch }));
    expect(error.message).toMatch(expected);
    expect(leaksOf(error)).toEqual([]);
    expect(error.message).not.toContain('example.com');
  });

  test('ends at the deadline while the answer hangs', async () => {
    let isClosed = false;
    const url = await serve((request, response) => {
      request.on('close', () => (isClosed = true));
      response.write('{');
    });
    const context = contextOf();
    const reading = readIndex(url, { fetch: fetchWith(() => setImmediate(context.abort)) }, context);
    expect((await rejectionOf(reading)).message).toBe('the answer is incomplete');
    await eventually(() => expect(isClosed).toBe(true));
  });

  test('refuses options that it does not know', () => {
    expect(() => vectorInfo({ url: 'https://v.example.com' } as never)).toThrow(/url: unknown option/);
  });
});

function breaking(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.error(new Error(token)) });
}

describe('jsonEndpoint', () => {
  const shared = { name: 'inventory', resource: 'database' } as const;
  const { signal } = new AbortController();
  const context = { signal, credentials: async () => undefined };

  test('reads one resource with the URL, headers and values of its record', async () => {
    const paths: unknown[] = [];
    const url = await serve((request, response) => {
      paths.push(`${request.url} ${String(request.headers['x-key'])}`);
      response.end('{"clients":7}');
    });
    const source = jsonEndpoint({
      ...shared,
      url: ({ database_id }) => new URL(`/db/${database_id}`, url),
      headers: async ({ state }) => ({ 'x-key': state }),
      values: ({ port }, answer) => ({ db_max_clients: (answer as { clients: number }).clients + port }),
    });
    const record = { ...sampleDatabase, port: 1 };
    expect(await source.read(record, context)).toEqual({ db_max_clients: 8 });
    expect(paths).toEqual([`/db/${record.database_id} active`]);
  });

  test('reads all resources with one request', async () => {
    const answer = { clients: { a: 12, b: 'NaN' } };
    const fetch = vi.fn<NonNullable<VectorInfoOptions['fetch']>>(async () => Response.json(answer));
    const source = jsonEndpoint({
      ...shared,
      fetch,
      url: 'http://inventory.example:9090/clients',
      valuesById: (given) =>
        Object.entries((given as typeof answer).clients).map(([id, used]) => [id, { db_max_clients: Number(used) }]),
    });
    expect([...(await source.readAll([], { signal }))]).toEqual([
      ['a', { db_max_clients: 12 }],
      ['b', { db_max_clients: NaN }],
    ]);
    expect(fetch).toHaveBeenCalledOnce();
  });

  test('sends headers, which may hold a secret, over https or on loopback only', async () => {
    const fetch = vi.fn<NonNullable<VectorInfoOptions['fetch']>>(async () => Response.json({}));
    const options = { ...shared, fetch, headers: { authorization: `Bearer ${token}` }, values: () => undefined };
    const read = (url: string) => jsonEndpoint({ ...options, url: () => url }).read(sampleDatabase, context);
    const error = await rejectionOf(read('http://inventory.example.com/'));
    expect(error.message).toContain('would send the headers in plain text');
    expect(leaksOf(error)).toEqual([]);
    expect((await rejectionOf(read(`https://me:${token}@inventory.example.com/`))).message).toContain('in headers');
    expect((await rejectionOf(read('ftp://inventory.example.com/'))).message).toContain('neither https: nor http:');
    expect((await rejectionOf(read('/path'))).message).toContain('not an absolute URL');
    expect(fetch).not.toHaveBeenCalled();
    expect(await read('http://127.0.0.1:1/')).toBeUndefined();
  });

  test.each([
    ['url', { url: () => fail() }],
    ['values', { values: () => fail() }],
    ['headers', { headers: () => fail() }],
  ])('names the option `%s` if it throws, without its error', async (name, options) => {
    const fetch = async (): Promise<Response> => Response.json({});
    const whole = { ...shared, fetch, url: () => 'https://inventory.example.com', values: () => ({}), ...options };
    const error = await rejectionOf(jsonEndpoint(whole).read(sampleDatabase, context));
    expect(error.message).toBe(`the option \`${name}\` threw RangeError`);
    expect(leaksOf(error)).toEqual([]);
  });

  test('needs either `values` or `valuesById`, and a URL', () => {
    const both = { values: () => ({}), valuesById: () => [] };
    for (const options of [{}, both]) {
      expect(() => jsonEndpoint({ ...shared, url: () => '', ...options } as never)).toThrow(/values: expected/);
    }
    expect(() => jsonEndpoint({ ...shared, url: 'https://a.example', values: () => ({}) } as never)).toThrow(
      /url: expected a function/,
    );
    expect(() => jsonEndpoint({ ...shared, url: 1, valuesById: () => [] } as never)).toThrow(/url: expected a URL/);
    expect(() => jsonEndpoint(undefined as never)).toThrow(/url: missing, expected a URL or a function/);
  });
});

function fail(): never {
  throw new RangeError(`the token is ${token}`);
}
