import { expect, test } from 'vitest';
import { databaseOf } from '../core/fleet/scripted-service.js';
import { createGroupUnderTest, createPair } from './group-under-test.js';

/** A message with one answer for `id-0`. */
function answerMessage(answer: object): object {
  return { message: { kind: 'answers', answers: [{ key: 'id-0', order: 1, ...answer }] } };
}

const content = { record: databaseOf('id-0') };

test.each([
  ['impossible', () => [1e308, Number.MAX_SAFE_INTEGER, 2 ** 52]],
  ['equal to the current time', (nowMs: number) => [nowMs * 1000]],
])('an answer with a number that is %s does not block later answers', async (_, orders) => {
  const { second, service, engine, advance } = createPair({ owners: 'one' });
  second.fleet.databases.add(['id-0']);
  await advance(1000);
  for (const order of orders(second.clock.now()))
    engine.inject(second.id, answerMessage({ order, version: order, content }));
  service.respond((request) => ({ json: databaseOf(request.id, { state: 'passive' }) }));

  await advance(130_000);

  expect(second.fleet.databases.field('id-0', 'state').value).toBe('passive');
});

test('an answer with a huge age has a valid time, and does not delay the next poll', async () => {
  const { first, second, engine, advance } = createPair({ owners: 'one' });
  second.fleet.databases.add(['id-0']);
  for (const { id } of [first, second]) engine.inject(id, answerMessage({ version: 1, ageMs: 1e308, content }));
  const { confirmedAt = NaN } = second.fleet.databases.entry('id-0').value;
  expect(() => new Date(confirmedAt).toISOString()).not.toThrow();
  const startedAt = second.clock.now();

  await advance(130_000);

  expect(second.fleet.databases.entry('id-0').value.confirmedAt).toBeGreaterThan(startedAt);
});

test('an interval of less than 100 ms counts as 100 ms', async () => {
  const { join, service, engine, advance } = createGroupUnderTest();
  const { fleet, id } = join({ polling: { perSecond: 1000, burst: 100 } });
  const other = join();
  await advance(1000);
  const wants = [
    ['id-0', 1],
    ['id-1', Number.MIN_VALUE],
  ];
  engine.inject(id, { message: { kind: 'wants', wants } }, other.id);

  await advance(10_000);

  for (const each of ['id-0', 'id-1']) {
    expect(service.timesOf(each).length).toBeGreaterThan(90);
    expect(service.timesOf(each).length).toBeLessThanOrEqual(101);
  }
  expect(fleet.polling.status.value.overloaded).toBeUndefined();
});

test('a late message of a member that has left causes no polls', async () => {
  const { join, service, engine, advance } = createGroupUnderTest();
  const { id } = join();
  await advance(1000);
  engine.inject(id, { message: { kind: 'wants', wants: [['id-0', 1000]] } }, 'gone');
  await advance(5000);
  service.clear();

  await advance(60_000);

  expect(service.requests).toEqual([]);
});

test('a member that asks for many turns, and repeatedly for urgent ones, does not take the share of the others', async () => {
  const { join, service, engine, advance } = createGroupUnderTest();
  const { fleet, clock } = join();
  // These ids need the whole rate of 10 requests a second.
  fleet.databases.add(Array.from({ length: 600 }, (_, nth) => `id-${nth}`));
  const rate = { perSecond: 10, burst: 20 };
  const group = { service: 'https://api.example.com', account: 'somebody@example.com', rate, clock };
  const greedy = engine.join(group, { receive: () => {}, changed: () => {} });
  await advance(5000);
  const take = (isUrgent: boolean): void => {
    const again = (): void => take(isUrgent);
    void greedy.acquire({ count: 1e9, isUrgent, after: 0 }).then(again, again);
  };
  for (let nth = 0; nth < 1000; nth++) take(nth % 2 === 0);
  service.clear();

  await advance(60_000);

  expect(service.requests.length).toBeGreaterThan(250);
});
