import { describe, expect, it } from 'vitest';
import type { AlertEvent } from '../../../src/monitor/alerts/alert.js';
import { UndeliverableError, type Channel } from '../../../src/monitor/channels/channel.js';
import {
  createDigest,
  describeDigest,
  groupValuesOf,
  type Digest,
  type GroupOptions,
} from '../../../src/monitor/channels/digest.js';
import { scaled } from '../../support/scale.js';
import { slow } from '../../support/slow.js';
import { createWorld, openMonitored, suspended } from '../monitored-world.js';
import { openDeliveries } from './opened-deliveries.js';
import { sampleAlert, sampleEvent } from './sample-events.js';

interface Grouped {
  /** Each message: the key of an event, or the number and the keys of the events of a digest. */
  readonly got: string[];
  readonly digests: Digest[];
  /** Called before each message is accepted. */
  answer: () => Promise<void> | void;
}

function setUp(group: GroupOptions = {}, kept?: Map<string, string>) {
  const grouped: Grouped = { got: [], digests: [], answer: () => {} };
  const channel: Channel = {
    name: 'pager',
    group,
    async deliver({ event }) {
      await grouped.answer();
      grouped.got.push(event.idempotencyKey);
    },
    async deliverDigest(digest) {
      await grouped.answer();
      grouped.digests.push(digest);
      grouped.got.push(
        `${digest.events.length}: ${digest.events.map(({ idempotencyKey }) => idempotencyKey).join(' ')}`,
      );
    },
  };
  const { send: sendOne, ...opened } = openDeliveries([channel], {}, kept);
  const send = (...events: readonly AlertEvent[]): void => events.forEach((event) => sendOne(event));
  const sendAndWait = (ms: number, ...events: readonly AlertEvent[]): Promise<void> => {
    send(...events);
    return opened.clock.advance(ms);
  };
  return { ...opened, grouped, channel, send, sendAndWait };
}

const alerts = (count: number, number = 1, prefix = 'a'): AlertEvent[] =>
  Array.from({ length: count }, (_, at) => sampleEvent(number, { key: `${prefix}${at}` }));

const down = async (): Promise<never> => {
  throw new Error('the receiver is down');
};

