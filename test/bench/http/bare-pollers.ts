import { fetchRecord, HEADERS, urlOf } from './bare-request.js';
import { pollInTurn, type Poller, type PollerOptions } from './poller.js';
import type { Undici } from './undici-fetch.js';

/** A loop of the platform's fetch. */
export function pollByFetch({ baseUrl, ids }: PollerOptions): Poller {
  return createBarePoller('bare loop: fetch, JSON.parse', ids, (id) => fetchRecord(baseUrl, id));
}

/** A loop of undici's `request`: the minimum for HTTP in Node. */
export function pollByUndici({ baseUrl, ids }: PollerOptions, { Agent, request }: Undici): Poller {
  const dispatcher = new Agent();
  return {
    ...createBarePoller('bare loop: undici.request, JSON.parse', ids, async (id) => {
      const { statusCode, body } = await request(urlOf(baseUrl, id), { headers: HEADERS, dispatcher });
      if (statusCode !== 200) throw new Error(`The answer is ${statusCode}.`);
      return JSON.parse(await body.text());
    }),
    dispose: () => dispatcher.close(),
  };
}

function createBarePoller(name: string, ids: readonly string[], read: (id: string) => Promise<unknown>): Poller {
  const records = new Map<string, unknown>();
  return {
    name,
    poll: (count) => pollInTurn(ids, count, async (id) => records.set(id, await read(id))),
    record: (id) => records.get(id),
    dispose: () => {},
  };
}
