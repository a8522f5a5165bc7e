import { describe, expect, it, test } from 'vitest';
import {
  runScenario,
  type ScenarioEvent,
  type ScenarioStep,
  scenarioSteps,
} from '../../../src/apps/demo/run-scenario.js';
import { startTestEnvironment, type TestEnvironment } from './test-environment.js';
import { startTraffic } from '../../../src/apps/demo/demo-load.js';
import { createFleetUnderTest, quick } from '../../core/fleet/fleet-under-test.js';
import { databaseOf } from '../../core/fleet/scripted-service.js';
import { infoReply, startReplyServer } from '../../support/reply-server.js';
import { eventually } from '../../support/eventually.js';

async function play(
  steps: readonly ScenarioStep[],
  environment?: TestEnvironment,
): Promise<{ failure: string | undefined; events: ScenarioEvent[] }> {
  const { clock, ...others } = environment ?? (await startTestEnvironment());
  const events: ScenarioEvent[] = [];
  let hasEnded = false;
  const signal = new AbortController().signal;
  const scenario = runScenario({ ...others, clock }, { emit: (event) => events.push(event), signal, steps });
  const failure = scenario.finally(() => (hasEnded = true));
  failure.catch(() => {});
  while (!hasEnded) await clock.advance(50);
  return { failure: await failure, events };
}

const without = (step: string): ScenarioStep[] =>
  scenarioSteps.map((one) => (one.step === step ? { ...one, act: () => {} } : one));

describe('runScenario', () => {
  it('succeeds within 25 s if subscribers see all changes', async () => {
    const environment = await startTestEnvironment();
    const { failure, events } = await play(scenarioSteps, environment);
    expect(failure).toBeUndefined();
    expect(events.at(-1)).toMatchObject({ event: 'end', ok: true });
    expect(environment.clock.monotonic()).toBeLessThan(25_000);
    expect(JSON.stringify(events)).not.toMatch(/canary|password|rest_token/);
  });

  it.each([
    ['is-suspended', 'transition of state from active to suspended'],
    ['reaches-its-limits', 'limit of db_memory_threshold from unknown to ok'],
    ['recovers-from-the-outage', 'entry from stale to fresh'],
  ])('describes the missing change if the action of the step %s has no effect', async (step, missing) => {
    const { failure, events } = await play(without(step));
    expect(failure).toBe(`${step}: ${missing}`);
    expect(events.at(-2)).toMatchObject({ event: 'step', step, ok: false, missing });
    expect(events.at(-1)).toMatchObject({ event: 'end', ok: false });
  });

  it('fails if subscribers see a change twice', async () => {
    const repeated = scenarioSteps.map((one): ScenarioStep =>
      one.step === 'comes-back'
        ? {
            ...one,
            act: ({ control, id }) =>
              control.databases.script(id, [
                { set: { state: 'active' } },
                { afterMs: 1200, set: { state: 'suspended' } },
                { afterMs: 2400, set: { state: 'active' } },
              ]),
          }
        : one,
    );
    const { failure } = await play(repeated);
    expect(failure).toMatch(/^reaches-its-limits: .*, and not transition of state from active to suspended$/);
  });

  it('rejects with the reason of its signal', async () => {
    const { clock, ...others } = await startTestEnvironment();
    const controller = new AbortController();
    const scenario = runScenario({ ...others, clock }, { emit: () => {}, signal: controller.signal });
    scenario.catch(() => {});
    for (let turn = 0; turn < 10; turn++) await clock.advance(50);
    controller.abort(new Error('enough'));
    await expect(scenario).rejects.toThrow('enough');
    others.fleet.dispose();
    await others.close();
    expect(clock.pending).toBe(0);
  });
});

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
