import { reportUsage } from '../../../src/index.js';
import { describe, expect, it } from 'vitest';
import type { Channel } from '../../../src/monitor/channels/channel.js';
import { createWindow } from '../../../src/monitor/quiet/maintenance.js';
import type { Rule } from '../../../src/monitor/rules/rule.js';
import { createMemoryEngine } from '../../persistence/memory-engine.js';
import { createWorld, MINUTE, noting, openKept, type World, withoutHistory } from '../monitored-world.js';

/** A change is found sooner, by a poll. */
const PERIOD = 20 * MINUTE;
const suspended: Rule = { name: 'suspended', kind: 'state', in: ['suspended'], labels: { team: 'storage' } };

/** Restarted monitors have the same pager. */
async function openQuiet(world: World, options: Partial<Parameters<typeof openKept>[1]> = {}) {
  const pager = noting('pager');
  const opened = await openKept(world, { rules: [suspended], channels: [pager], ...options });
  return { ...opened, pager, sent: () => pager.delivered.map(({ kind, alert }) => `${kind} ${alert.id}`) };
}

/** Changes the state of databases, and waits until they are polled. */
async function setState(world: World, state: string, ...ids: string[]): Promise<void> {
  await world.change(ids, { state }, 3 * MINUTE);
}

/** A monitor that holds the alert of the database `a` by a silence. */
async function openSilenced() {
  const world = createWorld(['a']);
  const opened = await openQuiet(world);
  const silence = await opened.monitor.addSilence({ forMs: PERIOD, comment: 'migration' });
  await setState(world, 'suspended', 'a');
  return { ...opened, world, silence };
}

