import { createManagementClient } from 'fleetglass';
import { expect, onTestFinished, test } from 'vitest';
import { cdp } from 'vitest/browser';

const REQUESTS = 80;
const request = { database_name: 'sessions', platform: 'aws', primary_region: 'eu-west-1' } as const;

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

test('creates, reads, lists and refusals are finished in the network log, and none is cancelled', async () => {
  const client = createManagementClient({ baseUrl: '/proxy' });
  const ends = await openNetworkLog('/proxy/v2');
  for (let round = 0; round < REQUESTS / 4; round++) {
    const { database_id: id } = await client.createDatabase(request);
    await client.getDatabase(id);
    await client.listVectorIndices();
    await expect(client.getDatabase('no-such-database')).rejects.toMatchObject({ code: 'not-found' });
  }
  await expect.poll(() => ends).toHaveLength(REQUESTS);
  expect([...new Set(ends)]).toEqual(['finished']);
});

const TOO_LARGE = { code: 'bad-response', message: expect.stringContaining('larger than 1048576 bytes') as unknown };

test('an endless answer is cancelled at the size limit', async () => {
  const ends = await openNetworkLog('/large');
  const client = createManagementClient({ baseUrl: '/large/endless' });
  await expect(client.getDatabase('1')).rejects.toMatchObject(TOO_LARGE);
  await expect.poll(() => ends).toEqual(['net::ERR_ABORTED']);
});

test('an answer that exceeds the limit after decompression is refused', async () => {
  const client = createManagementClient({ baseUrl: '/large/compressed' });
  await expect(client.getDatabase('1')).rejects.toMatchObject(TOO_LARGE);
});
