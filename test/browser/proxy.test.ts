import { createDatabase, createFleet, createManagementClient, exactInt64 } from 'fleetglass';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cdp } from 'vitest/browser';

const request = { database_name: 'sessions', platform: 'aws', primary_region: 'eu-west-1', plan: 'payg' } as const;

describe('a page behind the proxy', () => {
  test('uses the API by a path of its origin, without credentials', async () => {
    using fleet = createFleet({ baseUrl: '/proxy' });
    const created = await createDatabase(fleet, request);
    expect(exactInt64(created, 'db_request_limit')).toBe(9_223_372_036_854_775_807n);
    expect(await fleet.databases.refresh(created.database_id)).toMatchObject({ database_name: 'sessions' });
    expect(fleet.databases.credentials(created.database_id)).toBeUndefined();
    const [index] = await fleet.indices.refresh();
    expect(index).toMatchObject({ name: 'articles' });
    expect(fleet.indices.credentials(index?.id ?? '')).toBeUndefined();
  });

  test('of another origin is refused, even by a server that allows all origins', async () => {
    const { hostname, port } = location;
    const otherOrigin = `http://${hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}/proxy/v2`;
    const headers = { 'content-type': 'application/json' };
    const read = await fetch(`${otherOrigin}/vector/index`);
    const made = await fetch(`${otherOrigin}/redis/database`, {
      method: 'POST',
      headers,
      body: JSON.stringify(request),
    });
    expect([read.status, made.status]).toEqual([403, 403]);
    expect(await read.json()).toEqual({ error: 'only pages of the same origin may send requests' });
    await expect(fetch(`${otherOrigin}/vector/index`, { mode: 'no-cors' })).rejects.toThrow('Failed to fetch');
  });

  test('gets answers only in its own scripts, not in a frame or by a link', async () => {
    const frame = document.createElement('iframe');
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    frame.src = '/proxy/v2/vector/index';
    document.body.append(frame);
    await loaded;
    expect(frame.contentDocument?.body.textContent).toContain('only scripts may send requests');
    frame.remove();
  });
});

interface NetworkEvent {
  readonly requestId: string;
}

/** Records how the requests below `path` end, as DevTools shows it. */
async function openNetworkLog(path: string): Promise<readonly string[]> {
  const ids = new Set<string>();
  const ends: string[] = [];
  const session = cdp();
  // Vitest connects with the first message: a listener that is added before may miss the first request.
  await session.send('Network.disable');
  const end = ({ requestId }: NetworkEvent, how: string): void => void (ids.has(requestId) && ends.push(how));
  session.on('Network.requestWillBeSent', (event: NetworkEvent & { request: { url: string } }) => {
    if (new URL(event.request.url).pathname.startsWith(path)) ids.add(event.requestId);
  });
  session.on('Network.loadingFinished', (event: NetworkEvent) => end(event, 'finished'));
  session.on('Network.loadingFailed', (event: NetworkEvent & { errorText: string }) => end(event, event.errorText));
  await session.send('Network.enable');
  onTestFinished(async () => void (await session.send('Network.disable')));
  return ends;
}

test('the network log shows creates, reads, lists and refusals as finished, and none as cancelled', async () => {
  const client = createManagementClient({ baseUrl: '/proxy' });
  const ends = await openNetworkLog('/proxy/v2');
  for (let round = 0; round < 5; round++) {
    const { database_id: id } = await client.createDatabase(request);
    await client.getDatabase(id);
    await client.listVectorIndices();
    await expect(client.getDatabase('no-such-database')).rejects.toMatchObject({ code: 'not-found' });
  }
  await expect.poll(() => ends).toHaveLength(20);
  expect([...new Set(ends)]).toEqual(['finished']);
});

const TOO_LARGE = { code: 'bad-response', message: expect.stringContaining('larger than 1048576 bytes') as unknown };

test('an endless answer is cancelled at the size limit, and one that exceeds it after decompression is refused', async () => {
  const ends = await openNetworkLog('/large');
  const client = createManagementClient({ baseUrl: '/large/endless' });
  await expect(client.getDatabase('1')).rejects.toMatchObject(TOO_LARGE);
  await expect.poll(() => ends).toEqual(['net::ERR_ABORTED']);
  const compressed = createManagementClient({ baseUrl: '/large/compressed' });
  await expect(compressed.getDatabase('1')).rejects.toMatchObject(TOO_LARGE);
});
