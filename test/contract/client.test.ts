import * as fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { CreateDatabaseRequest } from '../../src/core/records/create-database.js';
import { createManagementClient } from '../../src/core/client/management-client.js';
import { scaled } from '../support/scale.js';
import { httpAnswer, startWireServer } from '../support/wire-server.js';
import { document, operationNamed } from './api-document.js';
import { createRequests, databases, departuresIn, sampleOf, vectorIndices } from './document-arbitraries.js';

const aDatabase = sampleOf(databases);
const aRequest = sampleOf(createRequests);

const RUNS = scaled({ short: 30, long: 100 });

const BASE64 = '(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?';

let answer = '';
const server = await startWireServer((wire) => wire.send(httpAnswer(200, answer)));
const credentials = { username: 'reader@example.com', password: 'pässword:with colon' };
const client = createManagementClient({ baseUrl: server.url, credentials });

/** The last request. */
function sent() {
  const { method = '', target = '', headers = new Map<string, string>(), body = '' } = server.requests.at(-1) ?? {};
  const [path = '', query = ''] = target.split('?');
  return {
    method,
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    headers: Object.fromEntries(headers),
    ...(body !== '' && { body: JSON.parse(body) as unknown }),
  };
}

/** Expects that the last request is one that api.md documents for an operation. */
function expectDocumented(name: string): void {
  const { method, path, headers, queryParameters, hasBody } = operationNamed(name);
  const request = sent();
  expect(request.method).toBe(method);
  expect(request.path).toMatch(new RegExp(`^${path.replace(/\{\w+\}/, '[^/?#]+')}$`));
  for (const [parameter, value] of Object.entries(request.query))
    expect(queryParameters).toContainEqual({ name: parameter, value });
  // `Basic <encoded-value>` is a format, `application/json` is a value.
  for (const { name: header, value } of headers)
    expect(request.headers[header.toLowerCase()]).toMatch(new RegExp(`^${value.replace(/<[^>]+>/, BASE64)}$`));
  expect('body' in request).toBe(hasBody);
}

beforeEach(() => void (answer = JSON.stringify(aDatabase)));
afterAll(() => server[Symbol.asyncDispose]());

describe('a request of the client', () => {
  it('sends a create request as api.md documents it, for any valid body', async () => {
    await fc.assert(
      fc.asyncProperty(createRequests, async (request) => {
        await client.createDatabase(request as unknown as CreateDatabaseRequest);
        expectDocumented('Create a database');
        expect(sent().body).toEqual(request);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(document.createRequest)('sends nothing if $name departs from api.md, and names it', async (field) => {
    const before = server.requests.length;
    for (const { record } of departuresIn(aRequest, field)) {
      const sending = client.createDatabase(record as unknown as CreateDatabaseRequest);
      await expect(sending).rejects.toMatchObject({ code: 'invalid-request', issues: [{ path: field.name }] });
    }
    expect(server.requests).toHaveLength(before);
  });

  it('sends a read as api.md documents it, and hides credentials by default', async () => {
    await client.getDatabase('id-of-the-record');
    expectDocumented('Get a database');
    expect(sent().query).toEqual({ credentials: 'hide' });
    await client.getDatabase('id-of-the-record', { credentials: 'hide' });
    expect(sent().query).toEqual({ credentials: 'hide' });
    await client.getDatabase('id-of-the-record', { credentials: 'show' });
    expectDocumented('Get a database');
    expect(sent().query).toEqual({});
  });

  it('sends any usable id as one segment of the path', async () => {
    // All characters, including those with a meaning in a URL.
    const special = fc.constantFrom(...Array.from('?#%&=+;:@ .~2eEfF'));
    const unit = fc.oneof(special, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }));
    const ids = fc.string({ unit, minLength: 1, maxLength: 64 }).filter((id) => !/^\.\.?$|[/\\\p{Cc}\p{Cs}]/u.test(id));
    await fc.assert(
      fc.asyncProperty(ids, async (id) => {
        answer = JSON.stringify({ ...aDatabase, database_id: id });
        await client.getDatabase(id);
        expectDocumented('Get a database');
        expect(decodeURIComponent(sent().path.split('/').at(-1) ?? '')).toBe(id);
      }),
      { numRuns: RUNS },
    );
  });

  it('sends a list as api.md documents it', async () => {
    answer = JSON.stringify([sampleOf(vectorIndices)]);
    await expect(client.listVectorIndices()).resolves.toHaveLength(1);
    expectDocumented('List vector indices');
  });
});
