import { describe, expect, it, onTestFinished } from 'vitest';
import { limitsOf, transitionsOf } from '../../../src/index.js';
import { type DemoAction, DemoControls } from '../../../src/apps/demo/show-demo.js';
import type { Transition } from '../../../src/core/fleet/transition.js';
import { startTestEnvironment } from './test-environment.js';

async function start() {
  const environment = await startTestEnvironment();
  const actions: DemoAction[] = [];
  const transitions: Transition[] = [];
  transitionsOf(environment.fleet).subscribe((transition) => transitions.push(transition));
  // The board observes all databases on the screen.
  environment.fleet.databases.known.subscribe((ids) =>
    ids.forEach((id) => environment.fleet.databases.entry(id).subscribe()),
  );
  const note = (action: DemoAction): void => void actions.push(action);
  const controls = new DemoControls(environment, note, () => {});
  onTestFinished(() => controls.stop());
  return { environment, controls, actions, transitions };
}

const MINUTE_MS = 60_000;

describe('DemoControls', () => {
  it('runs the script once: creates, suspends and resumes a database, then starts and ends an outage', async () => {
    const { environment, actions, transitions } = await start();
    await environment.clock.advance(MINUTE_MS);
    expect(actions.map(({ label, text }) => [label, text])).toEqual([
      ['script', 'create first-steps'],
      ['script', 'suspend first-steps'],
      ['script', 'resume first-steps'],
      ['script', 'start an outage: all requests get 503'],
      ['script', 'end the outage'],
    ]);
    expect(transitions.map(({ field, from, to }) => [field, from, to])).toEqual([
      ['modifying_state', 'creating', 'updating'],
      ['modifying_state', 'updating', undefined],
      ['state', 'active', 'suspended'],
      ['state', 'suspended', 'active'],
    ]);
  });

  it('ends an outage of the script even if the user acted in the meantime', async () => {
    const { environment, controls, actions } = await start();
    await environment.clock.advance(40_000);
    expect(controls.outage.value).toBe('script');
    controls.toggleState(environment.fleet.databases.known.value[0] ?? '');
    await environment.clock.advance(MINUTE_MS);
    expect(controls.outage.value).toBeUndefined();
    expect(actions.at(-1)?.text).toBe('end the outage');
    expect(await environment.control.faults.list()).toEqual([]);
  });

  it('stops the script at the first action of the user, and leaves an outage of the user alone', async () => {
    const { environment, controls, actions } = await start();
    await environment.clock.advance(10_000);
    controls.toggleOutage();
    await environment.clock.advance(MINUTE_MS);
    expect(controls.outage.value).toBe('you');
    expect(actions.at(-1)).toEqual({ label: 'you', text: 'start an outage: all requests get 503', kind: 'done' });
  });

  it('reports the reason of a failed action, and the message of its error', async () => {
    const { environment, controls, actions } = await start();
    await environment.control.faults.inject({ kind: 'status', status: 503 });
    controls.create();
    await environment.clock.advance(5000);
    expect(actions).toEqual([
      {
        label: 'you',
        text: 'create first-steps: failed, no answer, so the database may exist',
        details: expect.stringContaining('create-database: the request was sent'),
        kind: 'failed',
      },
    ]);
  });

  it('reports usage that exceeds the limits of databases that are created here only', async () => {
    const { environment, controls } = await start();
    await environment.clock.advance(1000);
    controls.create();
    await environment.clock.advance(1000);
    const created = environment.fleet.databases.known.value.at(-1) ?? '';
    const others = environment.fleet.databases.known.value.slice(0, -1);
    const watch = (id: string) => {
      const seen = { statuses: new Set<string>(), most: 0 };
      limitsOf(environment.fleet, 'database', id).subscribe((limits) => {
        for (const { status } of limits) seen.statuses.add(status);
        seen.most = Math.max(seen.most, ...limits.map(({ ratio = 0 }) => ratio));
      });
      return seen;
    };
    const [reached, below] = [watch(created), others.map(watch)];
    await environment.clock.advance(MINUTE_MS);
    expect([...reached.statuses]).toEqual(expect.arrayContaining(['ok', 'warning', 'critical', 'exceeded']));
    for (const { most } of below) {
      expect(most).toBeGreaterThan(0);
      expect(most).toBeLessThan(1);
    }
  });
});
