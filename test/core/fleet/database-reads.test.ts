import { activityOf, dehydrate } from '../../../src/index.js';
import { describe, expect, test, vi } from 'vitest';
import { createFleetUnderTest, quick } from './fleet-under-test.js';
import { databaseOf, usualAnswer } from './scripted-service.js';
import { failureOf } from '../../support/failure-of.js';

test('a refresh after the answer sends a new request, also from within its notification', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  const again: Promise<unknown>[] = [];
  fleet.databases.record('a').subscribe((record) => {
    if (record !== undefined && again.length === 0) again.push(fleet.databases.refresh('a'));
  });
  await advance(0);
  await Promise.all(again);
  await fleet.databases.refresh('a');
  expect(service.requests).toHaveLength(again.length + 1);
});

describe('a request whose callers leave:', () => {
  test('is cancelled if both callers leave, and the entry is as before', async () => {
    const { fleet, service, advance } = createFleetUnderTest();
    service.respond(() => undefined);
    const leaver = new AbortController();
    const failures = [1, 2].map(() => failureOf(fleet.databases.refresh('a', { signal: leaver.signal })));
    await advance(0);
    expect(fleet.databases.entry('a').value).toMatchObject({ status: 'loading', fetching: true });
    leaver.abort();
    await Promise.all(failures);
    expect(service.requests[0]?.signal.aborted).toBe(true);
    expect(fleet.databases.entry('a').value).toEqual({
      id: 'a',
      record: undefined,
      status: 'unknown',
      fetching: false,
    });
    await advance(0);
    expect(service.inFlight).toBe(0);
  });

  test('a poll is cancelled when its last subscriber leaves, unless a caller shares it', async () => {
    const { fleet, service, advance } = createFleetUnderTest();
    service.respond(() => undefined);
    const subscriptions = ['a', 'b'].map((id) => fleet.databases.record(id).subscribe());
    await advance(0);
    const asked = failureOf(fleet.databases.refresh('b'));
    for (const subscription of subscriptions) subscription.unsubscribe();
    await advance(0);
    expect(service.requests.map(({ id, signal }) => `${id} ${signal.aborted}`)).toEqual(['a true', 'b false']);
    fleet.dispose();
    await asked;
  });

  test('is replaced by the next refresh if it is given up while it waits', async () => {
    const { fleet, service, advance } = createFleetUnderTest({ polling: { concurrency: 1 } });
    const answers = service.hold();
    const ahead = fleet.databases.refresh('ahead');
    const leaver = new AbortController();
    const left = failureOf(fleet.databases.refresh('a', { signal: leaver.signal }));
    await advance(0);
    // The request ahead ends in the same turn in which the first caller of `a` leaves.
    answers[0]?.({ json: databaseOf('ahead') });
    await ahead;
    leaver.abort();
    const again = fleet.databases.refresh('a');
    await left;
    await advance(0);
    expect(fleet.databases.entry('a').value).toMatchObject({ status: 'loading', fetching: true });
    answers.at(-1)?.({ json: databaseOf('a', { state: 'passive' }) });
    await again;
    expect(fleet.databases.entry('a').value).toMatchObject({ status: 'fresh', record: { state: 'passive' } });
  });
});

describe('the entry of a database', () => {
  test.each([
    [404, 'missing', 'not-found'],
    [500, 'stale', 'unavailable'],
    [401, 'stale', 'unauthorized'],
  ])('keeps its record after %i, with the status %s and the error', async (status, entryStatus, code) => {
    const { fleet, refuseWith } = createFleetUnderTest();
    const record = await fleet.databases.refresh('a');
    const error = await refuseWith(status);
    expect(error.code).toBe(code);
    expect(fleet.databases.entry('a').value).toMatchObject({ status: entryStatus, fetching: false });
    expect(fleet.databases.entry('a').value.error).toBe(error);
    expect(fleet.databases.entry('a').value.record).toBe(record);
  });

  test.each([
    ['text that is not JSON', () => new Response('<html>', { headers: { 'content-type': 'application/json' } })],
    ['the record of another id', () => Response.json(databaseOf('b'))],
    ['no body', () => new Response(null, { status: 204 })],
  ])('keeps the last good record, stale with the error, if an answer does not decode: %s', async (_, answer) => {
    const { fleet, service } = createFleetUnderTest();
    const record = await fleet.databases.refresh('a');
    service.respond(answer);
    expect((await failureOf(fleet.databases.refresh('a'))).code).toBe('bad-response');
    expect(fleet.databases.entry('a').value).toMatchObject({ status: 'stale', error: { code: 'bad-response' } });
    expect(fleet.databases.record('a').value).toBe(record);
    expect(fleet.databases.record('b').value).toBeUndefined();
  });
});

