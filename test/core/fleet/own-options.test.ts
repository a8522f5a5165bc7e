import { limitSummaryOf, waitFor, transitionsOf, reportUsage, usageOf, createDatabase } from '../../../src/index.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import type { FleetOptions } from '../../../src/core/fleet/fleet-options.js';
import { createFleet } from '../../../src/core/fleet/fleet.js';
import { limitUsage } from '../../../src/core/limits/limit-usage.js';
import { failureOf } from '../../support/failure-of.js';
import { createRequest } from '../../support/requests.js';
import { account, createFleetUnderTest } from './fleet-under-test.js';

/** An object that only inherits the members. */
const inheriting = <T extends object>(members: object): T => Object.create(members) as T;

const undocumented = { ...createRequest, shards: 3 };

describe('an inherited member is not an option', () => {
  test('of a fleet, its polling, its thresholds and its credentials', () => {
    const inherited = inheriting<FleetOptions>({ baseUrl: 'https://api.example.com', credentials: account });
    expect(() => createFleet(inherited)).toThrow(/baseUrl/);
    const credentials = inheriting<typeof account>(account);
    expect(() => createFleet({ baseUrl: 'https://api.example.com', credentials })).toThrow(/credentials/);
    const options = inheriting<FleetOptions>({ retainMs: -1, timeoutMs: -1, polling: 7, onError: 7 });
    const { fleet } = createFleetUnderTest({
      ...options,
      polling: inheriting({ concurrency: -1, cadence: 7 }),
      thresholds: inheriting({ warning: -1, overrides: 7 }),
    });
    expect(limitSummaryOf(fleet).value).toBeDefined();
  });

  test('of a client and its requests', async () => {
    const urls: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      urls.push(url);
      return Response.json({ database_id: 'a' });
    };
    const options = Object.assign(inheriting<object>({ timeoutMs: -1, recordLimitBytes: 1 }), { fetch });
    const client = createManagementClient(Object.assign(options, { baseUrl: 'https://api.example.com' }));
    await client.getDatabase('a', inheriting({ credentials: 'show', signal: 7 }));
    expect(urls).toEqual(['https://api.example.com/v2/redis/database/a?credentials=hide']);
    const error = await failureOf(client.createDatabase(undocumented, inheriting({ allowUndocumented: true })));
    expect(error.code).toBe('invalid-request');
  });

  test('of a wait, recent transitions and a report', async () => {
    const { fleet } = createFleetUnderTest();
    await waitFor(fleet, 'a', () => true, inheriting({ timeoutMs: -1 }));
    expect(transitionsOf(fleet).recent(inheriting({ limit: -1, id: 7 })).value).toEqual([]);
    fleet.databases.track(['a']);
    reportUsage(fleet, 'database', 'a', { db_max_clients: 1 }, inheriting({ at: -1, source: 7 }));
    expect(usageOf(fleet, 'database', 'a').value?.db_max_clients).toMatchObject({ used: 1 });
    expect(usageOf(fleet, 'database', 'a').value?.db_max_clients).not.toHaveProperty('source');
  });

  test('of the thresholds of a single record', () => {
    const record = { database_id: 'a', db_max_clients: 100 } as never;
    const thresholds = { overrides: { db_max_clients: inheriting<object>({ warning: 0.1 }) } };
    const [usage] = limitUsage(record, { db_max_clients: 50 }, thresholds).filter(
      ({ field }) => field === 'db_max_clients',
    );
    expect(usage?.status).toBe('ok');
  });
});

test('a polluted prototype of all objects lets no undocumented field through', async () => {
  const { fleet } = createFleetUnderTest();
  Object.defineProperty(Object.prototype, 'allowUndocumented', { value: true, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(Object.prototype, 'allowUndocumented'));
  for (const options of [[], [{}]]) {
    const error = await failureOf(createDatabase(fleet, undocumented, ...options));
    expect(error).toMatchObject({ code: 'invalid-request', issues: [{ path: 'shards' }] });
  }
});
