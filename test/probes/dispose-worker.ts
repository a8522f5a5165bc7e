import { createDatabase, addUsageSource } from '../../src/index.js';
import { once } from 'node:events';
import { createFleet } from '../../src/core/fleet/fleet.js';
import { redisInfo } from '../../src/probes/redis/index.js';
import { createControlClient, createService } from '../../src/service/index.js';

/**
 * Runs as a separate process: reads two databases whose servers hang, one without and one with TLS, on the ports of its
 * parameters. Disposes of the fleet when its standard input ends, and has to end by itself.
 */
const [, , plainPort, tlsPort] = process.argv;

const credentials = { username: 'demo', password: 'demo' };
const service = createService({ credentials, controlToken: 'token' });
const control = createControlClient({ baseUrl: 'http://localhost', token: 'token', fetch: service.fetch });
const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });
for (const [port, tls] of [
  [Number(plainPort), false],
  [Number(tlsPort), true],
] as const) {
  const request = { database_name: 'orders', platform: 'aws', primary_region: 'us-east-1' } as const;
  const { database_id: id } = await createDatabase(fleet, request);
  await control.databases.set(id, { endpoint: '127.0.0.1', port, tls });
  await fleet.databases.refresh(id);
}
addUsageSource(fleet, redisInfo({ timeoutMs: 600_000 }));

process.stdin.resume();
await once(process.stdin, 'end');
fleet.dispose();
await service.close();
process.stdout.write('disposed\n');
