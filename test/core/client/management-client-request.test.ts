import { describe, expect, test, vi } from 'vitest';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import type { Fetch } from '../../../src/core/wire/transport.js';
import { failureOf } from '../../support/failure-of.js';
import { named, notAnObject, revoked, throwing } from '../../support/hostile-values.js';
import { createRequest } from '../../support/requests.js';

describe('a request to create', () => {
  const setUp = () => {
    const fetch = vi.fn<Fetch>(async () => Response.json({ database_id: 'db-1' }));
    return { fetch, client: createManagementClient({ baseUrl: 'https://api.test', fetch }) };
  };
  const circular: Record<string, unknown> = { ...createRequest };
  circular['self'] = circular;

  const wrong: unknown[] = [
    ...notAnObject,
    undefined,
    {},
    [createRequest],
    circular,
    { ...createRequest, budget: 5n },
    { ...createRequest, budget: Infinity },
    { ...createRequest, primary_region: 'us-east-9' },
    { ...createRequest, color: 'red' },
    Object.assign(throwing('plan'), createRequest),
    Object.assign(throwing('toJSON'), createRequest),
    { ...createRequest, toJSON() {} },
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

  test('may be frozen, without a prototype, or have toJSON', async () => {
    const { fetch, client } = setUp();
    await client.createDatabase(Object.freeze({ ...createRequest }));
    await client.createDatabase(Object.assign(Object.create(null), createRequest));
    await client.createDatabase({ toJSON: () => createRequest } as never);
    expect(fetch.mock.calls.map(([, init]) => init.body)).toEqual(Array(3).fill(JSON.stringify(createRequest)));
  });
});
