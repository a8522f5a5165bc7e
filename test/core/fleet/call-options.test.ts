import { reportUsage, createDatabase, waitFor, refreshAll } from '../../../src/index.js';
import { describe, expect, test } from 'vitest';
import { createManagementClient, type ManagementClient } from '../../../src/core/client/management-client.js';
import type { Fleet } from '../../../src/core/fleet/fleet.js';
import { failureOf } from '../../support/failure-of.js';
import { createRequest } from '../../support/requests.js';
import { createFleetUnderTest } from './fleet-under-test.js';

interface Api extends Pick<Fleet, 'databases' | 'indices'> {
  readonly fleet: Fleet;
  readonly client: ManagementClient;
}

/** A method with its options last, and the names of its options. */
type Call = readonly [call: (api: Api, options: object) => Promise<unknown>, options: string];

const calls: Record<string, Call> = {
  createDatabase: [({ fleet }, options) => createDatabase(fleet, createRequest, options), 'signal, allowUndocumented'],
  'databases.refresh': [({ databases }, options) => databases.refresh('a', options), 'signal, maxAgeMs'],
  refreshAll: [({ fleet }, options) => refreshAll(fleet, options), 'signal'],
  waitFor: [({ fleet }, options) => waitFor(fleet, 'a', () => true, options), 'timeoutMs, signal'],
  'indices.refresh': [({ indices }, options) => indices.refresh(options), 'signal'],
  'client.createDatabase': [
    ({ client }, options) => client.createDatabase(createRequest, options),
    'signal, allowUndocumented',
  ],
  'client.getDatabase': [({ client }, options) => client.getDatabase('a', options), 'signal, credentials, previous'],
  'client.listVectorIndices': [({ client }, options) => client.listVectorIndices(options), 'signal, previous'],
};

/** Makes the parts of the public API over one service, whose requests it returns. */
function createApi() {
  const { fleet, service } = createFleetUnderTest();
  const client = createManagementClient({ baseUrl: 'https://api.example.com', fetch: service.fetch });
  const api: Api = { fleet, databases: fleet.databases, indices: fleet.indices, client };
  return { api, requests: service.requests };
}

describe.each(Object.entries(calls))('%s', (_, [call, options]) => {
  async function expectRefusal(given: object, issue: { readonly path: string; readonly message: string }) {
    const { api, requests } = createApi();
    const error = await failureOf(call(api, given));
    expect(error).toMatchObject({ code: 'invalid-request', issues: [issue] });
    expect(requests).toEqual([]);
  }

  test('rejects an unknown option and names the known options', async () => {
    const { signal } = new AbortController();
    const message = `unknown option, expected one of ${options}`;
    await expectRefusal({ signal, singal: signal }, { path: 'singal', message: `${message}; did you mean signal?` });
    await expectRefusal({ 'a\u0000': 1 }, { path: 'a\ufffd', message });
  });

  test('rejects a signal or a controller in place of options', async () => {
    const message = 'expected an object of options, not a signal: pass { signal }';
    for (const given of [AbortSignal.abort(), new AbortController()]) await expectRefusal(given, { path: '', message });
  });

  test('accepts a signal', async () => {
    const { api } = createApi();
    expect((await failureOf(call(api, { signal: AbortSignal.abort() }))).code).toBe('aborted');
  });
});

test('usage.report rejects an unknown option and names the known options', () => {
  const { fleet } = createFleetUnderTest();
  const report = () => reportUsage(fleet, 'database', 'a', {}, { at: Date.now(), src: 'x' } as object);
  expect(report).toThrow('src: unknown option, expected one of at, source');
});
