import { expect, test } from 'vitest';
import { addUsageSources } from '../../../src/apps/usage/add-usage-sources.js';
import { createFleet, usageSourcesOf } from '../../../src/index.js';
import { eventually } from '../../support/eventually.js';
import { account } from '../cli/command.js';
import { useService } from '../cli/local-service.js';

const service = await useService({
  seed: { databases: [{ database_name: 'orders', platform: 'aws', primary_region: 'us-east-1' }] },
});

test.each([
  ['reads short endpoints in the given domain', 'fleetglass.invalid', /the host name is not known/],
  ['names the setting of the domain for short endpoints', undefined, /Name the domain: --endpoint-domain, or usage\./],
])('addUsageSources %s', async (_, endpointDomain, message) => {
  using fleet = createFleet({ baseUrl: service.baseUrl, credentials: account });
  fleet.databases.add(service.id);
  await addUsageSources(fleet, { everyMs: 1000, endpointDomain, onNotice: () => {} });
  await eventually(() => expect(usageSourcesOf(fleet).value[1]?.lastError?.message).toMatch(message));
});

test('addUsageSources says that a record without an endpoint has no host name', async () => {
  using fleet = createFleet({ baseUrl: service.baseUrl, credentials: account });
  const { id } = service;
  await service.control.databases.unset(id, ['endpoint']);
  fleet.databases.add(id);
  await addUsageSources(fleet, { everyMs: 1000, onNotice: () => {} });
  const message = /^the endpoint of the record is not a host name/;
  await eventually(() => expect(usageSourcesOf(fleet).value[1]?.lastError?.message).toMatch(message));
});