test.each([
  ['an answer', {}],
  ['an answer with credentials', { password: 'CANARY' }],
])('%s with the same text is not parsed again, and changes only `confirmedAt`', async (_, fields) => {
  const { fleet, answerWith, advance } = createFleetUnderTest();
  const record = await answerWith('a', fields);
  const { confirmedAt = 0, changedAt } = fleet.databases.entry('a').value;
  const parse = vi.spyOn(JSON, 'parse');
  await advance(5000);
  expect(await fleet.databases.refresh('a')).toBe(record);
  expect(parse).not.toHaveBeenCalled();
  expect(fleet.databases.entry('a').value).toMatchObject({ confirmedAt: confirmedAt + 5000, changedAt });
  expect(fleet.databases.credentials('a') ?? {}).toEqual(fields);

  await answerWith('a', { ...fields, state: 'passive' });
  expect(parse).toHaveBeenCalledTimes(1);
  parse.mockRestore();
});

test('a record that is younger than `maxAgeMs` is returned without a request, until an abort or the end', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  const record = await fleet.databases.refresh('a', { maxAgeMs: Infinity });
  await advance(999);
  expect(await fleet.databases.refresh('a', { maxAgeMs: 1000 })).toBe(record);
  expect(service.requests).toHaveLength(1);
  await advance(1);
  for (const maxAgeMs of [1000, 0]) await fleet.databases.refresh('a', { maxAgeMs });
  expect(service.requests).toHaveLength(3);
  const aborted = fleet.databases.refresh('a', { maxAgeMs: Infinity, signal: AbortSignal.abort() });
  expect(await failureOf(aborted)).toMatchObject({ code: 'aborted' });
  fleet.dispose();
  expect(await failureOf(fleet.databases.refresh('a', { maxAgeMs: Infinity }))).toMatchObject({ code: 'disposed' });
});

test('an old record joins the request in flight, and a recent one does not wait for it', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  const record = await fleet.databases.refresh('a');
  await advance(1000);
  service.respond(({ id }) => ({ json: databaseOf(id, { state: 'suspended' }) }), 100);
  const first = fleet.databases.refresh('a');
  const joined = fleet.databases.refresh('a', { maxAgeMs: 500 });
  expect(await fleet.databases.refresh('a', { maxAgeMs: 5000 })).toBe(record);
  await advance(100);
  expect((await joined).state).toBe('suspended');
  expect(await joined).toBe(await first);
  expect(service.requests).toHaveLength(2);
});

test('a stale record is returned if it is young enough, and the record of a missing database never', async () => {
  const { fleet, service, refuseWith } = createFleetUnderTest();
  const record = await fleet.databases.refresh('a');
  await refuseWith(500);
  expect(await fleet.databases.refresh('a', { maxAgeMs: 1000 })).toBe(record);
  await refuseWith(404);
  expect(await failureOf(fleet.databases.refresh('a', { maxAgeMs: Infinity }))).toMatchObject({ code: 'not-found' });
  expect(service.requests).toHaveLength(4);
});

test('a record whose confirmation lies in the future is requested', async () => {
  const { fleet, service, clock } = createFleetUnderTest();
  await fleet.databases.refresh('a');
  const snapshot = dehydrate(fleet);
  const databases = snapshot.databases.map((entry) => ({ ...entry, confirmedAt: clock.now() + 60_000 }));
  const other = createFleetUnderTest({ snapshot: { ...snapshot, databases }, clock });
  other.service.respond(usualAnswer);
  await other.fleet.databases.refresh('a', { maxAgeMs: Infinity });
  expect([service.requests.length, other.service.requests.length]).toEqual([1, 1]);
});

test('the activity reports an answer once it is in the store', async () => {
  const { fleet } = createFleetUnderTest({ polling: quick });
  const seen: string[] = [];
  activityOf(fleet).subscribe(({ kind }) => {
    if (kind !== 'polling' && kind !== 'drift') seen.push(`${kind} ${fleet.databases.entry('a').value.status}`);
  });
  await fleet.databases.refresh('a');
  expect(seen).toEqual(['request loading', 'commit fresh', 'answer fresh']);
});

test('the activity leaves out what happened before the subscription in the same commit', async () => {
  const { fleet } = createFleetUnderTest({ polling: quick });
  const activity = activityOf(fleet);
  const seen: unknown[] = [];
  let ofOther: Promise<unknown> | undefined;
  fleet.databases.record('a').subscribe((record) => {
    if (record === undefined) return;
    ofOther = fleet.databases.refresh('b');
    activity.subscribe((each) => 'operation' in each && seen.push(`${each.kind} ${each.id}`));
  });
  await fleet.databases.refresh('a');
  await ofOther;
  expect(seen).toEqual(['answer a', 'answer b']);
});
