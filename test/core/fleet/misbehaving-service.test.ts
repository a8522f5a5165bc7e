import { createDatabase } from '../../../src/index.js';
import { filter, firstValueFrom } from 'rxjs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFleet } from '../../../src/core/fleet/fleet.js';
import { failureOf } from '../../support/failure-of.js';
import { createManualClock } from '../../support/manual-clock.js';
import { createRequest } from '../../support/requests.js';
import { httpAnswer, startWireServer, type Wire } from '../../support/wire-server.js';
import { account } from './fleet-under-test.js';
import { databaseOf } from './scripted-service.js';

const json = JSON.stringify;
const good = json(databaseOf('a'));

/** Faults of a server of each kind, and the resulting codes. The tests of `core/wire` have all of them. */
const onTheWire: Record<string, { readonly answer: (wire: Wire) => void; readonly codes: readonly string[] }> = {
  'a body that never ends': {
    answer: (wire) => wire.send(httpAnswer(200, good, { 'content-length': '5000' })),
    codes: ['timeout'],
  },
  'a reset in the middle of the body': {
    answer(wire) {
      wire.send(httpAnswer(200, good.slice(0, 20), { 'content-length': '5000' }));
      setImmediate(() => wire.reset());
    },
    codes: ['bad-response', 'unavailable'],
  },
  'half a record, whole by its length': {
    answer: (wire) => wire.end(httpAnswer(200, good.slice(0, 20))),
    codes: ['bad-response'],
  },
  'HTML with 200': {
    answer: (wire) => wire.end(httpAnswer(200, '<html>', { 'content-type': 'text/html' })),
    codes: ['bad-response'],
  },
};

describe('over real HTTP, the last good record stays, polling continues, and the entry has the error:', () => {
  test.each(Object.entries(onTheWire))('%s', async (_, { answer, codes }) => {
    let isGood = true;
    const server = await startWireServer((wire) => (isGood ? wire.end(httpAnswer(200, good)) : answer(wire)));
    onTestFinished(() => server[Symbol.asyncDispose]());
    const clock = createManualClock();
    const fleet = createFleet({ baseUrl: server.url, credentials: account, clock, random: () => 0, timeoutMs: 5000 });
    onTestFinished(() => fleet.dispose());
    const { databases } = fleet;
    const record = await databases.refresh('a');
    databases.track('a');

    isGood = false;
    const sent = server.requests.length;
    const failure = failureOf(databases.refresh('a'));
    await server.arrived(sent + 1);
    if (codes[0] === 'timeout') {
      await clock.advance(4999);
      expect(databases.entry('a').value.status).toBe('fresh');
      await clock.advance(1);
    }
    expect(codes).toContain((await failure).code);
    expect(databases.entry('a').value).toMatchObject({ status: 'stale', fetching: false });
    expect(databases.record('a').value).toBe(record);

    isGood = true;
    const fresh = firstValueFrom(databases.entry('a').pipe(filter(({ status }) => status === 'fresh')));
    let isFresh = false;
    void fresh.then(() => (isFresh = true));
    while (!isFresh) await clock.advance(200);
    expect(databases.record('a').value).toBe(record);
    fleet.dispose();
    await server.quiet();
    expect(clock.pending).toBe(0);
  });

  test('dispose closes open connections', async () => {
    const server = await startWireServer((wire) => wire.send('HTTP/1.1 200 OK\r\n'));
    onTestFinished(() => server[Symbol.asyncDispose]());
    const fleet = createFleet({ baseUrl: server.url, credentials: account });
    fleet.databases.track(['a', 'b', 'c']);
    const created = failureOf(createDatabase(fleet, createRequest));
    await server.arrived(4);
    fleet.dispose();
    expect((await created).code).toBe('outcome-unknown');
    await server.quiet();
  });

  test('a create that is reset in the middle is outcome-unknown and is not sent again', async () => {
    const server = await startWireServer((wire) => wire.reset());
    onTestFinished(() => server[Symbol.asyncDispose]());
    const clock = createManualClock();
    const fleet = createFleet({ baseUrl: server.url, credentials: account, clock });
    onTestFinished(() => fleet.dispose());
    expect((await failureOf(createDatabase(fleet, createRequest))).code).toBe('outcome-unknown');
    await clock.advance(600_000);
    expect(server.requests).toHaveLength(1);
  });
});
