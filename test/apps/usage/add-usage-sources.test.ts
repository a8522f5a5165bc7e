import { expect, onTestFinished, test } from 'vitest';
import { addUsageSources } from '../../../src/apps/usage/add-usage-sources.js';
import { createFleet, usageSourcesOf } from '../../../src/index.js';
import { createControlClient, createService } from '../../../src/service/index.js';
import { eventually } from '../../support/eventually.js';

const credentials = { username: 'demo', password: 'CANARY-of-the-account' };
const seed = { databases: [{ database_name: 'orders', platform: 'aws', primary_region: 'us-east-1' }] } as const;

async function openFleet() {
  const service = createService({ credentials, controlToken: 'token', seed });
  onTestFinished(() => service.close());
  const { url: baseUrl } = await service.listen();
  const fleet = createFleet({ baseUrl, credentials });
  onTestFinished(() => fleet.dispose());
  const records = await createControlClient({ baseUrl, token: 'token' }).databases.list();
  fleet.databases.add(records.map((record) => String(record['database_id'])));
  return fleet;
}

test.each([
  ['reads short endpoints in the given domain', 'fleetglass.invalid', /the host name is not known/],
  ['names the setting of the domain for short endpoints', undefined, /Name the domain: --endpoint-domain, or usage\./],
])('addUsageSources %s', async (_, endpointDomain, message) => {
  const fleet = await openFleet();
  await addUsageSources(fleet, { everyMs: 1000, endpointDomain, onNotice: () => {} });
  await eventually(() => expect(usageSourcesOf(fleet).value[1]?.lastError?.message).toMatch(message));
});
