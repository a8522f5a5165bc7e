import { describe, expect, it } from 'vitest';
import { runStory } from '../../../src/apps/demo/run-story.js';
import type { StoryEvent } from '../../../src/apps/demo/story-event.js';
import { storySteps, type StoryStep } from '../../../src/apps/demo/story-steps.js';
import { openTestStage, type TestStage } from './test-stage.js';

async function play(
  steps: readonly StoryStep[],
  stage?: TestStage,
): Promise<{ failure: string | undefined; events: StoryEvent[] }> {
  const { clock, ...others } = stage ?? (await openTestStage());
  const events: StoryEvent[] = [];
  let isOver = false;
  const signal = new AbortController().signal;
  const story = runStory({ ...others, clock }, { tell: (event) => events.push(event), signal, steps });
  const failure = story.finally(() => (isOver = true));
  failure.catch(() => {});
  while (!isOver) await clock.advance(50);
  return { failure: await failure, events };
}

const without = (step: string): StoryStep[] =>
  storySteps.map((one) => (one.step === step ? { ...one, act: () => {} } : one));

describe('runStory', () => {
  it('says that all was seen where all happened, within about 20 s', async () => {
    const stage = await openTestStage();
    const { failure, events } = await play(storySteps, stage);
    expect(failure).toBeUndefined();
    expect(events.at(-1)).toMatchObject({ event: 'end', ok: true });
    expect(stage.clock.monotonic()).toBeLessThan(25_000);
  });

  it('tells of each step after what belongs to it was seen, and not before it was done', async () => {
    const { events } = await play(storySteps);
    const kinds = events.map((event) =>
      event.event === 'action' ? event.action : event.event === 'step' ? event.step : '',
    );
    const at = (kind: string): number => kinds.indexOf(kind);
    const suspended = events.findIndex((event) => event.event === 'transition' && event.to === 'suspended');
    expect(at('suspend')).toBeLessThan(suspended);
    expect(suspended).toBeLessThan(at('is-suspended'));
    expect(at('is-suspended')).toBeLessThan(at('resume'));
  });

  it.each([
    ['is-suspended', 'transition of state from active to suspended'],
    ['comes-back', 'transition of state from suspended to active'],
    ['reaches-its-limits', 'limit of db_memory_threshold from unknown to ok'],
    ['is-lost-from-sight', 'entry from fresh to stale'],
    ['survives-the-outage', 'entry from stale to fresh'],
  ])('says what was not seen where the step %s does not happen', async (step, missing) => {
    const { failure, events } = await play(without(step));
    expect(failure).toBe(`${step}: ${missing}`);
    expect(events.at(-2)).toMatchObject({ event: 'step', step, ok: false, missing });
    expect(events.at(-1)).toMatchObject({ event: 'end', ok: false });
  });

  it('says so where more was seen of the database than the steps have', async () => {
    const [toRest, ...others] = storySteps as [StoryStep, ...StoryStep[]];
    const { failure } = await play([{ ...toRest, sees: toRest.sees.slice(1) }, ...others]);
    expect(failure).toBe('is-seen-once: 9 changes, each once, where there were 10');
  });

  it('says so where more was seen after the last that was expected', async () => {
    const [toRest] = storySteps as [StoryStep];
    const { failure } = await play([{ ...toRest, sees: toRest.sees.slice(0, 1), restMs: 5000 }]);
    expect(failure).toBe('is-seen-once: 1 changes, each once, where there were 2');
  });

  it('says so where a change was seen that is not in the story, such as one that came twice', async () => {
    const twice = storySteps.map((one): StoryStep =>
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
    const { failure } = await play(twice);
    expect(failure).toMatch(/each once/);
  });

  it('ends with the reason of its signal', async () => {
    const { clock, ...others } = await openTestStage();
    const controller = new AbortController();
    const story = runStory({ ...others, clock }, { tell: () => {}, signal: controller.signal });
    story.catch(() => {});
    for (let turn = 0; turn < 10; turn++) await clock.advance(50);
    controller.abort(new Error('enough'));
    await expect(story).rejects.toThrow('enough');
    others.fleet.dispose();
    await others.close();
    expect(clock.pending).toBe(0);
  });

  it('never tells a secret', async () => {
    const { events } = await play(storySteps);
    expect(JSON.stringify(events)).not.toMatch(/canary|password|rest_token/);
  });
});
