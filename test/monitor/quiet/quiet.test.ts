import { describe, expect, it } from 'vitest';
import type { Rule } from '../../../src/monitor/rules/rule.js';
import { createMemoryEngine } from '../../persistence/memory-engine.js';
import { createWorld, noting, openMonitored, type World } from '../monitored-world.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const suspended: Rule = { name: 'suspended', kind: 'state', in: ['suspended'], labels: { team: 'storage' } };

async function openQuiet(world: World, options: Partial<Parameters<typeof openMonitored>[1]> = {}) {
  const pager = noting('pager');
  const opened = await openMonitored(world, { rules: [suspended], channels: [pager], ...options });
  return { ...opened, pager, sent: () => pager.delivered.map(({ kind, alert }) => `${kind} ${alert.id}`) };
}

/** Changes the state of databases, and waits until they are polled. */
async function setState(world: World, state: string, ...ids: string[]): Promise<void> {
  for (const id of ids) world.set(id, { state });
  await world.clock.advance(3 * MINUTE);
}

describe('a silence', () => {
  it('holds alerts that fire, sends those that outlast it with their keys, and tells receivers what has cleared', async () => {
    const world = createWorld(['before', 'short', 'long', 'other']);
    const { monitor, events, sent, pager, logged } = await openQuiet(world);
    await setState(world, 'suspended', 'before');
    const silence = await monitor.addSilence({
      forMs: HOUR,
      comment: 'migration',
      rules: ['suspended'],
      ids: ['before', 'short', 'long'],
      labels: { team: 'storage' },
    });
    expect(monitor.silences.value).toEqual([silence]);
    await setState(world, 'suspended', 'short', 'long', 'other');
    expect(sent()).toEqual(['fired before', 'fired other']);
    const [, , long] = monitor.alerts.value.filter(({ id }) => id !== 'other');
    expect(long && monitor.quietOf(long)).toEqual({
      kind: 'silence',
      name: silence.id,
      until: silence.createdAt + HOUR,
      comment: 'migration',
    });
    await setState(world, 'active', 'before', 'short');
    expect(sent()).toEqual(['fired before', 'fired other', 'cleared before']);
    await world.clock.advance(HOUR);
    expect(sent()).toEqual(['fired before', 'fired other', 'cleared before', 'fired long']);
    expect(pager.delivered.at(-1)).toEqual(events.find(({ alert }) => alert.id === 'long'));
    expect(monitor.silences.value).toEqual([]);
    await setState(world, 'active', 'long');
    expect(sent().at(-1)).toBe('cleared long');
    expect(logged.filter((name) => /held|released|not-sent|silence/.test(name))).toEqual([
      ...['silence-added', 'alert-held', 'alert-held', 'alert-not-sent', 'alert-not-sent'],
      ...['alert-released', 'silence-ended'],
    ]);
  });

  it('ends before its time, and survives a restart with what it holds', async () => {
    const world = createWorld(['a']);
    const values = new Map<string, string>();
    const first = await openQuiet(world, { state: createMemoryEngine(values) });
    const { id } = await first.monitor.addSilence({ forMs: HOUR, comment: 'migration' });
    await setState(world, 'suspended', 'a');
    first.fleet.dispose();
    await world.clock.advance(MINUTE);
    const second = await openQuiet(world, { state: createMemoryEngine(values) });
    expect(second.monitor.silences.value).toMatchObject([{ id, comment: 'migration' }]);
    await world.clock.advance(5 * MINUTE);
    expect(second.sent()).toEqual([]);
    await second.monitor.endSilence(id);
    await world.clock.advance(2000);
    expect(second.pager.delivered).toEqual(first.events);
    await expect(second.monitor.endSilence(id)).rejects.toThrow('id: no silence has this id');
    await setState(world, 'active', 'a');
    await world.clock.advance(HOUR);
    expect(values).toEqual(new Map());
  });

  it.each([
    [{ comment: 'why' }, 'forMs: missing, expected milliseconds, more than 0 and at most 52 weeks'],
    [{ forMs: 0, comment: 'why' }, 'forMs: expected milliseconds, more than 0 and at most 52 weeks'],
    [{ forMs: 1000 }, 'comment: missing, expected a comment of 1 to 500 characters in one line that says why'],
    [{ forMs: 1000, comment: 'a\nb' }, 'comment: expected a comment of 1 to 500 characters in one line that says why'],
    [{ forMs: 1000, comment: 'why', rules: [] }, 'rules: expected at least one entry'],
    [{ forMs: 1000, comment: 'why', id: ['a'] }, 'id: unknown option'],
  ])('refuses %j', async (options, message) => {
    const { monitor } = await openQuiet(createWorld());
    await expect(monitor.addSilence(options as never)).rejects.toThrow(message);
    expect(monitor.silences.value).toEqual([]);
  });
});
