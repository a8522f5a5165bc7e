import { describe, expect, it } from 'vitest';
import { MINUTE, suspended } from '../monitored-world.js';
import { openPair, type Machine } from '../group/machines.js';

const PERIOD = 5 * MINUTE;
const KEY = 'suspended/database/db-1';

const heldBy = ({ kept }: Machine): number => [...kept.keys()].filter((key) => key.startsWith('held/')).length;

describe('monitors in a group', () => {
  it('share silences, hold an alert on both, and send it once when one of them ends the silence', async () => {
    const { machines, first, second } = await openPair();
    const { id } = await first.monitor.addSilence({ forMs: PERIOD, comment: 'migration' });
    await machines.world.clock.advance(1000);
    expect(second.monitor.silences.value).toEqual(first.monitor.silences.value);
    await machines.setState('suspended');
    const third = await machines.start('third');
    await machines.world.clock.advance(3000);
    expect([first, second, third].map(heldBy)).toEqual([1, 1, 1]);
    const sent = machines.messages.length;
    await machines.world.clock.advance(MINUTE);
    expect(machines.messages.slice(sent).filter((message) => message.includes('fired'))).toEqual([]);
    await second.monitor.endSilence(id);
    await machines.world.clock.advance(10_000);
    expect(machines.arrivals.map(({ from, event }) => [from, event.kind])).toEqual([['first', 'fired']]);
    expect([first, second, third].map(heldBy)).toEqual([0, 0, 0]);
    expect([first, third].flatMap(({ monitor }) => monitor.silences.value)).toEqual([]);
    await machines.setState('active');
    expect(machines.told()).toEqual([`fired 1 ${KEY}`, `cleared 1 ${KEY}`]);
    expect(machines.arrivals).toHaveLength(2);
  });

  it('send a held alert once when the delivering monitor is killed before the silence ends', async () => {
    const { machines, first, second } = await openPair();
    await first.monitor.addSilence({ forMs: MINUTE, comment: 'migration' });
    await machines.setState('suspended');
    first.kill();
    await machines.world.clock.advance(10_000);
    expect(second.delivers()).toBe(true);
    expect(machines.arrivals).toEqual([]);
    await machines.world.clock.advance(MINUTE);
    const restarted = await machines.start('first', { kept: first.kept });
    await machines.world.clock.advance(MINUTE);
    await machines.setState('active');
    expect(machines.arrivals.map(({ from, event }) => [from, event.kind])).toEqual([
      ['second', 'fired'],
      ['second', 'cleared'],
    ]);
    expect([second, restarted].map(heldBy)).toEqual([0, 0]);
  });

  it.each([
    ['delivers', 0],
    ['does not deliver', 1],
  ])('send nothing of an alert that clears while it is silenced and the one that %s is cut off', async (_, at) => {
    const { machines, first, second } = await openPair();
    const both = [first, second];
    await first.monitor.addSilence({ forMs: MINUTE, comment: 'migration' });
    await machines.setState('suspended');
    const cut = both[at] as Machine;
    cut.pause();
    await machines.setState('active', 2 * MINUTE);
    cut.resume();
    await machines.world.clock.advance(MINUTE);
    expect(machines.arrivals).toEqual([]);
    expect(both.map(heldBy)).toEqual([0, 0]);
    // Later breaches are reported.
    await machines.setState('suspended');
    expect(machines.told()).toEqual([`fired 2 ${KEY}`]);
  });

  it('send what another one sees while their own polling is stopped', async () => {
    const rules = [suspended, { name: 'stopped', kind: 'polling' } as const];
    const own = { rules, isShared: false };
    const { machines, first: refused, second } = await openPair({ ...own, isRefused: true }, own);
    await machines.setState('suspended', 20_000);
    expect([refused.delivers(), second.delivers()]).toEqual([true, false]);
    expect(machines.told()).toEqual(['fired 1 stopped/fleet/', `fired 1 ${KEY}`]);
  });

  it('clear an alert that one has sent before it restarts, and another one has in its queue', async () => {
    const { machines, first, second } = await openPair();
    machines.engine.cut(second.id);
    await machines.setState('suspended');
    expect(machines.told()).toEqual([`fired 1 ${KEY}`]);
    first.kill();
    second.kill();
    const restarted = await machines.start('first', { kept: first.kept });
    await restarted.monitor.addSilence({ forMs: PERIOD, comment: 'migration' });
    await machines.world.clock.advance(10_000);
    await machines.start('second', { kept: second.kept });
    await machines.world.clock.advance(20_000);
    await machines.setState('active', 10_000);
    expect(machines.told()).toEqual([`fired 1 ${KEY}`, `cleared 1 ${KEY}`]);
  });

  it('repeat an alert once, also when another one delivers', async () => {
    const rules = [{ ...suspended, repeatEveryMs: MINUTE }];
    const { machines, first, second } = await openPair({ rules });
    await machines.setState('suspended', 2 * MINUTE + 10_000);
    first.kill();
    await machines.world.clock.advance(2 * MINUTE);
    await machines.setState('active', 10_000);
    const told = machines.arrivals.map(({ from, event }) => `${from} ${event.kind} ${event.repetition ?? ''}`);
    expect(told).toEqual([
      'first fired ',
      ...['first repeated 1', 'first repeated 2', 'second repeated 3', 'second repeated 4'],
      'second cleared ',
    ]);
    expect(second.monitor.status.value.channels[0]?.queued).toBe(0);
  });

  it('send a silence again, and say when there are too many', async () => {
    const { machines, first, second } = await openPair();
    machines.engine.hide(second.id);
    const silence = await first.monitor.addSilence({ forMs: PERIOD, comment: 'migration' });
    await machines.world.clock.advance(100);
    machines.engine.show(second.id);
    expect(second.monitor.silences.value).toEqual([]);
    await machines.world.clock.advance(10_000);
    expect(second.monitor.silences.value).toEqual([silence]);
    const silences = Array.from({ length: 1000 }, (_, at) => ({ ...silence, id: `${10_000_000 + at}` }));
    machines.engine.inject(second.id, { kind: 'silences', silences });
    await machines.world.clock.advance(100);
    expect(second.logged.filter((name) => name === 'silence-refused')).toHaveLength(1);
  });

  it('agree on a silence in whatever order its end comes', async () => {
    const { machines, first, second } = await openPair();
    second.pause();
    const { id } = await first.monitor.addSilence({ forMs: PERIOD, comment: 'migration' });
    await first.monitor.endSilence(id);
    second.resume();
    await machines.world.clock.advance(10_000);
    const other = await machines.start('third', { kept: new Map(first.kept) });
    await machines.world.clock.advance(10_000);
    expect([first, second, other].flatMap(({ monitor }) => monitor.silences.value)).toEqual([]);
    expect([...second.kept.keys()].filter((key) => key.startsWith('silence/'))).toEqual([`silence/${id}`]);
    await machines.world.clock.advance(PERIOD);
    expect([...first.kept.keys(), ...second.kept.keys()].filter((key) => key.startsWith('silence/'))).toEqual([]);
  });
});
