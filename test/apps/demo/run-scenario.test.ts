import { expect, it } from 'vitest';
import { Scenario, type ScenarioEvent, type ScenarioStep, scenarioSteps } from '../../../src/apps/demo/run-scenario.js';
import { startTestEnvironment, type TestEnvironment } from './test-environment.js';

async function play(
  steps: readonly ScenarioStep[],
  environment?: TestEnvironment,
): Promise<{ failure: string | undefined; events: ScenarioEvent[] }> {
  const { clock, ...others } = environment ?? (await startTestEnvironment());
  const events: ScenarioEvent[] = [];
  let hasEnded = false;
  const signal = new AbortController().signal;
  const scenario = new Scenario({ ...others, clock }, { emit: (event) => events.push(event), signal, steps });
  const failure = scenario.play().finally(() => (hasEnded = true));
  failure.catch(() => {});
  while (!hasEnded) await clock.advance(50);
  return { failure: await failure, events };
}

const without = (step: string): ScenarioStep[] =>
  scenarioSteps.map((one) => (one.step === step ? { ...one, act: () => {} } : one));

it('Scenario succeeds within 25 s if subscribers see all changes', async () => {
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
])('Scenario describes the missing change if the action of the step %s has no effect', async (step, missing) => {
  const { failure, events } = await play(without(step));
  expect(failure).toBe(`${step}: ${missing}`);
  expect(events.at(-2)).toMatchObject({ event: 'step', step, ok: false, missing });
  expect(events.at(-1)).toMatchObject({ event: 'end', ok: false });
});
