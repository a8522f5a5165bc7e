import * as fc from 'fast-check';
import { parse } from 'lossless-json';
import { beforeEach, describe, expect, it } from 'vitest';
import { scaled } from '../support/scale.js';
import { document } from './api-document.js';
import { createRequests, databases, sampleOf, type JsonObject } from './document-arbitraries.js';
import { createDocumentedAnswers, DATABASE_CREDENTIALS } from './documented-answers.js';
import { fieldNamed, withEachValue } from './documented-field.js';
import { aRequest, createServiceUnderTest, LIFECYCLE } from './service-under-test.js';

const service = await createServiceUnderTest();
const { create, get } = createDocumentedAnswers(service);

beforeEach(() => service.control.reset());

describe('databases of the local service', () => {
  it('answers every create request that api.md allows with a database record of the requested fields', async () => {
    const examples = withEachValue(document.createRequest).map((fields): [JsonObject] => [{ ...aRequest, ...fields }]);
    await fc.assert(
      fc.asyncProperty(createRequests, async (request) => {
        const created = await create(request);
        expect(created).toMatchObject(echoOf(request));
        expect(await get(created['database_id'])).toMatchObject(echoOf(request));
      }),
      { examples, numRuns: examples.length + scaled({ short: 25, long: 100 }) },
    );
  });

  it('answers with a valid database record in every state', async () => {
    const { database_id: id } = await create(aRequest);
    const seen: unknown[] = [];
    const halfStepMs = LIFECYCLE.updatingMs / 2;
    for (let elapsedMs = 0; elapsedMs <= 4_000; elapsedMs += halfStepMs) {
      seen.push((await get(id))['modifying_state']);
      await service.clock.advance(halfStepMs);
    }
    expect([...new Set(seen)]).toEqual(['creating', 'updating', '']);
    expect(seen.at(-1)).toBe('');
  });

  it('sends every database that api.md allows as it was staged', async () => {
    const { database_id: id } = await create(aRequest);
    const sample = sampleOf(databases);
    const examples = withEachValue(document.database).map((fields): [JsonObject] => [{ ...sample, ...fields }]);
    await fc.assert(
      fc.asyncProperty(databases, async (record) => {
        const fields = { ...record, database_id: id, customer_id: 'owner@example.com' };
        await service.control.databases.set(String(id), fields);
        expect(await get(id)).toEqual(fields);
      }),
      { examples, numRuns: examples.length + scaled({ short: 15, long: 50 }) },
    );
  });

  it('goes through every scripted state', async () => {
    const { database_id: id } = await create(aRequest);
    const { values } = fieldNamed(document.database, 'state');
    const steps = values.map((state, at) => ({ afterMs: (at + 1) * 1_000, set: { state } }));
    await service.control.databases.script(String(id), steps);
    for (const state of values) {
      await service.clock.advance(1_000);
      expect((await get(id))['state']).toBe(state);
    }
  });

  it('writes each int64 as an integer of 64 bits with all its digits', async () => {
    const names = document.database.filter(({ type }) => type === 'int64').map(({ name }) => name);
    const { database_id: id } = await create(aRequest);
    const integerOrNumber = (literal: string) => (/^-?\d+$/.test(literal) ? BigInt(literal) : Number(literal));
    const read = async (): Promise<JsonObject> => {
      const { text } = await service.send('Get a database', { id: String(id) });
      return parse(text, undefined, integerOrNumber) as JsonObject;
    };
    const first = await read();
    for (const name of names) expect(first[name], name).toBeTypeOf('bigint');
    for (const value of [2n ** 63n - 1n, 8024278031528736858n, 0n]) {
      const fields = Object.fromEntries(names.map((name) => [name, value]));
      await service.control.databases.set(String(id), fields);
      expect(await read()).toMatchObject(fields);
    }
  });

  it('chooses a plan, a budget, eviction and tls if the request has none', async () => {
    // The schema of the answer requires each of them.
    const { type } = await create(aRequest);
    expect(['free', 'payg']).toContain(type);
  });

  it('hides its credentials only with credentials=hide', async () => {
    const { database_id: id, ...created } = await create(aRequest);
    const whole = await service.send('Get a database', { id: String(id) });
    const hiding = await service.send('Get a database', { id: String(id), query: '?credentials=hide' });
    const other = await service.send('Get a database', { id: String(id), query: '?credentials=other' });
    expect(whole.value).toMatchObject(created);
    expect(other.value).toEqual(whole.value);
    for (const name of DATABASE_CREDENTIALS) expect(hiding.text).not.toContain(String(created[name]));
  });
});

/** The fields of a request that the record repeats under the same name. The plan becomes `type`. */
function echoOf(request: JsonObject): JsonObject {
  const { platform: _, plan, read_regions: regions, ...echoed } = request;
  const type = typeof plan === 'string' ? { type: plan.startsWith('fixed') ? 'pro' : plan } : {};
  return { ...echoed, ...type, ...(Array.isArray(regions) && { read_regions: [...new Set(regions)] }) };
}
