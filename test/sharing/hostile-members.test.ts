import { expect, test } from 'vitest';
import { databaseOf } from '../core/fleet/scripted-service.js';
import { createGroupUnderTest } from './group-under-test.js';

/** A message with one answer for `id-0`. */
function answerMessage(answer: object): object {
  return { message: { kind: 'answers', answers: [{ key: 'id-0', order: 1, ...answer }] } };
}

const content = { record: databaseOf('id-0') };

test('an answer with a number beyond all others does not block later answers', async () => {
  const { join, service, engine, advance } = createGroupUnderTest({ owners: 'one' });
  const [, second] = [join(), join()];
  second.fleet.databases.add(['id-0']);
  await advance(1000);
  for (const order of [1e308, Number.MAX_SAFE_INTEGER])
    engine.inject(second.id, answerMessage({ order, version: order, content }));
  service.respond((request) => ({ json: databaseOf(request.id, { state: 'passive' }) }));

  await advance(130_000);

  expect(second.fleet.databases.field('id-0', 'state').value).toBe('passive');
});

test('an answer of a huge age has a time that is a date, and does not delay the next poll', async () => {
  const { join, engine, advance } = createGroupUnderTest({ owners: 'one' });
  const [first, second] = [join(), join()];
  second.fleet.databases.add(['id-0']);
  for (const { id } of [first, second]) engine.inject(id, answerMessage({ version: 1, ageMs: 1e308, content }));
  const { confirmedAt = NaN } = second.fleet.databases.entry('id-0').value;
  expect(() => new Date(confirmedAt).toISOString()).not.toThrow();
  const startedAt = second.clock.now();

  await advance(130_000);

  expect(second.fleet.databases.entry('id-0').value.confirmedAt).toBeGreaterThan(startedAt);
});

test('an answer without a record and without a failure changes nothing', async () => {
  const { join, engine, advance } = createGroupUnderTest();
  const { fleet, id } = join();
  await advance(1000);
  engine.inject(id, answerMessage({}));
  await advance(10);
  expect(fleet.databases.entry('id-0').value).toMatchObject({ status: 'unknown', fetching: false });
});

test('a pace of less than 100 ms counts as 100 ms', async () => {
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

test('the late message of a member that is gone causes no polls', async () => {
  const { join, service, engine, advance } = createGroupUnderTest();
  const { id } = join();
  await advance(1000);
  engine.inject(id, { message: { kind: 'wants', wants: [['id-0', 1000]] } }, 'gone');
  await advance(5000);
  service.clear();

  await advance(60_000);

  expect(service.requests).toEqual([]);
});