describe('a channel with a group', () => {
  it('sends a few events one by one after the wait, and more as one digest', async () => {
    const { clock, grouped, kept, sendAndWait } = setUp();
    await clock.advance(5000);
    await sendAndWait(9999, ...alerts(3));
    expect(grouped.got).toEqual([]);
    await clock.advance(1);
    expect(grouped.got).toEqual(['a0-1', 'a1-1', 'a2-1']);
    await sendAndWait(10_000, ...alerts(4, 1, 'b'));
    expect(grouped.got.slice(3)).toEqual(['4: b0-1 b1-1 b2-1 b3-1']);
    expect(kept.size).toBe(0);
  });

  it.each([0, 600_000])('sends an alert that fires and clears in one window after a wait of %d ms', async (waitMs) => {
    const { grouped, sendAndWait } = setUp({ waitMs });
    await sendAndWait(waitMs, ...alerts(1), ...alerts(1, 2));
    expect(grouped.got).toEqual(['a0-1', 'a0-2']);
  });

  it('sends at most one digest a minute while a storm lasts, then single events again', async () => {
    const { clock, grouped, sendAndWait } = setUp();
    const times: number[] = [];
    grouped.answer = () => void times.push(clock.monotonic());
    const began = clock.monotonic();
    for (let second = 0; second < 240; second++) await sendAndWait(1000, ...alerts(4, 1, `at-${second}-`));
    await clock.advance(120_000);
    expect(grouped.digests.map(({ events }) => events.length)).toEqual([40, 240, 480, 200]);
    expect(times.map((at) => (at - began) / 1000)).toEqual([10, 70, 190, 310]);
    await clock.advance(120_000);
    await sendAndWait(10_000, sampleEvent(1));
    expect(grouped.got.at(-1)).toBe(sampleEvent(1).idempotencyKey);
  });

  it('lists the worst alerts first, and the events of one alert in their order', async () => {
    const { grouped, sendAndWait } = setUp({ max: 1 });
    await sendAndWait(
      10_000,
      sampleEvent(1, { key: 'ended' }),
      sampleEvent(1, { key: 'young', startedAt: 5 }),
      sampleEvent(1, { key: 'old', startedAt: 1 }),
      sampleEvent(2, { key: 'ended' }),
      sampleEvent(1, { key: 'bad', severity: 'critical', startedAt: 9 }),
    );
    expect(grouped.got).toEqual(['5: bad-1 old-1 young-1 ended-1 ended-2']);
    expect(grouped.digests[0]).toMatchObject({ counts: { fired: 3, cleared: 1, repeated: 0 }, attempt: 1 });
    expect(grouped.digests[0]?.by).toEqual({});
  });

  it('sends a digest for each value of `by`', async () => {
    const { grouped, send, sendAndWait } = setUp({ by: ['rule', 'team'], max: 1 });
    await sendAndWait(
      10_000,
      sampleEvent(1, { key: 'one', rule: 'full' }),
      sampleEvent(1, { key: 'two', rule: 'full', labels: {} }),
      sampleEvent(1, { key: 'three', rule: 'old', labels: { team: 'storage' } }),
    );
    expect(grouped.got).toEqual(['2: one-1 two-1', '1: three-1']);
    expect(grouped.digests.map(({ by }) => by)).toEqual([
      { rule: 'full', team: '' },
      { rule: 'old', team: 'storage' },
    ]);
    send(...Array.from({ length: 30 }, (_, at) => sampleEvent(1, { key: `${at}`, rule: `rule-${at}` })));
    await sendAndWait(60_000, sampleEvent(1, { key: 'again', rule: 'rule-0' }));
    expect(grouped.digests.slice(2).map(({ events }) => events.length)).toEqual([2, ...Array<number>(19).fill(1), 10]);
    expect(grouped.digests.at(-1)?.by).toEqual({});
  });

  it('gives a digest the same key on each attempt with the same events, and counts each event', async () => {
    const { clock, grouped, kept, logged, sendAndWait, status } = setUp();
    grouped.answer = down;
    await sendAndWait(10_000, ...alerts(5));
    expect(kept.size).toBe(5);
    expect(status()).toMatchObject({ delivered: 0, failed: 5, failuresInARow: 1 });
    const facts = { channel: 'pager', event: 'digest', events: 5, attempt: 1, error: 'the receiver is down' };
    expect(logged).toMatchObject([{ event: 'delivery-failed', facts }]);
    grouped.answer = () => {};
    await clock.advance(1499);
    expect(grouped.got).toEqual([]);
    await clock.advance(1);
    const idempotencyKey = logged[0]?.facts['idempotencyKey'];
    expect(grouped.digests).toEqual([expect.objectContaining({ attempt: 2, idempotencyKey })]);
    expect(kept.size).toBe(0);
    expect(status()).toMatchObject({ delivered: 5, failed: 5, failuresInARow: 0 });
  });

  it('sends what a long outage of the receiver has collected in a few messages', slow, async () => {
    const { clock, grouped, sendAndWait, deliveries } = setUp();
    grouped.answer = down;
    for (let minute = 0; minute < 60; minute++) await sendAndWait(60_000, ...alerts(10, 1, `at-${minute}-`));
    grouped.answer = () => {};
    await clock.advance(180_000);
    expect(deliveries.statuses[0]).toMatchObject({ queued: 0, delivered: 600, dropped: 0 });
    expect(grouped.got.length).toBeLessThanOrEqual(3);
  });

  it('is not blocked by a digest that the receiver never takes', async () => {
    const { grouped, channel, sendAndWait } = setUp();
    const { deliverDigest } = channel;
    channel.deliverDigest = (digest, options) =>
      digest.events.some(({ alert }) => alert.key === 'bad') ? down() : deliverDigest?.(digest, options);
    await sendAndWait(3_600_000, sampleEvent(1, { key: 'bad' }), ...alerts(5));
    for (const prefix of ['b', 'c']) await sendAndWait(120_000, ...alerts(5, 1, prefix));
    expect(grouped.got).toEqual(['5: b0-1 b1-1 b2-1 b3-1 b4-1', '5: c0-1 c1-1 c2-1 c3-1 c4-1']);
  });

  it('halves a digest that the receiver refuses, and drops only the event that it refuses alone', slow, async () => {
    const { grouped, channel, sendAndWait, deliveries } = setUp();
    const { deliver, deliverDigest } = channel;
    const refuseBad = (events: readonly AlertEvent[]): void => {
      if (events.some(({ alert }) => alert.key === 'a7')) throw new UndeliverableError('status 400');
    };
    channel.deliver = (delivery, options) => (refuseBad([delivery.event]), deliver(delivery, options));
    channel.deliverDigest = (digest, options) => (refuseBad(digest.events), deliverDigest?.(digest, options));
    await sendAndWait(600_000, ...alerts(3000));
    expect(deliveries.statuses[0]).toMatchObject({ queued: 0, delivered: 2999, dropped: 1 });
    expect(grouped.got.length).toBeLessThan(20);
  });

  const partly = (error: Error, recipientsLeft: readonly string[]) => (): never => {
    throw Object.assign(error, { recipientsLeft });
  };

  it('sends a digest that some recipients have again apart from failed and new events', async () => {
    const { grouped, sendAndWait } = setUp();
    grouped.answer = partly(new Error('y@example.com is full'), ['y@example.com']);
    await sendAndWait(10_000, ...alerts(4), ...alerts(4, 2));
    grouped.answer = down;
    await sendAndWait(60_000, ...alerts(4, 3), ...alerts(4, 1, 'b'));
    grouped.answer = () => {};
    await sendAndWait(180_000, ...alerts(4, 1, 'c'));
    expect(grouped.got.toSorted()).toEqual([
      '4: c0-1 c1-1 c2-1 c3-1',
      '8: a0-1 a0-2 a1-1 a1-2 a2-1 a2-2 a3-1 a3-2',
      '8: a0-3 a1-3 a2-3 a3-3 b0-1 b1-1 b2-1 b3-1',
    ]);
  });

  it('sends such a digest after a restart to all recipients that lack one of its events', async () => {
    const before = setUp();
    before.grouped.answer = partly(new Error('full'), ['x@example.com']);
    before.send(...alerts(4), ...alerts(4, 1, 'b'));
    await before.clock.advance(10_000);
    const kept = Array.from(before.kept, ([key, text]): [string, string] => [
      key,
      text.includes('"key":"b') ? text.replace('x@', 'y@') : text,
    ]);
    const { grouped, channel, sendAndWait } = setUp({}, new Map(kept));
    const lists: unknown[] = [];
    const { deliverDigest } = channel;
    channel.deliverDigest = (digest, options) => {
      lists.push(options.recipientsLeft);
      return deliverDigest?.(digest, options);
    };
    await sendAndWait(60_000, ...alerts(4, 1, 'c'));
    expect(grouped.got).toEqual(['8: a0-1 a1-1 a2-1 a3-1 b0-1 b1-1 b2-1 b3-1', '4: c0-1 c1-1 c2-1 c3-1']);
    expect(lists).toEqual([['x@example.com', 'y@example.com'], undefined]);
  });

  it.each([-1, 600_001])('refuses to wait for %d ms', (waitMs) => {
    const { channel, deliveries } = setUp();
    expect(() => deliveries.setChannels([{ ...channel, group: { waitMs } }])).toThrow('waitMs');
  });

  const inPairs = ['8 refused', '4 refused', '2', '4 refused', '2', '4 refused', '2', '2'];
  it.each([
    [alerts(8), 2, inPairs],
    [[...alerts(4), ...alerts(4, 2)], 2, inPairs],
    [
      alerts(5),
      1,
      ['5 refused', '3 refused', '2 refused', 'a0', '2 refused', 'a1', '2 refused', 'a2', '2 refused', 'a3', '1'],
    ],
  ])('halves a digest that is refused, and doubles it after each delivery: %#', async (events, most, sent) => {
    const { channel, sendAndWait } = setUp();
    const got: string[] = [];
    channel.deliver = ({ event }) => void got.push(event.alert.key);
    channel.deliverDigest = ({ events: { length } }) => {
      got.push(length > most ? `${length} refused` : `${length}`);
      if (length > most) throw new UndeliverableError('status 413');
    };
    await sendAndWait(10_000, ...events);
    expect(got).toEqual(sent);
  });

  it('sends the other digests before it tries the events of a refused digest again', async () => {
    const { channel, sendAndWait } = setUp({ by: ['rule'], max: 1 });
    const got: string[] = [];
    channel.deliverDigest = ({ by, events: { length } }) => {
      got.push(`${length} ${by['rule'] ?? ''}`);
      if (by['rule'] === 'bad') throw new UndeliverableError('status 400');
    };
    const rules = ['bad', 'bad', 'bad', 'bad', 'good', 'good'];
    await sendAndWait(10_000, ...rules.map((rule, at) => sampleEvent(1, { key: `a${at}`, rule })));
    expect(got.slice(0, 3)).toEqual(['4 bad', '2 good', '4 bad']);
  });

  it('sends one digest of a storm after an event that was refused by itself', async () => {
    const { grouped, channel, sendAndWait } = setUp();
    channel.deliver = () => {
      throw new UndeliverableError('status 400');
    };
    await sendAndWait(10_000, sampleEvent(1));
    await sendAndWait(10_000, ...alerts(5));
    expect(grouped.got).toEqual(['5: a0-1 a1-1 a2-1 a3-1 a4-1']);
  });

  it('tries a failed event again when it is due, and no sooner for new events', async () => {
    const { clock, grouped, send, channel } = setUp({ waitMs: 3000 });
    const { deliver } = channel;
    const times: number[] = [];
    const began = clock.monotonic();
    channel.deliver = (delivery, options) => {
      if (delivery.event.alert.key !== 'bad') return deliver(delivery, options);
      times.push(clock.monotonic() - began);
      return down();
    };
    send(sampleEvent(1, { key: 'bad' }));
    for (let second = 1; second <= 30; second++) {
      await clock.advance(1000);
      send(sampleEvent(1, { key: `${second}` }));
    }
    expect(times).toEqual([3000, 4500, 7000, 11_500, 20_000]);
    expect(grouped.got).toEqual(Array.from({ length: 29 }, (_, at) => `${at + 1}-1`));
  });

  it('tries a digest without an answer again after a delay, with half as many events', async () => {
    const { clock, sendAndWait, channel } = setUp();
    const got: string[] = [];
    const began = clock.monotonic();
    channel.deliverDigest = ({ events: { length } }) => {
      got.push(`${length} at ${clock.monotonic() - began}`);
      return length > 2 ? new Promise(() => {}) : undefined;
    };
    await sendAndWait(60_000, ...alerts(8));
    const times = ['8 at 10000', '4 at 21500', '2 at 31500', '2 at 31500', '4 at 34000', '2 at 48500', '2 at 48500'];
    expect(got).toEqual(times);
  });

  it('that refuses all digests gets the events of an alert by themselves and in order', async () => {
    const { grouped, channel, sendAndWait } = setUp({ max: 1 });
    channel.deliverDigest = () => {
      throw new UndeliverableError('status 413');
    };
    const [first, second] = alerts(2);
    await sendAndWait(600_000, ...alerts(2), ...alerts(2, 2), ...alerts(2, 3));
    const ofAlert = (event?: AlertEvent) => grouped.got.filter((key) => key.startsWith(`${event?.alert.key}-`));
    expect(grouped.got).toHaveLength(6);
    expect([ofAlert(first), ofAlert(second)]).toEqual([
      ['a0-1', 'a0-2', 'a0-3'],
      ['a1-1', 'a1-2', 'a1-3'],
    ]);
  });

  it('keeps the events of an alert behind the first one, which is tried again', async () => {
    const { clock, grouped, sendAndWait } = setUp();
    grouped.answer = () => {
      grouped.answer = () => {};
      return down();
    };
    await sendAndWait(10_000, ...alerts(1), ...alerts(1, 2));
    await sendAndWait(600, ...alerts(1, 3));
    expect(grouped.got).toEqual([]);
    await clock.advance(60_000);
    expect(grouped.got).toEqual(['a0-1', 'a0-2', 'a0-3']);
  });

  it('leaves out events that are not saved yet', async () => {
    const { clock, grouped, send, deliveries } = setUp();
    const release = deliveries.enqueue(sampleEvent(1, { key: 'x' }));
    send(sampleEvent(2, { key: 'x' }), ...alerts(3));
    deliveries.enqueue(sampleEvent(2, { key: 'a0' }));
    await clock.advance(10_000);
    expect(grouped.got).toEqual(['a0-1', 'a1-1', 'a2-1']);
    release();
    await clock.advance(10_000);
    expect(grouped.got.slice(3)).toEqual(['x-1', 'x-2']);
  });

  it('sends no digest whose events another monitor has delivered meanwhile', async () => {
    const { clock, grouped, send, deliveries } = setUp({ by: ['rule'], max: 1 });
    send(...['one', 'two'].map((key) => sampleEvent(1, { key, rule: key })));
    grouped.answer = () => void deliveries.discard('two-1', 'pager');
    await clock.advance(60_000);
    expect([grouped.got, deliveries.statuses[0]?.failed]).toEqual([['1: one-1'], 0]);
  });

  it('delivers each event again that no digest has delivered before a restart', async () => {
    const before = setUp();
    before.grouped.answer = down;
    before.send(...alerts(5));
    await before.clock.advance(20_000);
    const { grouped, kept, sendAndWait } = setUp({}, new Map(before.kept));
    await sendAndWait(10_000, sampleEvent(2, { key: 'a0' }));
    expect(grouped.got).toEqual(['6: a1-1 a2-1 a3-1 a4-1 a0-1 a0-2']);
    expect(kept.size).toBe(0);
  });

  it('that loses its group sends each event by itself', async () => {
    const { clock, grouped, send, channel, deliveries } = setUp();
    send(...alerts(5));
    deliveries.setChannels([{ ...channel, group: undefined }]);
    await clock.advance(0);
    expect(grouped.got).toEqual(['a0-1', 'a1-1', 'a2-1', 'a3-1', 'a4-1']);
  });
});

