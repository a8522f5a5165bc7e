import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { createManagementClient, type ManagementClient } from '../../../src/core/client/management-client.js';
import { failureOf } from '../../support/failure-of.js';
import { createRequest, databaseText, operations } from '../../support/requests.js';
import { httpAnswer, startWireServer, type Wire } from '../../support/wire-server.js';

const MIB = 1024 ** 2;
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** Requests `db-1` once, and gets these bytes. */
async function getFrom(bytes: string | Uint8Array) {
  await using server = await startWireServer((wire) => wire.end(bytes));
  const record = await createManagementClient({ baseUrl: server.url }).getDatabase('db-1');
  expect(server.requests).toHaveLength(1);
  return record;
}

const compressions = {
  gzip: (bytes: Buffer) => gzipSync(bytes),
  br: (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

test.each([
  ['recordLimitBytes', 'create-database', databaseText, 'outcome-unknown'],
  ['recordLimitBytes', 'get-database', databaseText, 'bad-response'],
  ['listLimitBytes', 'list-vector-indices', '[{"id":"ix-1"}]', 'bad-response'],
] as const)('an answer may have as many bytes as %s, and not one more: %s', async (option, name, text, code) => {
  await using server = await startWireServer((wire) => wire.send(httpAnswer(200, Buffer.from(text))));
  const clientOf = (limit: number): ManagementClient =>
    createManagementClient({ baseUrl: server.url, [option]: limit });
  expect(await operations[name](clientOf(text.length))).toEqual(JSON.parse(text));
  expect(await failureOf(operations[name](clientOf(text.length - 1)))).toMatchObject({ code, status: 200 });
});

test('the number of items of a list is limited by listLimitItems', async () => {
  const most = 3;
  const listOf = (count: number): string => `[${Array.from({ length: count }, (_, at) => `{"id":"${at}"}`).join()}]`;
  let text = listOf(most);
  const headers = { 'content-type': 'application/json' };
  const fetch = async (): Promise<Response> => new Response(text, { headers });
  const client = createManagementClient({ baseUrl: 'https://api.test', fetch, listLimitItems: most });
  const previous = await client.listVectorIndices();
  expect(previous).toHaveLength(most);
  text = listOf(most + 1);
  for (const asked of [{}, { previous }]) {
    const error = await failureOf(client.listVectorIndices(asked));
    expect(error.code).toBe('bad-response');
    expect(error.message).toBe(`list-vector-indices: the list has more than ${most} items`);
  }
});

test('8 MiB of small items are refused by their number: at most 20,000 of them are parsed', async () => {
  const item = '{"id":"1"}';
  const text = `[${`${item},`.repeat(Math.floor((8 * MIB) / 11) - 2)}${item}]`;
  const fetch = async (): Promise<Response> => new Response(text, { headers: { 'content-type': 'application/json' } });
  const client = createManagementClient({ baseUrl: 'https://api.test', fetch });
  using parse = vi.spyOn(JSON, 'parse');
  const error = await failureOf(client.listVectorIndices());
  expect(error.message).toBe('list-vector-indices: the list has more than 20000 items');
  expect(parse.mock.calls.length).toBeLessThanOrEqual(20_000);
});

describe('a body that is far too large', () => {
  const spaces = Buffer.alloc(64 * MIB, ' ');

  test.each([
    ['gzip', 'get-database', 1_048_576],
    ['br', 'list-vector-indices', 8_388_608],
  ] as const)('is cancelled early if it expands from a small %s', async (encoding, name, limitBytes) => {
    const bomb = compressions[encoding](spaces);
    expect(bomb.length).toBeLessThan(MIB);
    // Its last byte never comes: a client that waits for it does not release the connection.
    const headers = { 'content-encoding': encoding, 'content-length': String(bomb.length + 1) };
    await using server = await startWireServer((wire) => wire.send(httpAnswer(200, bomb, headers)));
    const client = createManagementClient({ baseUrl: server.url });
    const error = await failureOf(operations[name](client));
    expect(error.message).toContain(`larger than ${limitBytes} bytes`);
    await server.quiet();
  });

  test('is cancelled, also if fetch ignores its signal', async () => {
    const cancelled = vi.fn<() => void>();
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(MIB)),
      cancel: cancelled,
    });
    const client = createManagementClient({ baseUrl: 'https://api.test', fetch: async () => new Response(body) });
    expect((await failureOf(client.getDatabase('db-1'))).message).toContain('larger than');
    expect(cancelled).toHaveBeenCalledOnce();
  });

  test('does not change the code of a refusal', async () => {
    await using server = await startWireServer(sendForEver);
    const client = createManagementClient({ baseUrl: server.url });
    expect(await failureOf(client.createDatabase(createRequest))).toMatchObject({ code: 'forbidden', status: 403 });
    await server.quiet();
  });
});

