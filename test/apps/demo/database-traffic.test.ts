import { expect, test } from 'vitest';
import { startTraffic } from '../../../src/apps/demo/demo-load.js';
import { createFleetUnderTest, quick } from '../../core/fleet/fleet-under-test.js';
import { databaseOf } from '../../core/fleet/scripted-service.js';
import { infoReply, startReplyServer } from '../../support/reply-server.js';
import { eventually } from '../../support/eventually.js';

/** Returns the name of a command, or nothing for an argument. */
const nameOf = (word: string): string[] =>
  /^(?:auth|client|info|set|setrange|unlink)$/i.test(word) ? [word.toUpperCase()] : [];

/** A fleet with one database, whose Redis server notes its commands. */
async function createTrafficUnderTest(fields: object = {}) {
  // A chunk may have several commands.
  const redis = await startReplyServer((socket, words) => {
    for (const name of words.flatMap(nameOf))
      socket.write(name === 'INFO' ? infoReply({ redis_version: '7.0.15', loading: 0 }) : '+OK\r\n');
  });
  const test = createFleetUnderTest({ polling: quick });
  const record = databaseOf('a', {
    endpoint: '127.0.0.1',
    port: redis.port,
    db_max_commands_per_second: 100,
    ...fields,
  });
  test.service.respond(({ query }) => ({ json: { ...record, ...(query === '' && { password: 'of-the-database' }) } }));
  test.fleet.databases.add('a');
  await test.advance(1);
  const count = (command: string): number =>
    redis.commands
      .flat()
      .flatMap(nameOf)
      .filter((name) => name === command).length;
  return { ...test, redis, record, count };
}

test('the traffic of the demonstration sends commands to a real database, with its password', async () => {
  const { fleet, clock, advance, redis, count } = await createTrafficUnderTest();
  const stop = await startTraffic(fleet, clock, () => 1);
  await eventually(async () => {
    await advance(1000);
    expect(count('SET')).toBeGreaterThanOrEqual(30);
  });
  expect(redis.commands[0]?.slice(0, 2)).toEqual(['auth', 'of-the-database']);
  stop();
  await eventually(() => expect(redis.sockets.size).toBe(0));
});

test.each([
  ['a suspended database', { state: 'suspended' }, 1],
  ['a database without a share', {}, undefined],
])('the traffic of the demonstration leaves %s alone', async (_, fields, share) => {
  const { fleet, clock, advance, redis } = await createTrafficUnderTest(fields);
  const stop = await startTraffic(fleet, clock, () => share);
  await advance(5000);
  stop();
  expect(redis.accepted()).toBe(0);
});

test('the traffic of the demonstration opens one connection while the service answers slowly', async () => {
  const { fleet, service, clock, advance, redis, record, count } = await createTrafficUnderTest();
  service.respond(() => ({ json: { ...record, password: 'of-the-database' } }), 5000);
  const stop = await startTraffic(fleet, clock, () => 1);
  await advance(5000);
  await eventually(async () => {
    await advance(1000);
    expect(count('SET')).toBeGreaterThan(0);
  });
  expect(redis.accepted()).toBe(1);
  stop();
  await eventually(() => expect(redis.sockets.size).toBe(0));
});