it('a digest has the time of its last event, and a key that no order changes', () => {
  const events = [sampleEvent(1), sampleEvent(4, { key: 'x' }), { ...sampleEvent(3), kind: 'repeated' as const }];
  const digest = createDigest(events, {}, 7);
  expect(digest).toMatchObject({ at: sampleEvent(4).at, counts: { fired: 0, cleared: 1, repeated: 1 }, attempt: 7 });
  expect(digest.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
  expect(createDigest(events.toReversed(), {}, 1).idempotencyKey).toBe(digest.idempotencyKey);
  const others = [...events.slice(1), sampleEvent(5)];
  expect(createDigest(others, {}, 1).idempotencyKey).not.toBe(digest.idempotencyKey);
});

it('alerts are grouped by members and labels, which may be absent', () => {
  const alert = sampleAlert({ labels: { team: 'storage', rule: 'no' } });
  const by = ['rule', 'severity', 'resource', 'team', 'constructor'];
  const values = { rule: 'nearly-full', severity: 'warning', resource: 'database', team: 'storage', constructor: '' };
  expect(groupValuesOf(alert, by)).toEqual(values);
  expect(groupValuesOf(sampleAlert(), ['team'])).toEqual({ team: '' });
});

it.each([
  [{ fired: 1200, cleared: 1, repeated: 2 }, '1,200 alerts fired, 2 alerts still firing, 1 alert cleared.'],
  [{ fired: 0, cleared: 3, repeated: 0 }, '3 alerts cleared.'],
])('describes the counts %j', (counts, text) => {
  expect(describeDigest({ counts } as Digest)).toBe(text);
});

const MANY = scaled({ short: 300, long: 3000 });

it(
  `${MANY} databases that are suspended for 60 s are at most 3 messages a channel; the list and the log have each`,
  slow,
  async () => {
    const ids = Array.from({ length: MANY }, (_, at) => `db-${at}`);
    const world = createWorld(ids);
    const messages: (readonly AlertEvent[])[] = [];
    const channel: Channel = {
      name: 'pager',
      group: {},
      deliver: ({ event }) => void messages.push([event]),
      deliverDigest: ({ events }) => void messages.push(events),
    };
    const { monitor, told, logged } = await openMonitored(world, { rules: [suspended], channels: [channel] });
    await world.clock.advance(120_000);
    await world.change(ids, { state: 'suspended' }, 62_000);
    expect(monitor.alerts.value).toHaveLength(MANY);
    await world.change(ids, { state: 'active' }, 300_000);
    expect(told()).toHaveLength(2 * MANY);
    expect(logged.filter((event) => event === 'alert-fired' || event === 'alert-cleared')).toHaveLength(2 * MANY);
    const events = messages.flat();
    expect(events.map(({ kind, alert }) => `${kind} ${alert.key}`).toSorted()).toEqual([...told()].toSorted());
    expect(messages.length).toBeLessThanOrEqual(3);
  },
);
