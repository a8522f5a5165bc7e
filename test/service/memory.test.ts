import { createDatabase } from '../../src/index.js';
import { describe, expect, it, vi } from 'vitest';
import { createFleet } from '../../src/core/fleet/fleet.js';
import { createControlClient, createMemoryService, type MemoryServiceOptions } from '../../src/service/memory.js';
import { eventually } from '../support/eventually.js';
import { createGate } from '../support/gate.js';
import { createManualClock } from '../support/manual-clock.js';

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

  it('leaves no timer when it is closed while the body of a create still comes', async () => {
    const clock = createManualClock();
    const random = vi.fn<() => number>(() => 0);
    const service = createMemoryService({ credentials, clock, random });
    const rest = createGate();
    const pull = vi.fn<(controller: ReadableStreamDefaultController<Uint8Array>) => Promise<void>>(
      async (controller) => {
        await rest.opened;
        controller.enqueue(new TextEncoder().encode(JSON.stringify(request)));
        controller.close();
      },
    );
    const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
    const authorization = `Basic ${btoa(`${credentials.username}:${credentials.password}`)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    const answer = service.fetch(`${baseUrl}/v2/redis/database`, init).catch((error: unknown) => error);
    await eventually(() => expect(pull).toHaveBeenCalled());
    await service.close();
    expect(await answer).toBeInstanceOf(TypeError);
    rest.open();
    // The new record has a random id.
    await eventually(() => expect(random).toHaveBeenCalled());
    await clock.advance(0);
    expect(clock.pending).toBe(0);
  });

  it('refuses the options that need Node, and other unknown options', () => {
    for (const name of ['directory', 'redis', 'listen'])
      expect(() => createMemoryService({ credentials, [name]: 'canary-value' } as MemoryServiceOptions)).toThrow(
        new RegExp(`^Invalid service options: ${name}: (?!.*canary)`),
      );
  });
});
