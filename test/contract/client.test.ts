import * as fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { CreateDatabaseRequest } from '../../src/core/records/create-database.js';
import { createManagementClient } from '../../src/core/client/management-client.js';
import { scaled } from '../support/scale.js';
import { httpAnswer, startWireServer } from '../support/wire-server.js';
import { document, operationNamed } from './api-document.js';
import { createRequests, databases, departuresIn, sampleOf, vectorIndices } from './document-arbitraries.js';
import { createConformance, operationJsonSchema, type Conformance } from './document-schemas.js';

const aDatabase = sampleOf(databases);
const aRequest = sampleOf(createRequests);

const RUNS = scaled({ short: 30, long: 100 });

const conformanceOf = (name: string): Conformance => createConformance(operationJsonSchema(operationNamed(name)));

const create = conformanceOf('Create a database');
const get = conformanceOf('Get a database');
const list = conformanceOf('List vector indices');

let answer = '';
const server = await startWireServer((wire) => wire.send(httpAnswer(200, answer)));
const credentials = { username: 'reader@example.com', password: 'pässword:with colon' };
const client = createManagementClient({ baseUrl: server.url, credentials });

/** The last request, in the form of the schemas. */
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

beforeEach(() => void (answer = JSON.stringify(aDatabase)));
afterAll(() => server[Symbol.asyncDispose]());

describe('a request of the client', () => {
  it('sends a create request as api.md documents it, for any valid body', async () => {
    await fc.assert(
      fc.asyncProperty(createRequests, async (request) => {
        await client.createDatabase(request as unknown as CreateDatabaseRequest);
        expect(create(sent())).toEqual([]);
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
    expect(get(sent())).toEqual([]);
    expect(sent().query).toEqual({ credentials: 'hide' });
    await client.getDatabase('id-of-the-record', { credentials: 'hide' });
    expect(sent().query).toEqual({ credentials: 'hide' });
    await client.getDatabase('id-of-the-record', { credentials: 'show' });
    expect(get(sent())).toEqual([]);
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
        expect(get(sent())).toEqual([]);
        expect(decodeURIComponent(sent().path.split('/').at(-1) ?? '')).toBe(id);
      }),
      { numRuns: RUNS },
    );
  });

  it('sends a list as api.md documents it', async () => {
    answer = JSON.stringify([sampleOf(vectorIndices)]);
    await expect(client.listVectorIndices()).resolves.toHaveLength(1);
    expect(list(sent())).toEqual([]);
  });
});
