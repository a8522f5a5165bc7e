import type { RequestListener } from 'node:http';
import { listen } from '../../support/listen.js';
import { sampleDatabase } from '../../support/sample-database.js';
import type { Addresses } from './servers.js';

/** The server process. It ends with its parent process. */
process.on('disconnect', () => process.exit());
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1000);
});
let asked = 0;
const fixed = await listen(answering(() => 10_000));
const changing = await listen(answering(() => 10_000 + (asked++ % 90_000)));
process.send?.({ fixed: fixed.url, changing: changing.url } satisfies Addresses);

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
