import { expect, it } from 'vitest';
import { Scenario, type ScenarioEvent, type ScenarioStep, scenarioSteps } from '../../../src/apps/demo/run-scenario.js';
import { startTestEnvironment } from './test-environment.js';

async function play(steps: readonly ScenarioStep[]) {
  const { clock, ...others } = await startTestEnvironment();
  const events: ScenarioEvent[] = [];
  let hasEnded = false;
  const signal = new AbortController().signal;
  const scenario = new Scenario({ ...others, clock }, { emit: (event) => events.push(event), signal, steps });
  const played = scenario.play().finally(() => (hasEnded = true));
  played.catch(() => {});
  while (!hasEnded) await clock.advance(50);
  await played;
  return { events, tookMs: clock.monotonic() };
}

const without = (step: string): ScenarioStep[] =>
  scenarioSteps.map((one) => (one.step === step ? { ...one, act: () => {} } : one));

it('Scenario succeeds within 25 s if subscribers see all changes', async () => {
  const { events, tookMs } = await play(scenarioSteps);
  expect(events.at(-1)).toMatchObject({ event: 'end' });
  expect(tookMs).toBeLessThan(25_000);
  expect(JSON.stringify(events)).not.toMatch(/canary|password|rest_token/);
});

it.each([
  ['is-suspended', 'transition of state from active to suspended'],
  ['reaches-its-limits', 'limit of db_memory_threshold from unknown to ok'],
  ['recovers-from-the-outage', 'entry from stale to fresh'],
])('Scenario fails with the missing change if the action of the step %s has no effect', (step, missing) =>
  expect(play(without(step))).rejects.toThrow(`Step ${step}: subscribers did not see the ${missing}.`),
);
