import { createDatabase, dehydrate } from '../../../src/index.js';
import { describe, expect, test } from 'vitest';
import { createFleetUnderTest } from './fleet-under-test.js';
import { databaseOf, type Answer } from './scripted-service.js';
import { abortListeners } from '../../support/abort-listeners.js';
import { failureOf } from '../../support/failure-of.js';
import { createLateClock } from '../../support/late-clock.js';
import { createManualClock } from '../../support/manual-clock.js';
import { createRequest } from '../../support/requests.js';

const isCreate = ({ operation }: { readonly operation: string }): boolean => operation === 'create';

test('a created id is added, its record is in every view, and its credentials are kept apart', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  const secrets = { password: 'CANARY-1', rest_token: 'CANARY-2', read_only_rest_token: 'CANARY-3' };
  service.respond(() => ({ json: databaseOf('new', secrets) }));
  const notified: unknown[] = [];
  fleet.databases.all.subscribe((all) => notified.push(`${all.length} of ${fleet.databases.known.value.length}`));
  const created = await createDatabase(fleet, createRequest);
  expect(notified).toEqual(['0 of 0', '1 of 1']);
  expect(created).toEqual(databaseOf('new'));
  expect(fleet.databases.record('new').value).toBe(created);
  expect(fleet.databases.entry('new').value).toMatchObject({ status: 'fresh', fetching: false });
  expect(fleet.databases.credentials('new')).toEqual(secrets);

  // A record that was just confirmed is not polled at once.
  service.respond(({ id }) => ({ json: databaseOf(id) }));
  await advance(1);
  expect(service.requests).toHaveLength(1);
  await advance(120_000);
  expect(service.timesOf('new')).toHaveLength(2);
  // Later answers without credentials leave the credentials as they are.
  expect(fleet.databases.credentials('new')).toEqual(secrets);
});

const invalidUtf8 = (field: string): Buffer =>
  Buffer.concat([
    Buffer.from(`{"database_id":"new","state":"active","${field}`),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('CANARY"}'),
  ]);

test.each<[string, Buffer]>([
  ['a value is not UTF-8', invalidUtf8('database_name":"')],
  ['a field name is not UTF-8', Buffer.concat([invalidUtf8('pass').subarray(0, -1), Buffer.from(':"CANARY"}')])],
  ['a credential is not UTF-8', invalidUtf8('password":"')],
  [
    'a field is nested deeper than 32 levels',
    Buffer.from(`{"database_id":"new","state":"active","deep":${'['.repeat(5000)}"CANARY"${']'.repeat(5000)}}`),
  ],
])('a create keeps the new id if another part of the answer is unreadable: %s', async (_, body) => {
  const { fleet, service } = createFleetUnderTest();
  service.respond(() => new Response(new Uint8Array(body)));
  expect(await createDatabase(fleet, createRequest)).toEqual({ database_id: 'new', state: 'active' });
  expect(fleet.databases.tracked.value).toEqual(['new']);
  expect(JSON.stringify(dehydrate(fleet))).not.toContain('CANARY');
});

describe('a create with an unknown outcome rejects with outcome-unknown and is not sent twice:', () => {
  test.each<[string, Answer]>([
    ['the connection is lost', new TypeError('fetch failed')],
    ['500', { status: 500 }],
    ['an answer that does not decode', { json: { surprise: true } }],
    ['an id that is not UTF-8', new Response(new Uint8Array(Buffer.from('{"database_id":"new\xff"}', 'latin1')))],
  ])('%s', async (_, answer) => {
    const { fleet, service, advance } = createFleetUnderTest();
    service.respond((request) => (isCreate(request) ? answer : { status: 404 }));
    const error = await failureOf(createDatabase(fleet, createRequest));
    expect(error).toMatchObject({ code: 'outcome-unknown', operation: 'create-database' });
    expect(fleet.databases.known.value).toEqual([]);
    await advance(3_600_000);
    expect(service.requests.filter(isCreate)).toHaveLength(1);
  });

  test('the caller aborts while the create is in flight', async () => {
    const { fleet, service, advance } = createFleetUnderTest();
    service.respond(() => undefined);
    const caller = new AbortController();
    const failure = failureOf(createDatabase(fleet, createRequest, { signal: caller.signal }));
    await advance(0);
    caller.abort();
    expect((await failure).code).toBe('outcome-unknown');
    expect(service.requests[0]?.signal.aborted).toBe(true);
  });

  test('the fleet is disposed while the create is in flight, but not if it was rejected, or not sent', async () => {
    const { fleet, service, advance } = createFleetUnderTest({ polling: { concurrency: 1 } });
    service.respond(() => ({ status: 400 }));
    expect((await failureOf(createDatabase(fleet, createRequest))).code).toBe('rejected');
    service.respond(() => undefined);
    const first = failureOf(createDatabase(fleet, createRequest));
    const caller = new AbortController();
    const second = failureOf(createDatabase(fleet, createRequest, { signal: caller.signal }));
    const third = failureOf(createDatabase(fleet, createRequest));
    await advance(0);
    caller.abort();
    expect((await second).code).toBe('aborted');
    fleet.dispose();
    expect((await third).code).toBe('disposed');
    expect((await first).code).toBe('outcome-unknown');
    expect(service.requests).toHaveLength(2);
    expect(service.requests[1]?.signal.aborted).toBe(true);
  });
});

test('an invalid create is rejected before it waits or is sent, with the path of each issue', async () => {
  const { fleet, service, refuseWith } = createFleetUnderTest();
  await refuseWith(429);
  service.clear();
  const wrong = { ...createRequest, platform: 'moon', budget: 'CANARY' };
  const error = await failureOf(createDatabase(fleet, wrong as never));
  expect(error.code).toBe('invalid-request');
  expect(error.issues?.map(({ path }) => path).sort()).toEqual(['budget', 'platform']);
  expect(error.message).not.toContain('CANARY');
  expect(service.requests).toEqual([]);
});

test('a create that waits sends the request as it was when `create` was called', async () => {
  const { fleet, service, advance } = createFleetUnderTest({ polling: { concurrency: 1 } });
  const answers = service.hold();
  const first = fleet.databases.refresh('a');
  await advance(0);
  const request = { ...createRequest, database_name: 'mine' };
  const created = createDatabase(fleet, request);
  request.database_name = 'changed';
  answers[0]?.({ json: databaseOf('a') });
  await first;
  await advance(0);
  answers[1]?.({ json: databaseOf('new') });
  await created;
  expect(JSON.parse(service.requests[1]?.body ?? '')).toEqual({ ...createRequest, database_name: 'mine' });
});

test.each([2, 3])(
  '%i creates that wait with one signal are not sent after it aborts, even if the timer of the queue is late',
  async (count) => {
    const clock = createLateClock(createManualClock());
    const { fleet, service } = createFleetUnderTest({ clock, polling: { perSecond: 1, burst: 1 } });
    await fleet.databases.refresh('a');
    const caller = new AbortController();
    const creates = Array.from({ length: count }, () =>
      failureOf(createDatabase(fleet, createRequest, { signal: caller.signal })),
    );
    clock.pass(10_000);
    caller.abort();
    expect((await Promise.all(creates)).map(({ code }) => code)).toEqual(creates.map(() => 'aborted'));
    expect(service.requests.filter(isCreate)).toEqual([]);
    expect(abortListeners(caller.signal)).toBe(0);
  },
);
