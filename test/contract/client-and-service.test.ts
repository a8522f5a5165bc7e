import { describe, expect, it } from 'vitest';
import { exactInt64 } from '../../src/core/records/exact-int64.js';
import { createManagementClient } from '../../src/core/client/management-client.js';
import { driftOf } from '../../src/core/records/drift-of.js';
import type { CreateDatabaseRequest } from '../../src/core/records/create-database.js';
import { document } from './api-document.js';
import { fieldNamed } from './documented-field.js';
import { aRequest, createServiceUnderTest, credentials } from './service-under-test.js';

const plans = fieldNamed(document.createRequest, 'plan').values as NonNullable<CreateDatabaseRequest['plan']>[];

const service = await createServiceUnderTest();
const client = createManagementClient({ baseUrl: service.url, credentials });

describe('the client and the local service together', () => {
  it.each(plans)(
    'creates and reads a database of plan %s, whose only drift is a limit no number can hold',
    async (plan) => {
      const created = await client.createDatabase({ ...aRequest, plan });
      const read = await client.getDatabase(created.database_id, { credentials: 'show' });
      expect(read).toEqual(created);
      for (const drift of driftOf(read)) {
        expect(drift).toMatchObject({ path: 'db_request_limit', kind: 'rounded-integer' });
        expect(exactInt64(read, 'db_request_limit')).toBe(2n ** 63n - 1n);
      }
    },
  );

  it('shows undocumented values of the service as drift, and keeps them', async () => {
    const { database_id: id } = await client.createDatabase({ ...aRequest, plan: 'free' });
    await service.control.databases.set(id, { state: 'hibernating', db_type: 7, shards: 3 });
    await service.control.databases.unset(id, ['replicas']);
    const read = await client.getDatabase(id);
    expect(read).toMatchObject({ state: 'hibernating', db_type: 7, shards: 3 });
    const drift = driftOf(read).map(({ path, kind }) => `${path} ${kind}`);
    expect(drift).toEqual(['state unknown-value', 'db_type wrong-type', 'replicas missing']);
  });

  it('shows the message of the service for an undocumented request', async () => {
    const request = { ...aRequest, platform: 'azure' } as unknown as CreateDatabaseRequest;
    await expect(client.createDatabase(request, { allowUndocumented: true })).rejects.toMatchObject({
      code: 'rejected',
      status: 400,
      message: expect.stringContaining('platform') as string,
    });
  });
});
