import { expect, test } from 'vitest';
import { addUsageSources, readLimits } from '../../../src/apps/usage/add-usage-sources.js';
import { createFleet, usageSourcesOf, type IndexRecord } from '../../../src/index.js';
import { vectorInfo } from '../../../src/probes/vector/index.js';
import { eventually } from '../../support/eventually.js';
import { sampleSeed } from '../../support/sample-database.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';
import { account } from '../cli/command.js';
import { useService } from '../cli/local-service.js';

const service = await useService({ seed: sampleSeed('orders') });

test.each([
  ['reads short endpoints in the given domain', [], 'fleetglass.invalid', /the host name is not known/],
  ['names the setting for short endpoints', [], undefined, /Name the domain: --endpoint-domain, or usage\./],
  ['says that a record has no endpoint', ['endpoint'], undefined, /^the endpoint of the record is not a host name/],
])('addUsageSources %s', async (_, removed, endpointDomain, message) => {
  using fleet = createFleet({ baseUrl: service.baseUrl, credentials: account });
  await service.control.databases.unset(service.id, removed);
  fleet.databases.add(service.id);
  await addUsageSources(fleet, { everyMs: 1000, endpointDomain, onNotice: () => {} });
  await eventually(() => expect(usageSourcesOf(fleet).value[1]?.lastError?.message).toMatch(message));
});

test('readLimits has each limit whose use the source of vector indices reads', async () => {
  const result = { vectorCount: 1, pendingVectorCount: 2, indexSize: 3, dimension: 4, similarityFunction: 'COSINE' };
  const { read } = vectorInfo({ tokenOf: () => 'token', fetch: async () => Response.json({ result }) });
  const context = { signal: new AbortController().signal, credentials: async () => undefined };
  const use = await read(sampleVectorIndices(1)[0] as IndexRecord, context);
  expect(readLimits).toEqual(expect.arrayContaining(Object.keys(use as object)));
});
