import { createDatabase } from '../../src/index.js';
import { describe, expect, it, vi } from 'vitest';
import { createFleet } from '../../src/core/fleet/fleet.js';
import { createControlClient, createMemoryService, type MemoryServiceOptions } from '../../src/service/memory.js';

const credentials = { username: 'demo', password: 'canary-password' };
const request = { database_name: 'sessions', platform: 'aws', primary_region: 'eu-west-1' } as const;
const baseUrl = 'http://localhost';

describe('createMemoryService', () => {
  it('creates and changes databases in Firefox, whose requests have no stream of their body', async () => {
    using _body = vi.spyOn(Request.prototype, 'body', 'get').mockReturnValue(null);
    await using service = createMemoryService({ credentials, controlToken: 'let-me-in' });
    const control = createControlClient({ baseUrl, token: 'let-me-in', fetch: service.fetch });
    using fleet = createFleet({ baseUrl, credentials, fetch: service.fetch });
    const { database_id: id } = await createDatabase(fleet, request);
    await control.databases.set(id, { state: 'suspended' });
    expect(await fleet.databases.refresh(id)).toMatchObject({ database_name: 'sessions', state: 'suspended' });
  });

  it('refuses the options that need Node, and other unknown options', () => {
    for (const name of ['directory', 'redis', 'listen'])
      expect(() => createMemoryService({ credentials, [name]: 'canary-value' } as MemoryServiceOptions)).toThrow(
        new RegExp(`^Invalid service options: ${name}: (?!.*canary)`),
      );
  });
});
