import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import { createService, type Service } from '../../../src/service/service.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { ACCOUNT, type Addresses } from './servers.js';

const DATABASES = 200;

/** The server process. It ends with its parent process. */
process.on('disconnect', () => process.exit());
process.on('message', () => process.send?.(workedMs()));
process.send?.(await serve());

async function serve(): Promise<Addresses> {
  const service = createService({ credentials: ACCOUNT, lifecycle: { creatingMs: 0, updatingMs: 0 } });
  const ids = await createDatabases(service);
  const { url } = await service.listen();
  const fixed = await listen(answering(() => 10_000));
  let asked = 0;
  const changing = await listen(answering(() => 10_000 + (asked++ % 90_000)));
  return { service: url, ids, fixed, changing };
}

function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function createDatabases(service: Service): Promise<readonly string[]> {
  const client = createManagementClient({ baseUrl: 'http://localhost', credentials: ACCOUNT, fetch: service.fetch });
  const ids: string[] = [];
  for (let at = 0; at < DATABASES; at++) {
    const { database_id } = await client.createDatabase({
      database_name: sampleDatabase.database_name,
      platform: 'aws',
      primary_region: 'us-east-1',
      read_regions: ['us-east-2', 'eu-west-1', 'eu-west-2', 'eu-central-1', 'ap-south-1', 'ap-northeast-1'],
    });
    ids.push(database_id);
  }
  for (const id of ids) while ((await client.getDatabase(id)).modifying_state !== '') await delay(1);
  return ids;
}

/** Answers with the sample record under the requested id. One in a hundred is suspended. */
function answering(maxClients: () => number): RequestListener {
  const record = { ...sampleDatabase, database_id: '«id»', db_max_clients: '«number»' };
  const partsOf = (state: string): string[] => JSON.stringify({ ...record, state }).split(/«id»|"«number»"/);
  const [active, suspended] = [partsOf('active'), partsOf('suspended')];
  return ({ url = '' }, response) => {
    const id = url.slice(url.lastIndexOf('/') + 1, url.lastIndexOf('?'));
    const [start, middle, end] = id.endsWith('00') ? suspended : active;
    const body = Buffer.from(`${start}${id}${middle}${maxClients()}${end}`);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  };
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