describe('a silence', () => {
  it('holds alerts that fire, sends those that outlast it with their keys, and notifies receivers of what has cleared', async () => {
    const world = createWorld(['before', 'short', 'long', 'other']);
    const { monitor, events, sent, pager, logged } = await openQuiet(world);
    await setState(world, 'suspended', 'before');
    const matchers = { rules: ['suspended'], ids: ['before', 'short', 'long'], labels: { team: 'storage' } };
    const silence = await monitor.addSilence({ forMs: PERIOD, comment: 'migration', ...matchers });
    expect(monitor.silences.value).toEqual([silence]);
    await setState(world, 'suspended', 'short', 'long', 'other');
    expect(sent()).toEqual(['fired before', 'fired other']);
    const [, , long] = monitor.alerts.value.filter(({ id }) => id !== 'other');
    const until = silence.createdAt + PERIOD;
    expect(long && monitor.quietOf(long)).toEqual({ kind: 'silence', name: silence.id, until, comment: 'migration' });
    await setState(world, 'active', 'before', 'short');
    expect(sent()).toEqual(['fired before', 'fired other', 'cleared before']);
    await world.clock.advance(PERIOD);
    expect(sent()).toEqual(['fired before', 'fired other', 'cleared before', 'fired long']);
    expect(pager.delivered.at(-1)).toEqual(events.find(({ alert }) => alert.id === 'long'));
    expect(monitor.silences.value).toEqual([]);
    await setState(world, 'active', 'long');
    expect(sent().at(-1)).toBe('cleared long');
    expect(logged.filter((name) => /held|released|not-sent|silence/.test(name))).toEqual([
      ...['silence-added', 'alert-held', 'alert-held', 'alert-not-sent', 'silence-ended', 'alert-released'],
    ]);
  });

  it('ends before its time, and survives a restart with what it holds', async () => {
    const first = await openSilenced();
    const { world, values, pager, silence } = first;
    const { id } = silence;
    for (const createdAt of [8e15, 9e15]) {
      const far = { id: `0000000${createdAt / 1e15}`, comment: 'far', createdAt, endsAt: createdAt + PERIOD };
      values.set(`silence/${far.id}`, JSON.stringify(far));
    }
    const { monitor } = await first.restart();
    expect(monitor.silences.value).toMatchObject([{ id, comment: 'migration' }]);
    await world.clock.advance(5 * MINUTE);
    expect(pager.delivered).toEqual([]);
    await monitor.endSilence(id);
    await world.clock.advance(2000);
    expect(pager.delivered).toEqual(first.events);
    await expect(monitor.endSilence(id)).rejects.toThrow('id: no silence has this id');
    await setState(world, 'active', 'a');
    await world.clock.advance(PERIOD);
    expect(withoutHistory(values)).toEqual(new Map());
  });

  it('sends an alert that outlasts it with the current rule', async () => {
    const world = createWorld(['a']);
    const phone = noting('phone');
    const mail = noting('mail');
    const rules = [{ ...suspended, channels: ['mail'] }];
    const { monitor } = await openQuiet(world, { rules, channels: [mail, phone] });
    const { id } = await monitor.addSilence({ forMs: PERIOD, comment: 'migration' });
    await setState(world, 'suspended', 'a');
    monitor.setRules([{ ...suspended, severity: 'critical', channels: ['phone'] }]);
    monitor.setChannels([phone]);
    await world.clock.advance(2000);
    await monitor.endSilence(id);
    await setState(world, 'active', 'a');
    expect(mail.delivered).toEqual([]);
    expect(phone.delivered.map(({ kind, alert }) => [kind, alert.severity])).toEqual([
      ['fired', 'critical'],
      ['cleared', 'critical'],
    ]);
  });

  it('is returned also if the monitor is disposed while its save hangs', async () => {
    const world = createWorld();
    const state = createMemoryEngine();
    const { monitor } = world.openMonitor({ fleet: world.openFleet(), state });
    await monitor.ready;
    state.gate = new Promise(() => {});
    const settled: string[] = [];
    void monitor.addSilence({ forMs: PERIOD, comment: 'migration' }).then(({ comment }) => settled.push(comment));
    await world.clock.advance(1);
    void monitor.dispose();
    await world.clock.advance(900);
    expect(settled).toEqual([]);
    await world.clock.advance(100);
    expect(settled).toEqual(['migration']);
  });

  it('is listed, oldest first, unless it was ended, and is refused beside 1,000 others', async () => {
    const world = createWorld();
    const first = await openQuiet(world);
    const add = async (comment: number) => {
      await world.clock.advance(1);
      return first.monitor.addSilence({ forMs: PERIOD, comment: String(comment) });
    };
    const { id } = await add(0);
    for (let each = 1; each < 1000; each++) await add(each);
    await expect(add(1000)).rejects.toThrow('expected at most 1000 silences: end some');
    await first.monitor.endSilence(id);
    await add(1000);
    const { monitor } = await first.restart();
    const comments = Array.from({ length: 1000 }, (_, at) => String(at + 1));
    expect(monitor.silences.value.map(({ comment }) => comment)).toEqual(comments);
  });

  it('that was ended is kept until it would have ended, and of many the last 1,000', async () => {
    const world = createWorld();
    const { monitor, values } = await openQuiet(world);
    const kept = (): string[] => [...values.keys()].filter((key) => key.startsWith('silence/'));
    const ids: string[] = [];
    for (let each = 0; each < 1010; each++) {
      const { id } = await monitor.addSilence({ forMs: PERIOD + each, comment: String(each) });
      await monitor.endSilence(id);
      ids.push(`silence/${id}`);
    }
    expect(kept().toSorted()).toEqual(ids.slice(10).toSorted());
    await world.clock.advance(PERIOD - 1000);
    expect(kept()).toHaveLength(1000);
    await world.clock.advance(3000);
    expect(kept()).toEqual([]);
  });

  it('that ends while no monitor runs does not hide an alert that still fires', async () => {
    const { world, restart, sent, values } = await openSilenced();
    await restart({}, 2 * PERIOD);
    await setState(world, 'active', 'a');
    expect(sent()).toEqual(['fired a', 'cleared a']);
    expect(withoutHistory(values)).toEqual(new Map());
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

describe('a maintenance window', () => {
  const window = { name: 'backup', cron: '30 2 * * *', timezone: 'Europe/Berlin', durationMs: 10 * MINUTE };

  // At 02:30 in Berlin. In spring that time does not exist, and in autumn it occurs twice.
  it.each([
    ['on a usual day', '2026-03-10T01:30Z', '2026-03-10T01:40Z'],
    ['on the day that skips its time, after the gap', '2026-03-29T01:00Z', '2026-03-29T01:10Z'],
    ['on the day that has its time twice, at the first one', '2026-10-25T00:30Z', '2026-10-25T00:40Z'],
  ])('is open %s', async (_, begin, end) => {
    const world = createWorld(['early', 'late']);
    const { monitor, sent } = await openQuiet(world, { maintenance: [window] });
    world.clock.sleep(Date.parse(begin) - 5 * MINUTE - world.clock.now());
    await setState(world, 'suspended', 'early');
    expect(sent()).toEqual(['fired early']);
    await world.clock.advance(Date.parse(begin) - world.clock.now() - 1);
    const [alert] = monitor.alerts.value;
    expect(alert && monitor.quietOf(alert)).toBeUndefined();
    await world.clock.advance(1);
    expect(alert && monitor.quietOf(alert)).toEqual({ kind: 'maintenance', name: 'backup', until: Date.parse(end) });
    await setState(world, 'suspended', 'late');
    await world.clock.advance(Date.parse(end) - world.clock.now() - 1);
    expect(sent()).toEqual(['fired early']);
    await world.clock.advance(2000);
    expect(sent()).toEqual(['fired early', 'fired late']);
    // In autumn the time of the window comes again.
    world.clock.sleep(50 * MINUTE);
    expect(alert && monitor.quietOf(alert)).toBeUndefined();
  });

  it('of several times of a day keeps to these rules', () => {
    const { endsAt } = createWindow({ ...window, cron: '0,30 2,14 * * *' });
    expect(endsAt(Date.parse('2026-03-29T01:05Z'))).toBe(Date.parse('2026-03-29T01:10Z'));
    expect(endsAt(Date.parse('2026-10-25T00:35Z'))).toBe(Date.parse('2026-10-25T00:40Z'));
    expect(endsAt(Date.parse('2026-10-25T01:35Z'))).toBeUndefined();
  });

  it('is for the alerts that it names, and can be replaced', async () => {
    const world = createWorld(['a', 'b']);
    const always = { ...window, cron: '* * * * *' };
    const { monitor, sent } = await openQuiet(world, { maintenance: [{ ...always, ids: ['a'] }] });
    await setState(world, 'suspended', 'a', 'b');
    expect(sent()).toEqual(['fired b']);
    monitor.setMaintenance([{ ...always, labels: { team: 'other' } }]);
    await world.clock.advance(2000);
    expect(sent()).toEqual(['fired b', 'fired a']);
    for (const cron of ['@daily', '2030-01-01T00:00:00', '0 30 2 * * *'])
      expect(() => monitor.setMaintenance([{ ...window, cron }])).toThrow('maintenance[0].cron: expected five fields');
    for (const timezone of ['Mars', ''])
      expect(() => monitor.setMaintenance([{ ...window, timezone }])).toThrow(
        'maintenance[0].timezone: expected a time zone of the IANA database, such as Europe/Berlin',
      );
  });
});

describe('a clock that is set', () => {
  it('back makes no silence longer', async () => {
    const { world, sent } = await openSilenced();
    world.clock.sleep(-5 * PERIOD);
    await world.clock.advance(PERIOD - 3 * MINUTE - 1000);
    expect(sent()).toEqual([]);
    await world.clock.advance(3000);
    expect(sent()).toEqual(['fired a']);
  });

  it('forward by hours ends a silence, and back again sends nothing twice', async () => {
    const { world, sent } = await openSilenced();
    world.clock.sleep(5 * PERIOD);
    await world.clock.advance(MINUTE);
    expect(sent()).toEqual(['fired a']);
    world.clock.sleep(-5 * PERIOD);
    await world.clock.advance(2 * PERIOD);
    expect(sent()).toEqual(['fired a']);
  });

  it('back by days leaves a silence that can be ended', async () => {
    const { world, monitor, sent, silence } = await openSilenced();
    world.clock.sleep(-48 * 60 * MINUTE);
    await monitor.endSilence(silence.id);
    await world.clock.advance(2000);
    expect(monitor.silences.value).toEqual([]);
    expect(sent()).toEqual(['fired a']);
  });

  it.each([
    ['back, before the first repetition,', 0, -5 * PERIOD],
    ['back', 1, -5 * PERIOD],
    ['forward', 1, 5 * PERIOD],
  ])('%s repeats an alert neither late nor at once', async (_, repetitions, jumpMs) => {
    const world = createWorld(['a']);
    const { sent } = await openQuiet(world, { rules: [{ ...suspended, repeatEveryMs: PERIOD }] });
    const told = (count: number): string[] => ['fired a', ...Array<string>(count).fill('repeated a')];
    await setState(world, 'suspended', 'a');
    await world.clock.advance(repetitions * PERIOD);
    expect(sent()).toEqual(told(repetitions));
    world.clock.sleep(jumpMs);
    await world.clock.advance(0.75 * PERIOD);
    expect(sent()).toEqual(told(repetitions));
    await world.clock.advance(5 * PERIOD);
    expect(sent()).toEqual(told(repetitions + 5));
  });
});

describe('a rule with unless', () => {
  const rules: readonly Rule[] = [
    { ...suspended, unless: ['full'] },
    { name: 'full', kind: 'limit', ratio: 0.9, fields: ['db_max_clients'] },
  ];

  it('waits for the alert of the same database, and is sent if it still holds 30 s after that has cleared', async () => {
    const world = createWorld(['a', 'b']);
    const { monitor, fleet, events, values, restart, sent, pager } = await openQuiet(world, { rules });
    await world.clock.advance(MINUTE);
    await world.use(fleet, { db_max_clients: 9500 }, 2000);
    await setState(world, 'suspended', 'a', 'b');
    expect(sent()).toEqual(['fired a', 'fired b']);
    const held = monitor.alerts.value.find(({ key }) => key === 'suspended/database/a');
    expect(held && monitor.quietOf(held)).toEqual({ kind: 'rule', name: 'full' });
    await world.use(fleet, { db_max_clients: 100 }, 2000);
    expect(sent()).toEqual(['fired a', 'fired b', 'cleared a']);
    const until = held && monitor.quietOf(held)?.until;
    await world.clock.advance(10_000);
    values.set('gone/database/full/removed', String(world.clock.now() - MINUTE));
    await restart({}, 2000);
    await world.clock.advance((until ?? 0) - world.clock.now() - 1);
    expect(sent()).toHaveLength(3);
    await world.clock.advance(2000);
    expect(pager.delivered.slice(3)).toEqual(events.filter(({ alert }) => alert.key === 'suspended/database/a'));
    await setState(world, 'active', 'a', 'b');
    expect(withoutHistory(values)).toEqual(new Map());
  });

  it('waits for an alert that begins in the same moment, of a rule that the list has later', async () => {
    const world = createWorld(['a']);
    const { monitor, fleet, pager } = await openQuiet(world, {
      rules: [
        { name: 'busy', kind: 'limit', ratio: 0.5, unless: ['nearly-full'], fields: ['db_max_clients'] },
        { name: 'nearly-full', kind: 'limit', ratio: 0.9, unless: ['exceeded'], fields: ['db_max_clients'] },
        { name: 'exceeded', kind: 'limit', status: 'exceeded', fields: ['db_max_clients'] },
      ],
    });
    const rulesSent = (): string[] => pager.delivered.map(({ kind, alert }) => `${kind} ${alert.rule}`);
    await world.clock.advance(MINUTE);
    await world.use(fleet, { db_max_clients: 10_000 }, 2000);
    expect(monitor.alerts.value).toHaveLength(3);
    expect(rulesSent()).toEqual(['fired exceeded']);
    // The polling of the fleet, too.
    fleet.polling.pause();
    await world.clock.advance(10 * MINUTE);
    monitor.setRules([
      { name: 'old', kind: 'age', longerThanMs: 5 * MINUTE },
      { name: 'paused', kind: 'polling', in: ['paused'] },
    ]);
    await world.clock.advance(2000);
    expect(monitor.alerts.value).toHaveLength(2);
    expect(rulesSent().slice(1)).toEqual(['fired paused', 'cleared exceeded']);
  });

  it('waits for an alert about the same limit, not about another one, and not when no rule suppresses it any more', async () => {
    const world = createWorld(['a']);
    const nearlyFull: Rule = { name: 'nearly-full', kind: 'limit', ratio: 0.9 };
    const exceeded: Rule = { name: 'exceeded', kind: 'limit', status: 'exceeded' };
    const held = { ...nearlyFull, unless: ['exceeded'] };
    const { monitor, fleet, pager } = await openQuiet(world, { rules: [held, exceeded] });
    await world.clock.advance(MINUTE);
    await world.use(fleet, { db_max_clients: 10_000, db_max_commands_per_second: 9500 }, 2000);
    // Also when the other alert has just ended.
    await world.use(fleet, { db_max_clients: 100, db_max_loads_per_sec: 950_000 }, 2000);
    expect(pager.delivered.map(({ kind, alert: { rule, field } }) => [kind, rule, field])).toEqual([
      ['fired', 'exceeded', 'db_max_clients'],
      ['fired', 'nearly-full', 'db_max_commands_per_second'],
      ['cleared', 'exceeded', 'db_max_clients'],
      ['fired', 'nearly-full', 'db_max_loads_per_sec'],
    ]);
    // It still suppresses alerts about its own limit, for 30 s.
    await world.use(fleet, { db_max_clients: 9500 }, 20_000);
    expect(pager.delivered).toHaveLength(4);
    monitor.setRules([nearlyFull, exceeded]);
    await world.clock.advance(2000);
    expect(pager.delivered.at(-1)?.alert).toMatchObject({ rule: 'nearly-full', field: 'db_max_clients' });
  });

  it('does not wait for an alert that stays pending, or is pending again and again', async () => {
    const world = createWorld(['a', 'b']);
    const { fleet, sent, pager } = await openQuiet(world, {
      rules: rules.map((rule) => ({ ...rule, ...(rule.name === 'full' && { forMs: 10 * MINUTE }) })),
    });
    reportUsage(fleet, 'database', 'b', { db_max_clients: 9500 });
    await setState(world, 'suspended', 'b');
    world.set('a', { state: 'suspended' });
    for (let time = 0; time < 6; time++) {
      await world.use(fleet, { db_max_clients: 9500 }, 20_000);
      await world.use(fleet, { db_max_clients: 100 }, 10_000);
    }
    expect(sent()).toEqual(['fired a']);
    // From now on nothing is known of its usage.
    world.databases.delete('b');
    await world.clock.advance(6 * MINUTE);
    expect(sent()).toEqual(['fired a', 'fired b']);
    expect(pager.delivered[1]?.alert.rule).toBe('suspended');
  });
});

it('an outage is one alert even while all databases are polled again, except for rules without suppressors', async () => {
  const ids = Array.from({ length: 100 }, (_, at) => `db-${at}`);
  const world = createWorld(ids);
  const fleet = world.openFleet({ polling: { perSecond: 2, burst: 2 } });
  fleet.databases.add(ids);
  const sent = new Map<string, number>();
  const pager: Channel = {
    name: 'pager',
    deliver: ({ event: { kind, alert } }) => void sent.set(`${kind} ${alert.key}`, world.clock.now()),
  };
  const rules: Rule[] = [
    suspended,
    { name: 'old', kind: 'age', longerThanMs: 5 * MINUTE },
    { name: 'old-too', kind: 'age', longerThanMs: 5 * MINUTE, ids: ['db-7'], unless: [] },
    { name: 'stopped', kind: 'polling', forMs: MINUTE },
  ];
  const { monitor } = world.openMonitor({ fleet, rules, channels: [pager] });
  await world.clock.advance(5 * MINUTE);
  world.failure = 503;
  await world.clock.advance(20 * MINUTE);
  expect([...sent.keys()]).toEqual(['fired stopped/fleet/', 'fired old-too/database/db-7']);
  // The monitor still lists each alert.
  expect(monitor.alerts.value).toHaveLength(102);
  expect(monitor.alerts.value.filter((alert) => monitor.quietOf(alert)?.name === 'stopped')).toHaveLength(100);
  world.failure = undefined;
  // The service answers nonsense for this one: it is still not confirmed.
  world.databases.set('db-3', {});
  await world.change('db-5', { state: 'suspended' }, 5 * MINUTE);
  const cleared = ['cleared old-too/database/db-7', 'cleared stopped/fleet/'];
  const fired = ['fired old/database/db-3', 'fired suspended/database/db-5'];
  expect([...sent.keys()].slice(2).toSorted()).toEqual([...cleared, ...fired]);
  const [clearedAt = 0, oldAt = 0, newAt = 0] = [cleared[1], ...fired].map((key = '') => sent.get(key));
  expect(newAt - clearedAt).toBeLessThan(MINUTE);
  expect(oldAt - clearedAt).toBeGreaterThanOrEqual(80_000);
  const left = monitor.alerts.value.map(({ key }) => key);
  expect(left.toSorted()).toEqual(['old/database/db-3', 'suspended/database/db-5']);
});

it('a rule with repeatEveryMs does not repeat an alert at once that was held for longer', async () => {
  const world = createWorld(['a']);
  const { monitor, sent } = await openQuiet(world, { rules: [{ ...suspended, repeatEveryMs: PERIOD }] });
  await monitor.addSilence({ forMs: 2.5 * PERIOD, comment: 'migration' });
  await setState(world, 'suspended', 'a');
  await world.clock.advance(2.4 * PERIOD);
  expect(sent()).toEqual(['fired a']);
  await world.clock.advance(PERIOD);
  expect(sent()).toEqual(['fired a', 'repeated a']);
});

it('a rule with repeatEveryMs sends a firing alert again under keys of its own, over restarts, and not while it is quiet', async () => {
  const world = createWorld(['a']);
  const rules = [{ ...suspended, repeatEveryMs: PERIOD }];
  const { pager, restart, sent, values } = await openQuiet(world, { rules });
  const { delivered } = pager;
  await setState(world, 'suspended', 'a');
  await world.clock.advance(2 * PERIOD);
  expect(delivered.map(({ kind, repetition }) => [kind, repetition])).toEqual([
    ['fired', undefined],
    ['repeated', 1],
    ['repeated', 2],
  ]);
  expect(delivered[2]?.durationMs).toBeGreaterThanOrEqual(2 * PERIOD);
  const { monitor, events } = await restart();
  await world.clock.advance(PERIOD);
  expect(delivered.slice(3).map(({ repetition }) => repetition)).toEqual([3]);
  await monitor.addSilence({ forMs: 2.5 * PERIOD, comment: 'known' });
  await world.clock.advance(2.4 * PERIOD);
  expect(delivered).toHaveLength(4);
  await world.clock.advance(PERIOD);
  expect(sent().slice(3)).toEqual(['repeated a', 'repeated a', 'repeated a']);
  await setState(world, 'active', 'a');
  await world.clock.advance(5 * PERIOD);
  expect(sent().slice(6)).toEqual(['cleared a']);
  expect(events.map(({ kind }) => kind)).toEqual(['cleared']);
  expect(new Set(delivered.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(delivered.length);
  expect(withoutHistory(values)).toEqual(new Map());
});
