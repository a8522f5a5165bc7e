import { transitionsOf } from '../../../src/index.js';
import { describe, expect, test, vi } from 'vitest';
import type { Transition } from '../../../src/core/fleet/transition.js';
import type { RecentTransitionsOptions } from '../../../src/core/fleet/transitions.js';
import { restoreTransitions } from '../../../src/core/fleet/fleet-snapshot.js';
import { createFleetUnderTest, quick } from './fleet-under-test.js';
import { databaseOf } from './scripted-service.js';
import { setUp } from './transitions-under-test.js';

const short = (transitions: readonly Transition[]): string => transitions.map(({ id, to }) => `${id} ${to}`).join(', ');

describe('the recent transitions', () => {
  test('include transitions from before the subscription, newest first, and then new ones', () => {
    const { recent, follow } = setUp();
    follow('a', 'active', 'suspended');
    follow('b', 'active', 'passive');
    const view = recent();
    expect(short(view.value)).toBe('b passive, a suspended');
    const emitted: string[] = [];
    view.subscribe((now) => emitted.push(short(now)));
    follow('a', 'active');
    expect(emitted).toEqual(['b passive, a suspended', 'a active, b passive, a suspended']);
    expect(short(view.value)).toBe(emitted.at(-1));
  });

  test('of one database emit only for that database', () => {
    const { recent, follow } = setUp();
    const view = recent({ id: 'a' });
    const next = vi.fn<(now: readonly Transition[]) => void>();
    view.subscribe(next);
    const before = view.value;
    follow('b', 'active', 'suspended');
    expect(view.value).toBe(before);
    follow('a', 'active', 'suspended');
    expect(next.mock.calls.map(([now]) => short(now))).toEqual(['', 'a suspended']);
  });

  test('are at most the requested number, 50 by default', () => {
    const { recent, follow } = setUp();
    follow('a', ...Array.from({ length: 61 }, (_, at) => String(at)));
    expect([{}, { limit: 3 }, { limit: 0 }, { limit: 1000 }].map((each) => recent(each).value.length)).toEqual([
      50, 3, 0, 60,
    ]);
    expect(short(recent({ limit: 2 }).value)).toBe('a 60, a 59');
  });

  test('change once for a commit with several transitions, and when a shown transition is dropped', () => {
    const { recent, follow, confirm } = setUp(2);
    const emitted: string[] = [];
    follow('a', 'active');
    recent().subscribe((now) => emitted.push(short(now)));
    confirm('a', { state: 'suspended', modifying_state: 'updating' });
    follow('a', 'active');
    expect(emitted).toEqual(['', 'a updating, a suspended', 'a undefined, a active']);
  });

  test('are consistent with the other views during a notification', () => {
    const { recent, follow, databases } = setUp();
    const view = recent();
    follow('a', 'active');
    const seen: unknown[] = [];
    databases.field('a', 'state').subscribe((state) => seen.push([state, view.value[0]?.to]));
    view.subscribe(([newest]) => seen.push([databases.peek('a').record?.state, newest?.to]));
    seen.length = 0;
    follow('a', 'suspended');
    expect(seen).toEqual([
      ['suspended', 'suspended'],
      ['suspended', 'suspended'],
    ]);
  });

  test('complete on dispose and keep their value, also for later subscribers', () => {
    const { recent, follow, dispose } = setUp();
    follow('a', 'active', 'suspended');
    const [early, late] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const view = recent();
    view.subscribe({ complete: early });
    dispose();
    view.subscribe({ complete: late });
    expect([early, late].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    expect(short(view.value)).toBe('a suspended');
  });

  test.each<[unknown, readonly string[]]>([
    [{ id: '..' }, ['id']],
    [{ id: 7, limit: 'all' }, ['id', 'limit']],
    [{ limit: 1.5 }, ['limit']],
    [{ most: 7 }, ['most']],
    [null, ['']],
  ])('are refused for wrong options: %j', (options, paths) => {
    const { recent } = setUp();
    const issues = paths.map((path) => expect.objectContaining({ path }));
    expect(() => recent(options as RecentTransitionsOptions)).toThrow(
      expect.objectContaining({ code: 'invalid-request', issues }),
    );
  });
});

test('include those from before the first call of transitionsOf', async () => {
  const { fleet, service, advance } = createFleetUnderTest({ polling: quick });
  for (const state of ['active', 'suspended', 'active']) {
    service.respond(({ id }) => ({ json: databaseOf(id, { state }) }));
    await fleet.databases.refresh('a');
    await advance(1);
  }
  expect(short(transitionsOf(fleet).recent().value)).toBe('a active, a suspended');
});

test('show restored transitions to a subscriber from before the restore', () => {
  const { commits, log, recent, follow } = setUp();
  follow('a', 'active', 'suspended');
  const emitted: string[] = [];
  recent().subscribe((now) => emitted.push(short(now)));
  const restored = { ...log.kept[0], id: 'b', sequence: 7 } as Transition;
  commits.commit(() => restoreTransitions(log, [restored], 7));
  expect(emitted).toEqual(['a suspended', 'a suspended, b suspended']);
  expect(log.latest).toBe(8);
});

test('cause no poll when they are read or subscribed to', async () => {
  const { fleet, service, clock, advance } = createFleetUnderTest();
  const view = transitionsOf(fleet).recent({ id: 'a' });
  expect(view.value).toEqual([]);
  view.subscribe();
  await advance(600_000);
  expect(service.requests).toEqual([]);
  expect(fleet.databases.known.value).toEqual([]);
  expect(clock.armed).toBe(0);
});