/** Refuses a request, with a body that does not end. */
function sendForEver(wire: Wire): void {
  wire.send('HTTP/1.1 403 X\r\ncontent-type: application/json\r\n\r\n');
  const timer = setInterval(() => wire.send(Buffer.alloc(256 * 1024, ' ')), 1);
  void wire.closed.then(() => clearInterval(timer));
}

const long = JSON.stringify({ database_id: 'db-1', database_name: 'n'.repeat(500) });
const gzipped = gzipSync(Buffer.from(JSON.stringify({ database_id: 'db-1', noise: [...Array(500).keys()] })));
const half = gzipped.subarray(0, gzipped.length / 2);

const truncated: Record<string, Uint8Array | string> = {
  'fewer bytes than content-length says': httpAnswer(200, long, { 'content-length': '1000' }),
  'a whole record, and a content-length that says more': httpAnswer(200, databaseText, { 'content-length': '23' }),
  'chunks without the last one': `${HEAD}transfer-encoding: chunked\r\n\r\n16\r\n${databaseText}\r\n`,
  'a body that ends with the connection, too early': `${HEAD}\r\n${long.slice(0, -1)}`,
  'half a gzip, with the length of the whole': httpAnswer(200, half, {
    'content-encoding': 'gzip',
    'content-length': String(gzipped.length),
  }),
  'a gzip with a wrong checksum': httpAnswer(
    200,
    Buffer.concat([gzipped.subarray(0, -8), Buffer.alloc(4), gzipped.subarray(-4)]),
    { 'content-encoding': 'gzip' },
  ),
  'half a brotli': httpAnswer(200, compressions.br(Buffer.from(long)).subarray(0, 20), { 'content-encoding': 'br' }),
};

test.each(Object.keys(truncated))('a body that is cut off is refused: %s', async (name) => {
  const error = await failureOf(getFrom(truncated[name] ?? ''));
  expect(error).toMatchObject({ code: 'bad-response', status: 200 });
});

test.each([
  ['gzip', gzipSync(databaseText)],
  ['deflate', deflateSync(databaseText)],
  ['br', brotliCompressSync(databaseText)],
])('a compressed body is read in %s', async (encoding, body) => {
  expect(await getFrom(httpAnswer(200, body, { 'content-encoding': encoding }))).toEqual({ database_id: 'db-1' });
});

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

const notUtf8: Record<string, Uint8Array> = {
  'a byte that is never in UTF-8': Buffer.from('{"database_id":"db-1","x":"\xff"}', 'latin1'),
  'a character cut in the middle': Buffer.concat([Buffer.from(databaseText), Buffer.from([0xe2, 0x82])]),
  'UTF-16 with a byte order mark': Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(databaseText)]),
};

describe('the encoding of the text', () => {
  test.each(Object.keys(notUtf8))('must be UTF-8, not %s', async (name) => {
    const error = await failureOf(getFrom(httpAnswer(200, notUtf8[name])));
    expect(error).toMatchObject({ code: 'bad-response', status: 200 });
    expect(error.message).toContain('not UTF-8');
  });

  test('is UTF-8 for any content type, after a byte order mark, and if a character spans two chunks', async () => {
    const record = { database_id: 'db-1', database_name: 'é€😀 ñ' };
    const bytes = Buffer.from(`\uFEFF${JSON.stringify(record)}`);
    const chunks = [...bytes].map((byte) => Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte, 13, 10])]));
    const head = `${HEAD.replace('json', 'json; charset=iso-8859-1')}transfer-encoding: chunked\r\n\r\n`;
    expect(await getFrom(Buffer.concat([Buffer.from(head), ...chunks, Buffer.from('0\r\n\r\n')]))).toEqual(record);
  });
});

test.each(['application/problem+JSON', 'text/html; charset=utf-8', 'application/octet-stream', '', undefined])(
  'the content type may be %j: the text decides',
  async (contentType) => {
    const headers = { 'content-type': contentType };
    expect(await getFrom(httpAnswer(200, databaseText, headers))).toEqual({ database_id: 'db-1' });
    const error = await failureOf(getFrom(httpAnswer(200, '<!doctype html><title>Sign in</title>', headers)));
    expect(error).toMatchObject({ code: 'bad-response', status: 200 });
    expect(error.message).toBe('get-database: the response is not JSON');
  },
);
