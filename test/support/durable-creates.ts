/**
 * Runs as a separate process: a service in the given directory, and endless creates. The id of each
 * database is printed after its answer. The moment of the kill decides how much of the last line is printed.
 */
import { createService } from '../../src/service/index.js';

const [directory = ''] = process.argv.slice(2);
const credentials = { username: 'someone', password: 'something' };
const headers = { authorization: `Basic ${btoa('someone:something')}`, 'content-type': 'application/json' };
const body = JSON.stringify({ database_name: 'kept', platform: 'aws', primary_region: 'eu-west-1' });

const service = createService({ credentials, directory, lifecycle: { creatingMs: 1, updatingMs: 1 } });
const { url } = await service.listen();

async function createForever(): Promise<never> {
  for (;;) {
    const answer = await fetch(`${url}/v2/redis/database`, { method: 'POST', headers, body });
    const { database_id: id } = (await answer.json()) as { database_id: string };
    process.stdout.write(`${answer.status} ${id}\n`);
  }
}

await Promise.all(Array.from({ length: 4 }, createForever));
