import { describe, expect, it, onTestFinished } from 'vitest';
import { createDemoDirector, type Deed, type DemoDirector } from '../../../src/apps/demo/demo-director.js';
import { storyRequest } from '../../../src/apps/demo/story-steps.js';
import { createCommits } from '../../../src/core/state/commits.js';
import type { Transition } from '../../../src/core/transitions/transition.js';
import { openTestStage, type TestStage } from './test-stage.js';

interface Directed {
  readonly stage: TestStage;
  readonly director: DemoDirector;
  readonly deeds: Deed[];
  readonly transitions: Transition[];
}

async function direct(): Promise<Directed> {
  const stage = await openTestStage();
  const deeds: Deed[] = [];
  const transitions: Transition[] = [];
  stage.fleet.transitions.subscribe((transition) => transitions.push(transition));
  // As the board does.
  stage.fleet.databases.known.subscribe((ids) => ids.forEach((id) => stage.fleet.databases.entry(id).subscribe()));
  const director = createDemoDirector(stage, createCommits(), (deed) => deeds.push(deed));
  onTestFinished(() => director.stop());
  return { stage, director, deeds, transitions };
}

const MINUTE_MS = 60_000;

describe('the demonstration on a terminal', () => {
  it('plays by itself: a database is created, suspended, let go on, and there is an outage, once each', async () => {
    const { stage, deeds, transitions } = await direct();
    await stage.clock.advance(MINUTE_MS);
    expect(deeds.map(({ who, what }) => [who, what])).toEqual([
      ['script', 'create first-steps'],
      ['script', 'suspend first-steps'],
      ['script', 'let first-steps go on'],
      ['script', 'outage: every request gets a 503'],
      ['script', 'end of the outage'],
    ]);
    expect(transitions.map(({ field, from, to }) => [field, from, to])).toEqual([
      ['modifying_state', 'creating', 'updating'],
      ['modifying_state', 'updating', undefined],
      ['state', 'active', 'suspended'],
      ['state', 'suspended', 'active'],
    ]);
  });

  it('leaves what happens to the person at the board from the first deed on', async () => {
    const { stage, director, deeds } = await direct();
    director.create();
    await stage.clock.advance(MINUTE_MS);
    expect(deeds).toEqual([{ who: 'you', what: 'create first-steps', kind: 'done' }]);
  });

  it('ends an outage that it began, whoever took over meanwhile', async () => {
    const { stage, director, deeds } = await direct();
    await stage.clock.advance(40_000);
    expect(director.staged.value).toBe('OUTAGE');
    director.toggle(stage.fleet.databases.known.value[0] ?? '');
    await stage.clock.advance(MINUTE_MS);
    expect(director.staged.value).toBeUndefined();
    expect(deeds.at(-1)?.what).toBe('end of the outage');
    expect(await stage.control.faults.list()).toEqual([]);
  });

  it('begins an outage when it is asked to, and ends it when it is asked again', async () => {
    const { stage, director } = await direct();
    await stage.clock.advance(1000);
    director.outage();
    await stage.clock.advance(0);
    expect(await stage.control.faults.list()).toHaveLength(1);
    director.outage();
    await stage.clock.advance(0);
    expect(await stage.control.faults.list()).toEqual([]);
    expect(director.staged.value).toBeUndefined();
  });

  it('says what could not be done', async () => {
    const { stage, director, deeds } = await direct();
    await stage.control.faults.inject({ kind: 'status', status: 503 });
    director.create();
    await stage.clock.advance(5000);
    expect(deeds).toEqual([{ who: 'you', what: expect.stringMatching(/^create first-steps: ./), kind: 'failed' }]);
  });

  it('reports use that climbs for what it created, and never passes a limit for what was there', async () => {
    const { stage, director } = await direct();
    await stage.clock.advance(1000);
    director.create();
    await stage.clock.advance(1000);
    const created = stage.fleet.databases.known.value.at(-1) ?? '';
    const statuses = new Set<string>();
    stage.fleet.limits.database(created).subscribe((limits) => limits.forEach(({ status }) => statuses.add(status)));
    const others = stage.fleet.databases.known.value.slice(0, -1);
    const worst = others.map((id) => {
      const ratios: number[] = [];
      stage.fleet.limits.database(id).subscribe((limits) => limits.forEach(({ ratio = 0 }) => ratios.push(ratio)));
      return ratios;
    });
    await stage.clock.advance(MINUTE_MS);
    expect([...statuses]).toEqual(expect.arrayContaining(['ok', 'warning', 'critical', 'exceeded']));
    expect(Math.max(...worst.flat())).toBeLessThan(1);
    expect(Math.min(...worst.map((ratios) => Math.max(...ratios)))).toBeGreaterThan(0);
  });

  it('takes on what was created on the page: it is on the board, and its use climbs as of its own', async () => {
    const { stage, director, deeds } = await direct();
    await stage.clock.advance(1000);
    const { database_id: id } = await stage.client.createDatabase(storyRequest);
    director.adopt(id);
    expect(stage.fleet.databases.known.value).toContain(id);
    expect(deeds.at(-1)).toEqual({ who: 'you', what: 'create a database on the page', kind: 'done' });
    const statuses = new Set<string>();
    stage.fleet.limits.database(id).subscribe((limits) => limits.forEach(({ status }) => statuses.add(status)));
    await stage.clock.advance(MINUTE_MS);
    expect([...statuses]).toEqual(expect.arrayContaining(['ok', 'warning', 'critical', 'exceeded']));
  });

  it('leaves no timer when it was stopped', async () => {
    const { stage, director } = await direct();
    await stage.clock.advance(20_000);
    director.stop();
    await stage.close();
    expect(stage.clock.pending).toBe(0);
  });
});
