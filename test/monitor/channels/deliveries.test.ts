import { describe, expect, it } from 'vitest';
import type { Alert, AlertEvent } from '../../../src/monitor/alerts/alert.js';
import type { FailedAttempt } from '../../../src/monitor/channels/attempt.js';
import { healthAfterFailure, HEALTHY, isOutage } from '../../../src/monitor/channels/channel-health.js';
import { UndeliverableError, type Channel, type Delivery } from '../../../src/monitor/channels/channel.js';
import type { DeliveryGroup } from '../../../src/monitor/channels/channel-queue.js';
import type { Deliveries, DeliveriesOptions } from '../../../src/monitor/channels/deliveries.js';
import { createGate } from '../../support/gate.js';
import { createLateClock } from '../../support/late-clock.js';
import { createManualClock } from '../../support/manual-clock.js';
import { slow } from '../../support/slow.js';
import { openDeliveries } from './opened-deliveries.js';
import { createDeliveries, sampleAlert, sampleEvent } from './sample-events.js';

type Reaction = (delivery: Delivery, signal: AbortSignal) => Promise<void> | void;

/** A channel that keeps what it gets. The n-th attempt gets the n-th reaction; later attempts get the last. */
function createChannel(name: string, ...reactions: Reaction[]): Channel & { readonly got: string[] } {
  const got: string[] = [];
  return {
    name,
    got,
    deliver(delivery, { signal }) {
      got.push(`${delivery.event.idempotencyKey} #${delivery.attempt}`);
      return reactions[Math.min(got.length, reactions.length) - 1]?.(delivery, signal);
    },
  };
}

/** Opens deliveries to one channel, whose attempts get these reactions. */
function openChannel(...reactions: Reaction[]) {
  const channel = createChannel('pager', ...reactions);
  return { channel, ...openDeliveries([channel]) };
}

const fail: Reaction = async () => {
  throw new Error('the receiver is down');
};
const failWith =
  (error: Error, facts: object = {}): Reaction =>
  () =>
    Promise.reject(Object.assign(error, facts));
const refuse = failWith(new UndeliverableError('status 400'));
const askFor = (retryAfterMs: number): Reaction => failWith(new Error('status 429'), { retryAfterMs });
const work: Reaction = async () => {};
const hang: Reaction = () => new Promise(() => {});
const alertKey = sampleAlert().key;
const other = { key: 'other' };
const repeated = (key?: string): AlertEvent => {
  const event = sampleEvent(1, key === undefined ? {} : { key });
  return { ...event, kind: 'repeated', idempotencyKey: `${event.alert.key}-again` };
};
const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

describe('a delivery', () => {
  it('reaches each named channel once and is forgotten, and an unknown name is logged', async () => {
    const [first, second, third] = [createChannel('first'), createChannel('second'), createChannel('third')];
    const { clock, kept, send, status, logged } = openDeliveries([first, second, third]);
    send(sampleEvent(1), ['first', 'chat', 'second', 'first']);
    expect(kept.size).toBe(2);
    expect(logged).toMatchObject([{ level: 'warn', event: 'channel-unknown', facts: { channel: 'chat' } }]);
    await clock.advance(0);
    expect([first.got, second.got, third.got]).toEqual([[`${alertKey}-1 #1`], [`${alertKey}-1 #1`], []]);
    expect(kept.size).toBe(0);
    expect(status()).toMatchObject({ queued: 0, delivered: 1, failed: 0, dropped: 0 });
  });

  it('begins when the previous delivery of the channel has ended', async () => {
    const ends: (() => void)[] = [];
    const { channel, clock, send } = openChannel(() => new Promise((resolve) => void ends.push(resolve)));
    for (const at of numbers(3)) send(sampleEvent(1, { key: `alert-${at}` }));
    for (const at of numbers(3)) {
      await clock.advance(5000);
      expect(channel.got).toHaveLength(at + 1);
      ends[at]?.();
    }
  });

  it('waits until the event is released', async () => {
    const { channel, clock, kept, deliveries } = openChannel();
    const release = deliveries.enqueue(sampleEvent(1), undefined);
    deliveries.wake();
    await clock.advance(60_000);
    expect(channel.got).toEqual([]);
    expect([...kept.keys()]).toEqual(['delivery/pager/0000000000000000']);
    release();
    await clock.advance(0);
    expect(channel.got).toHaveLength(1);
  });

  it('is repeated with backoff under one key until it succeeds', async () => {
    const { channel, clock, kept, sendAndWait, status, logged } = openChannel(fail, fail, fail, work);
    await sendAndWait(1000, sampleEvent(1));
    expect(channel.got).toHaveLength(1);
    expect(status()).toMatchObject({ queued: 1, failed: 1, failuresInARow: 1, lastError: 'the receiver is down' });
    await clock.advance(10_000);
    expect(channel.got).toEqual(numbers(4).map((at) => `${alertKey}-1 #${at + 1}`));
    expect(status()).toMatchObject({ queued: 0, delivered: 1, failed: 3, failuresInARow: 0 });
    expect(status()).not.toHaveProperty('lastError');
    expect(kept.size).toBe(0);
    expect(logged.map(({ event, facts }) => [event, facts['retryMs']])).toEqual([
      ['delivery-failed', 1500],
      ['delivery-failed', 2500],
      ['delivery-failed', 4500],
      ['delivered', undefined],
    ]);
  });

  it('waits at most a minute between two attempts, also while other events succeed', slow, async () => {
    const attempts: number[] = [];
    const channel = createChannel('pager', ({ event }) => {
      if (event.alert.key !== alertKey) return;
      attempts.push(clock.monotonic());
      throw new Error('down');
    });
    const { clock, send } = openDeliveries([channel], { random: () => 0.999999 });
    send(sampleEvent(1));
    for (const at of numbers(360)) {
      await clock.advance(10_000);
      send(sampleEvent(1, { key: `other-${at}` }));
    }
    const delays = attempts.slice(1).map((at, index) => at - (attempts[index] as number));
    expect(Math.max(...delays)).toBeLessThanOrEqual(60_000);
    expect(Math.max(...delays)).toBeGreaterThan(59_000);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(1000);
  });

  it('that is refused for good is dropped', async () => {
    const { channel, kept, status, sendAndWait, logged } = openChannel(refuse);
    await sendAndWait(3_600_000, sampleEvent(1));
    expect(channel.got).toHaveLength(1);
    expect(kept.size).toBe(0);
    expect(status()).toMatchObject({ queued: 0, failed: 1, dropped: 1 });
    expect(logged).toMatchObject([
      { level: 'error', event: 'delivery-dropped', facts: { alert: alertKey, reason: 'refused', error: 'status 400' } },
    ]);
  });

  it('is given up after 24 h of failures', slow, async () => {
    const { clock, kept, sendAndWait, status, logged } = openChannel(fail);
    await sendAndWait(23 * 3_600_000, sampleEvent(1));
    expect(status()).toMatchObject({ queued: 1, dropped: 0 });
    await clock.advance(1.2 * 3_600_000);
    expect(status()).toMatchObject({ queued: 0, dropped: 1 });
    expect(kept.size).toBe(0);
    expect(logged.at(-1)).toMatchObject({ event: 'delivery-dropped', facts: { reason: 'expired' } });
    expect(clock.pending).toBe(0);
  });

  it('is not given up at the first failures after a sleep of two days in an outage', async () => {
    const timers = createManualClock();
    const clock = createLateClock(timers);
    let isDown = true;
    const channel = createChannel('pager', (...given) => (isDown ? fail(...given) : undefined));
    const { send, status } = openDeliveries([channel], { clock });
    send(sampleEvent(1));
    await timers.advance(600_000);
    // The monotonic time of macOS and Windows includes sleep.
    clock.pass(48 * 3_600_000);
    await timers.advance(300_000);
    expect(status()).toMatchObject({ queued: 1, dropped: 0 });
    isDown = false;
    await timers.advance(120_000);
    expect(status()).toMatchObject({ queued: 0, delivered: 1, dropped: 0 });
  });

  it('waits as long as the receiver asks, at most 1 h', async () => {
    const { channel, clock, send, sendAndWait } = openChannel(askFor(20_000), askFor(1e12), work);
    send(sampleEvent(1));
    await sendAndWait(19_999, sampleEvent(1, other));
    expect(channel.got).toHaveLength(1);
    await clock.advance(1);
    expect(channel.got).toHaveLength(2);
    await clock.advance(3_599_999);
    expect(channel.got).toHaveLength(2);
    await clock.advance(1);
    expect(channel.got).toHaveLength(4);
  });
});

describe('the order of events', () => {
  it('is kept for one alert while an earlier event fails', async () => {
    const { channel, send, sendAndWait } = openChannel(fail, fail, work);
    send(sampleEvent(1));
    send(sampleEvent(2));
    await sendAndWait(60_000, sampleEvent(3));
    const got = channel.got.map((line) => line.slice(alertKey.length + 1));
    expect(got).toEqual(['1 #1', '1 #2', '1 #3', '2 #1', '3 #1']);
  });

  it('lets an event that was never tried go before events that fail', async () => {
    const { channel, clock, send, sendAndWait } = openChannel(fail);
    for (const at of numbers(50)) send(sampleEvent(1, { key: `bad-${at}` }));
    await clock.advance(3_600_000);
    await sendAndWait(60_000, sampleEvent(1, { key: 'good' }));
    expect(channel.got).toContain('good-1 #1');
  });

  it('is that of the delays among events that have failed', async () => {
    const { channel, clock, send, sendAndWait } = openChannel(fail, fail, fail, fail, work);
    send(sampleEvent(1));
    // It has failed three times, and is due at 8.5 s.
    await clock.advance(5000);
    await sendAndWait(1500, sampleEvent(1, other));
    expect(channel.got.slice(3)).toEqual(['other-1 #1', 'other-1 #2']);
  });

  it('tries an event again while new events never end', async () => {
    const takeLong: Reaction = () => new Promise((resolve) => void clock.schedule(resolve, 1000));
    const { channel, clock, sendAndWait } = openChannel(fail, takeLong);
    for (const at of numbers(20)) await sendAndWait(500, sampleEvent(1, { key: `alert-${at}` }));
    expect(channel.got).toContain('alert-0-1 #2');
  });
});

describe('a broken channel', () => {
  it.each<[string, Reaction]>([
    [
      'throws synchronously',
      () => {
        throw new Error('broken');
      },
    ],
    ['hangs and ignores its signal', hang],
    ['rejects with undefined', () => Promise.reject(undefined)],
  ])('that %s harms no other channel', async (_, reaction) => {
    const [broken, good] = [createChannel('broken', reaction), createChannel('good')];
    const { clock, send, status } = openDeliveries([broken, good]);
    for (const at of numbers(20)) send(sampleEvent(1, { key: `alert-${at}` }));
    await clock.advance(60_000);
    expect(good.got).toHaveLength(20);
    expect(status('broken')).toMatchObject({ queued: 20, delivered: 0 });
    expect(status('broken')?.failed).toBeGreaterThan(4);
    expect(typeof status('broken')?.lastError).toBe('string');
  });

  it('has its attempts aborted at the deadline', async () => {
    const signals: AbortSignal[] = [];
    const { clock, sendAndWait, status } = openChannel((_, signal) => (signals.push(signal), new Promise(() => {})));
    await sendAndWait(9999, sampleEvent(1));
    expect(signals[0]?.aborted).toBe(false);
    await clock.advance(1);
    expect(signals[0]?.aborted).toBe(true);
    expect(status()?.lastError).toBe('no result within 10 s');
  });

  it('gets at most one event a minute in the mean, until it works', slow, async () => {
    let isBroken = true;
    const { channel, clock, send, status } = openChannel((...given) => (isBroken ? fail(...given) : undefined));
    for (const at of numbers(1000)) send(sampleEvent(1, { key: `alert-${at}` }));
    await clock.advance(3_600_000);
    // Full jitter halves the delay of a minute in the mean.
    expect(channel.got.length).toBeLessThan(150);
    isBroken = false;
    await clock.advance(60_000);
    expect(status()).toMatchObject({ queued: 0, delivered: 1000, failuresInARow: 0 });
  });

  it('waits by itself after five faults in a row, and as long as it asked', () => {
    const fault = { kind: 'failed', message: '', retryAfterMs: 0, isFinal: false, isTimeout: false } as const;
    const moment = { nowMs: 1000, random: () => 0 };
    let health = HEALTHY;
    const heldAfter = (more: Partial<FailedAttempt>): number => {
      health = healthAfterFailure(health, { ...fault, ...more }, moment);
      expect(isOutage(health)).toBe(health.faultsInARow >= 5);
      return health.heldUntilMs - moment.nowMs;
    };
    expect(numbers(5).map(() => heldAfter({}))).toEqual([0, 0, 0, 0, 1000]);
    expect([heldAfter({ retryAfterMs: 2700 }), heldAfter({ retryAfterMs: 5 })]).toEqual([2700, 1000]);
    expect([heldAfter({ isFinal: true }), heldAfter({ retryAfterMs: 700 })]).toEqual([0, 700]);
    expect(health).toMatchObject({ failuresInARow: 9, faultsInARow: 1 });
  });
});

describe('an event that some recipients of a channel have', () => {
  const recipientsLeft = ['y@example.com'];
  const deferred = failWith(new Error('y@example.com is full'), { recipientsLeft });
  const refused = failWith(new UndeliverableError('y@example.com is gone'), { recipientsLeft: [] });

  /** Opens deliveries to one channel. `told` has the keys of the events that were delivered. */
  function openMail(channel: Channel, kept?: Map<string, string>) {
    const told: string[] = [];
    const onDelivered: DeliveriesOptions['onDelivered'] = ({ idempotencyKey }) => void told.push(idempotencyKey);
    return { told, ...openDeliveries([channel], { onDelivered }, kept) };
  }

  /** A channel that works, and keeps the keys of the events and their recipients. */
  function createMail() {
    const got: unknown[] = [];
    const deliver: Channel['deliver'] = ({ event }, options) =>
      void got.push([event.idempotencyKey, options.recipientsLeft]);
    return { name: 'mail', deliver, got };
  }

  it('is sent to the others alone after a restart, and holds up no later event', async () => {
    const before = openDeliveries([createChannel('mail', deferred)]);
    before.send(sampleEvent(1));
    await before.clock.advance(0);
    const mail = createMail();
    const { told, kept, sendAndWait } = openMail(mail, new Map(before.kept));
    await sendAndWait(1000, sampleEvent(2));
    expect(mail.got).toEqual([
      [`${alertKey}-1`, recipientsLeft],
      [`${alertKey}-2`, undefined],
    ]);
    expect([told, kept.size]).toEqual([[`${alertKey}-2`], 0]);
  });

  it('is delivered if the others refuse it for good, and the refusal is logged', async () => {
    const { told, kept, status, sendAndWait, logged } = openMail(createChannel('mail', refused));
    await sendAndWait(60_000, sampleEvent(1));
    expect([told, kept.size]).toEqual([[`${alertKey}-1`], 0]);
    expect(status()).toMatchObject({ queued: 0, delivered: 1, failed: 0, dropped: 0, failuresInARow: 0 });
    expect(logged).toMatchObject([
      { level: 'warn', event: 'recipients-refused', facts: { channel: 'mail', error: 'y@example.com is gone' } },
      { event: 'delivered' },
    ]);
  });

  it('is tried again for the others, and holds up no later event and no other alert', async () => {
    const channel = createChannel('mail', ...numbers(9).map(() => deferred), work);
    const { told, clock, kept, send, status, logged } = openMail(channel);
    send(sampleEvent(1));
    send(sampleEvent(2));
    for (const at of numbers(5)) send(sampleEvent(1, { key: `alert-${at}` }));
    await clock.advance(0);
    const keys = [`${alertKey}-1`, `${alertKey}-2`, ...numbers(5).map((at) => `alert-${at}-1`)];
    expect(channel.got).toEqual(keys.map((key) => `${key} #1`));
    expect(told).toEqual(keys);
    expect(status()).toMatchObject({ queued: 7, delivered: 0, failed: 0, failuresInARow: 0 });
    expect(logged).toMatchObject(
      keys.map(() => ({ event: 'delivery-failed', facts: { error: 'y@example.com is full', retryMs: 1500 } })),
    );
    await clock.advance(10_000);
    expect(channel.got.slice(7)).toEqual([
      ...keys.map((key) => `${key} #2`),
      ...keys.slice(0, 2).map((key) => `${key} #3`),
    ]);
    expect(told).toEqual(keys);
    expect(status()).toMatchObject({ queued: 0, delivered: 7, failed: 0, dropped: 0 });
    expect(kept.size).toBe(0);
  });

  it('ends the failures in a row of the channel', async () => {
    const channel = createChannel('mail', fail, fail, fail, fail, deferred, work);
    const { status, sendAndWait } = openDeliveries([channel]);
    await sendAndWait(20_000, sampleEvent(1));
    expect(status()).toMatchObject({ queued: 1, failed: 4, failuresInARow: 0 });
    expect(channel.got).toHaveLength(5);
  });

  it.each<[string, Reaction]>([
    ['tried again', deferred],
    ['dropped', refuse],
  ])('is not %s after another monitor has delivered it', async (_, reaction) => {
    const { opened, open } = createGate();
    const { channel, clock, deliveries, kept, sendAndWait, status } = openChannel((...given) =>
      opened.then(() => reaction(...given)),
    );
    await sendAndWait(0, sampleEvent(1));
    deliveries.discard(`${alertKey}-1`, 'pager');
    open();
    await clock.advance(600_000);
    expect(channel.got).toHaveLength(1);
    expect(status()).toMatchObject({ queued: 0, dropped: 0 });
    expect(kept.size).toBe(0);
  });
});

it('a repeated event is delivered, unless an earlier event of its alert waits', async () => {
  const { channel, clock, send, sendAndWait, status } = openChannel(fail, work);
  await sendAndWait(0, sampleEvent(1));
  send(repeated());
  send(repeated('other'));
  expect(status()).toMatchObject({ queued: 2 });
  await clock.advance(60_000);
  await sendAndWait(0, repeated());
  expect(channel.got.slice(2)).toEqual([`${alertKey}-1 #2`, `${alertKey}-again #1`]);
});

it('a repeated event is no delivery of a channel that wants none, and does not end its failures', async () => {
  const channel = { ...createChannel('pager', fail, work), sendRepeated: false };
  const { sendAndWait, status } = openDeliveries([channel]);
  await sendAndWait(0, sampleEvent(1));
  await sendAndWait(0, repeated('other'));
  expect(channel.got).toEqual([`${alertKey}-1 #1`]);
  expect(status()).toMatchObject({ queued: 1, delivered: 0, failuresInARow: 1 });
});

describe('a member of a group', () => {
  function join(channels: readonly Channel[]) {
    const told: string[] = [];
    const turn = { delivers: true, finished: '' };
    const group: DeliveryGroup = {
      delivers: () => turn.delivers,
      isFinished: (key, channel) => `${channel} ${key}` === turn.finished,
      onFinished: (key, channel) => void told.push(`finished ${channel} ${key}`),
      onPartial: (key, channel, left) => void told.push(`partial ${channel} ${key} ${left.join(' ')}`),
      onGivenUp: (key, channel) => void told.push(`given up ${channel} ${key}`),
    };
    return { ...openDeliveries(channels, { group: () => group }), told, turn };
  }
  /** The event of a breach. */
  const ofBreach = (breach: number, kind: AlertEvent['kind']): AlertEvent => {
    return { ...sampleEvent(1, { key: 'x' }), idempotencyKey: `${breach} ${kind}`, kind, breach };
  };

  it('tells the group of an event that it gives up, if it delivers and has the channel', async () => {
    const reactions: Reaction[] = [
      refuse,
      () => void (turn.delivers = false),
      (...given) => ((turn.delivers = false), refuse(...given)),
      hang,
    ];
    const { clock, deliveries, send, status, told, turn } = join([createChannel('pager', ...reactions)]);
    for (const at of numbers(4)) {
      send(sampleEvent(1, { key: `alert-${at}` }));
      turn.delivers = true;
      deliveries.wake();
      await clock.advance(0);
    }
    expect(status()).toMatchObject({ delivered: 1, dropped: 2 });
    deliveries.setChannels([]);
    expect(told).toEqual(['finished pager alert-0-1', 'finished pager alert-1-1']);
  });

  it('tells the group which recipients lack an event, and then sends it only to those that no member has reached', async () => {
    const recipients: unknown[] = [];
    const channel: Channel = {
      name: 'mail',
      async deliver(_, { recipientsLeft }) {
        recipients.push(recipientsLeft);
        if (recipients.length > 1) return;
        throw Object.assign(new Error('full'), { recipientsLeft: ['y', 'z'], retryAfterMs: 60_000 });
      },
    };
    const { clock, deliveries, kept, sendAndWait, told } = join([channel]);
    const key = `${alertKey}-1`;
    await sendAndWait(0, sampleEvent(1));
    expect(told).toEqual([`partial mail ${key} y z`]);
    const news = [key, key, `${alertKey}-2`].map((each) => deliveries.discard(each, 'mail', ['x', 'z']));
    expect(news).toEqual([true, false, false]);
    expect([...kept.values()].map((text): unknown => JSON.parse(text).recipientsLeft)).toEqual([['z']]);
    await clock.advance(60_000);
    expect(recipients).toEqual([undefined, ['z']]);
    expect(told.slice(1)).toEqual([`finished mail ${key}`]);
  });

  it('does not add an event that the group has finished, tells which events wait, and gives up events', () => {
    const { deliveries, send, kept, told, turn } = join([createChannel('pager', hang), createChannel('chat', hang)]);
    const [first, second] = [sampleEvent(1), sampleEvent(2)];
    turn.finished = `pager ${second.idempotencyKey}`;
    for (const event of [first, first, second]) send(event);
    expect(kept.size).toBe(3);
    expect([...deliveries.waiting()]).toEqual([
      { event: first, channels: ['pager', 'chat'] },
      { event: second, channels: ['chat'] },
    ]);
    turn.finished = 'chat other-1';
    const keys = [first.idempotencyKey, 'other-1', 'third-1'];
    expect(keys.map((key) => deliveries.knows(key))).toEqual([true, true, false]);
    deliveries.giveUp({ event: first });
    deliveries.giveUp({ event: second, channels: ['chat'] });
    expect(told).toEqual([
      `given up pager ${first.idempotencyKey}`,
      `given up chat ${first.idempotencyKey}`,
      `given up chat ${second.idempotencyKey}`,
    ]);
  });

  it.each<[string, readonly AlertEvent[], number, AlertEvent['kind'], readonly string[]]>([
    ['of an earlier breach', [ofBreach(1, 'fired'), ofBreach(1, 'cleared')], 2, 'fired', ['1 fired', '1 cleared']],
    ['of the same breach', [ofBreach(1, 'fired')], 1, 'cleared', ['1 fired']],
    ['but not the known event', [ofBreach(1, 'fired')], 1, 'fired', []],
    ['but none before a later one', [ofBreach(1, 'fired'), ofBreach(2, 'fired')], 1, 'cleared', []],
    ['but none without a breach', [sampleEvent(1, { key: 'x' })], 1, 'cleared', []],
  ])('discards events %s', (_, events, breach, kind, discarded) => {
    const { deliveries, kept, send, told, turn } = join([createChannel('pager')]);
    turn.delivers = false;
    for (const event of events) send(event);
    deliveries.discardBefore('x', breach, kind);
    deliveries.discardBefore('y', breach, kind);
    expect(told).toEqual(discarded.map((key) => `given up pager ${key}`));
    expect(kept.size).toBe(events.length - discarded.length);
  });

  it('delivers the next event of an alert after it has discarded the first', async () => {
    const channel = createChannel('pager', fail);
    const { clock, deliveries, kept, send } = join([channel]);
    for (const number of [1, 2]) send(sampleEvent(number));
    await clock.advance(0);
    for (const name of ['chat', 'pager', 'pager']) deliveries.discard(`${alertKey}-1`, name);
    await clock.advance(0);
    expect(channel.got).toEqual([`${alertKey}-1 #1`, `${alertKey}-2 #1`]);
    expect(kept.size).toBe(1);
  });
});

describe('a restart', () => {
  it('delivers kept events again, in order and under the same keys', async () => {
    const before = openChannel(fail);
    // This monitor was in a group, and is not any more.
    for (const number of [1, 2, 3]) before.send({ ...sampleEvent(number), breach: number });
    await before.clock.advance(5000);
    const channel = createChannel('pager');
    const { clock, kept, send } = openDeliveries([channel], {}, new Map(before.kept));
    send(sampleEvent(4));
    expect([...kept.keys()].map((key) => Number(key.slice(-2)))).toEqual([0, 1, 2, 3]);
    await clock.advance(0);
    expect(channel.got).toEqual(numbers(4).map((at) => `${alertKey}-${at + 1} #1`));
    expect(kept.size).toBe(0);
  });

  it('drops kept events of a channel that is gone, and values that it cannot read', async () => {
    const before = openDeliveries([createChannel('old', fail)]);
    before.send(sampleEvent(1));
    const damaged = ['', '{}', 'null', '{"queuedAt":1,"event":{"kind":"fired"}}'].map((text, at): [string, string] => [
      `delivery/pager/000000000000000${at}`,
      text,
    ]);
    const long = `delivery/${'x'.repeat(300)}`;
    const values = new Map([...before.kept, ...damaged, [long, '']]);
    const { kept, logged } = openDeliveries([createChannel('pager')], {}, values);
    expect(kept.size).toBe(0);
    expect(logged.map(({ event }) => event).toSorted()).toEqual([
      'delivery-dropped',
      ...[...damaged, long].map(() => 'delivery-unreadable'),
    ]);
    expect(logged.flatMap(({ event, facts }) => (event === 'delivery-unreadable' ? [facts] : []))).toEqual([
      ...damaged.map(([key]) => ({ key })),
      { key: long.slice(0, 200) },
    ]);
  });

  it('delivers an event once that was kept twice', async () => {
    const before = openChannel(fail);
    before.send(sampleEvent(1));
    const [text = ''] = before.kept.values();
    const channel = createChannel('pager');
    const twice = new Map([...before.kept, ['delivery/pager/0000000000000007', text]]);
    const { clock, kept, logged } = openDeliveries([channel], {}, twice);
    await clock.advance(0);
    expect([channel.got.length, kept.size, logged.map(({ event }) => event)]).toEqual([1, 0, ['delivered']]);
  });

  it('gives an old event ten minutes more', async () => {
    const before = openChannel(fail);
    before.send(sampleEvent(1));
    const kept = new Map([...before.kept].map(([key, text]) => [key, text.replace(/"queuedAt":\d+/, '"queuedAt":0')]));
    const { clock, sendAndWait, status } = openDeliveries([createChannel('pager', fail)], {}, kept);
    await clock.advance(500_000);
    expect(status()).toMatchObject({ queued: 1 });
    await sendAndWait(1_000_000, sampleEvent(1, other));
    expect(status()).toMatchObject({ queued: 1, dropped: 1 });
  });
});

describe('a repetition', () => {
  const firing: readonly Alert[] = [sampleAlert()];
  const repeating = (repeat: NonNullable<Channel['repeat']>): Channel => {
    return { ...createChannel('pager'), repeatMs: 60_000, repeat };
  };

  it('sends the firing alerts at the start and at each interval, and nothing while no alert fires', async () => {
    const got: (readonly Alert[])[] = [];
    const channel = repeating((alerts, { signal }) => (signal.throwIfAborted(), void got.push(alerts)));
    const { clock, logged } = openDeliveries([channel], { firing: () => firing });
    await clock.advance(0);
    expect([got, logged]).toEqual([[firing], []]);
    await clock.advance(59_999);
    expect(got).toHaveLength(1);
    await clock.advance(120_001);
    expect(got).toHaveLength(4);
    await openDeliveries([channel]).clock.advance(600_000);
    expect(got).toHaveLength(4);
  });

  it('that fails is logged and tried at the next interval', async () => {
    let count = 0;
    const channel = repeating(async () => {
      count += 1;
      if (count === 1) throw Object.assign(new Error('down'), { retryAfterMs: 20_000 });
    });
    const { clock, logged, status } = openDeliveries([channel], { firing: () => firing });
    await clock.advance(59_999);
    expect(logged).toMatchObject([
      { event: 'repeat-failed', facts: { channel: 'pager', error: 'down', retryMs: 20_000 } },
    ]);
    expect(status()).toMatchObject({ failed: 0, failuresInARow: 1, lastError: 'down' });
    await clock.advance(1);
    expect(count).toBe(2);
    expect(status()).not.toHaveProperty('lastError');
  });

  it('never overtakes an event that clears an alert', async () => {
    const order: string[] = [];
    const { opened, open } = createGate();
    const repeat = () => opened.then(() => void order.push('repeated'));
    const deliver: Channel['deliver'] = ({ event }) => void order.push(event.kind);
    const { clock, sendAndWait } = openDeliveries([{ ...repeating(repeat), deliver }], { firing: () => firing });
    await sendAndWait(0, sampleEvent(2));
    expect(order).toEqual([]);
    open();
    await clock.advance(0);
    expect(order).toEqual(['repeated', 'cleared']);
  });
});

describe('setChannels', () => {
  it('adds a channel, which delivers after the start and until the end', async () => {
    const [first, second, third] = [createChannel('first'), createChannel('second'), createChannel('third')];
    const clock = createManualClock();
    const deliveries = createDeliveries([first], { clock });
    const send = async (event: AlertEvent): Promise<number[]> => {
      deliveries.enqueue(event)();
      await clock.advance(0);
      return [first, second, third].map(({ got }) => got.length);
    };
    const { statuses } = deliveries;
    expect(deliveries.statuses).toBe(statuses);
    deliveries.setChannels([first, second]);
    expect(deliveries.statuses).toHaveLength(2);
    expect(await send(sampleEvent(1))).toEqual([0, 0, 0]);
    deliveries.start();
    await clock.advance(0);
    deliveries.setChannels([first, second, third]);
    expect(await send(sampleEvent(2))).toEqual([2, 2, 1]);
    await deliveries.drain(0);
    deliveries.start();
    expect(await send(sampleEvent(3))).toEqual([2, 2, 1]);
  });

  it('keeps the queue of a name, and drops the queues of other names', async () => {
    const channels = [createChannel('kept', fail), createChannel('gone', fail)];
    const { clock, kept, deliveries, sendAndWait, logged } = openDeliveries(channels);
    await sendAndWait(0, sampleEvent(1));
    const next = createChannel('kept');
    deliveries.setChannels([next]);
    await clock.advance(5000);
    expect(next.got).toEqual([`${alertKey}-1 #2`]);
    expect(kept.size).toBe(0);
    expect(logged.filter(({ event }) => event === 'delivery-dropped')).toMatchObject([
      { facts: { channel: 'gone', reason: 'channel-removed' } },
    ]);
    expect(deliveries.statuses.map(({ name }) => name)).toEqual(['kept']);
  });

  it.each([
    ['begins a running attempt again', hang, { attempt: 1, failed: 0 }],
    ['tries failed events at once', askFor(3_600_000), { attempt: 2, failed: 1 }],
  ])('%s with the new channel, and not while the channel stays', async (_, deliver, { attempt, failed }) => {
    const { channel, clock, deliveries, sendAndWait, status } = openChannel(deliver);
    await sendAndWait(0, sampleEvent(1));
    deliveries.setChannels([channel]);
    await clock.advance(0);
    expect(channel.got).toHaveLength(1);
    const next = createChannel('pager');
    deliveries.setChannels([next]);
    await clock.advance(0);
    expect(next.got).toEqual([`${alertKey}-1 #${attempt}`]);
    expect(status()).toMatchObject({ failed, delivered: 1 });
  });

  it('sends an event once to the new channel when the previous one calls it', async () => {
    const next = createChannel('pager', () => new Promise((resolve) => clock.schedule(() => resolve(), 1000)));
    const previous = createChannel('pager', () => {
      deliveries.setChannels([next]);
      return new Promise(() => {});
    });
    const { clock, deliveries, sendAndWait, status } = openDeliveries([previous]);
    await sendAndWait(0, sampleEvent(1));
    await clock.advance(1000);
    await clock.advance(1000);
    expect([previous.got, next.got]).toEqual([[`${alertKey}-1 #1`], [`${alertKey}-1 #1`]]);
    expect(status()).toMatchObject({ queued: 0, delivered: 1 });
  });

  it('disposes of each replaced channel once, and logs that this fails', async () => {
    const disposed: string[] = [];
    const make = (name: string): Channel => ({ ...createChannel(name), dispose: () => void disposed.push(name) });
    const [a, b] = [make('a'), make('b')];
    const broken = { ...createChannel('c'), dispose: () => Promise.reject(new Error('stuck')) };
    const { clock, deliveries, logged } = openDeliveries([a, b, broken, createChannel('d')]);
    deliveries.setChannels([a, make('b')]);
    await clock.advance(0);
    expect(disposed).toEqual(['b']);
    expect(logged).toMatchObject([{ event: 'channel-dispose-failed', facts: { channel: 'c', error: 'stuck' } }]);
    await deliveries.drain(0);
    expect(disposed).toEqual(['b', 'a', 'b']);
  });

  it('refuses invalid channels and keeps the previous ones', () => {
    const { deliveries } = openChannel();
    const invalid = [
      { name: 'a/b', deliver() {} },
      { name: 'x', deliver() {}, repeat() {} },
      { name: 'y', sendRepeated: 0 },
      null,
    ] as unknown as Channel[];
    expect(() => deliveries.setChannels(invalid)).toThrow(
      expect.objectContaining({
        code: 'invalid-request',
        issues: [
          { path: 'channels[0].name', message: expect.stringContaining('expected 1 to 100') },
          { path: 'channels[1].repeatMs', message: expect.stringContaining('interval') },
          { path: 'channels[2].deliver', message: expect.stringContaining('a Channel with a name') },
          { path: 'channels[2].sendRepeated', message: 'expected a boolean' },
          { path: 'channels[3]', message: expect.stringContaining('a Channel with a name') },
        ],
      }),
    );
    expect(() => deliveries.setChannels([createChannel('same'), createChannel('same')])).toThrow(
      expect.objectContaining({
        issues: [{ path: 'channels[1].name', message: 'expected another name: channels[0] has it' }],
      }),
    );
    expect(deliveries.statuses.map(({ name }) => name)).toEqual(['pager']);
  });
});

describe('test', () => {
  it('sends a fired and a cleared test alert to the named channels, past their queues', async () => {
    const [a, b, c] = [createChannel('a', fail), createChannel('b'), createChannel('c')];
    const { clock, deliveries, kept, status } = openDeliveries([a, b, c]);
    const results = deliveries.test({ channels: ['a', 'b'] });
    await clock.advance(0);
    expect(await results).toEqual([
      { channel: 'a', isDelivered: false, error: 'the receiver is down' },
      { channel: 'b', isDelivered: true },
    ]);
    expect(b.got).toEqual([
      expect.stringMatching(/^test-\w+-\w+ #1$/),
      expect.stringMatching(/^test-\w+-\w+-cleared #1$/),
    ]);
    expect(a.got).toHaveLength(1);
    expect(c.got).toEqual([]);
    expect(kept.size).toBe(0);
    expect(status('a')).toMatchObject({ failed: 0 });
  });

  it('reports a channel that hangs, at the deadline or when the caller aborts', async () => {
    const { clock, deliveries } = openDeliveries([createChannel('a', hang)]);
    const slow = deliveries.test();
    const caller = new AbortController();
    const aborted = deliveries.test({ signal: caller.signal });
    // Node does not combine the signal of a polyfill with its own signals.
    const foreign = Object.assign(new EventTarget(), { aborted: false });
    const abortedByForeign = deliveries.test({ signal: foreign as unknown as AbortSignal });
    await clock.advance(0);
    caller.abort();
    foreign.dispatchEvent(new Event('abort'));
    const expected = [{ channel: 'a', isDelivered: false, error: 'the test was aborted' }];
    expect(await Promise.all([aborted, abortedByForeign])).toEqual([expected, expected]);
    await clock.advance(10_000);
    expect(await slow).toEqual([{ channel: 'a', isDelivered: false, error: 'no result within 10 s' }]);
  });

  it.each<[string, (deliveries: Deliveries) => unknown]>([
    ['the deliveries end', (deliveries) => deliveries.drain(3000)],
    ['its channel is removed', (deliveries) => deliveries.setChannels([])],
    ['its channel is replaced', (deliveries) => deliveries.setChannels([createChannel('a')])],
  ])('is aborted before its channel is disposed of, when %s', async (_, end) => {
    const order: string[] = [];
    const untilAborted: Reaction = ({ event }, signal) => {
      order.push(event.kind);
      return new Promise((resolve) => signal.addEventListener('abort', () => (order.push('aborted'), resolve())));
    };
    const channel = { ...createChannel('a', untilAborted), dispose: () => void order.push('disposed') };
    const { clock, deliveries } = openDeliveries([channel]);
    const results = Promise.all([deliveries.test(), deliveries.test({ signal: new AbortController().signal })]);
    await clock.advance(0);
    void end(deliveries);
    await clock.advance(0);
    expect(order).toEqual(['fired', 'fired', 'aborted', 'aborted', 'disposed']);
    const aborted = [{ channel: 'a', isDelivered: false, error: 'the test was aborted' }];
    expect(await results).toEqual([aborted, aborted]);
  });

  it('refuses unknown names', async () => {
    const { deliveries } = openDeliveries([createChannel('a')]);
    await expect(deliveries.test({ channels: ['a', 'b'] })).rejects.toMatchObject({
      code: 'invalid-request',
      issues: [{ path: 'channels', message: 'no channel is named b. Expected one of a' }],
    });
  });
});

describe('drain', () => {
  it('waits for running deliveries and begins no other', async () => {
    const { opened, open } = createGate();
    const { channel, clock, deliveries, kept, send, sendAndWait } = openChannel(() => opened);
    send(sampleEvent(1));
    await sendAndWait(0, sampleEvent(2));
    let isDrained = false;
    const drained = deliveries.drain(3000).then(() => (isDrained = true));
    await clock.advance(1000);
    expect(isDrained).toBe(false);
    open();
    await clock.advance(0);
    expect(isDrained).toBe(true);
    await drained;
    expect(channel.got).toHaveLength(1);
    expect([...kept.values()].map((text) => JSON.parse(text).event.idempotencyKey)).toEqual([`${alertKey}-2`]);
    expect(clock.pending).toBe(0);
  });

  it('aborts deliveries that take longer, whatever they do, and keeps their events', async () => {
    const signals: AbortSignal[] = [];
    const channel = createChannel('pager', (_, signal) => (signals.push(signal), new Promise(() => {})));
    const { clock, deliveries, kept, logged, sendAndWait } = openDeliveries([
      { ...channel, dispose: () => new Promise(() => {}) },
    ]);
    await sendAndWait(0, sampleEvent(1));
    const drained = deliveries.drain(3000);
    await clock.advance(4000);
    await drained;
    expect(signals[0]?.aborted).toBe(true);
    expect(kept.size).toBe(1);
    expect(logged.map(({ event }) => event)).toEqual(['channel-dispose-failed']);
    expect(clock.pending).toBe(0);
  });
});

describe('an error of a channel', () => {
  const secret = 'canary7Zq9XkLm3Tb81';

  it.each([
    [`POST https://hooks.example.com/services/${secret}?token=${secret} failed`, 'https://hooks.example.com failed'],
    [`https://user:${secret}@hooks.example.com:8443/x answered 500`, 'https://hooks.example.com:8443 answered 500'],
    [`the header Authorization: Bearer ${secret} was refused`, 'the header'],
    [`password=${secret}`, ''],
  ])('is shown and logged without secrets: %#', async (message, shown) => {
    const { clock, deliveries, send, status, logged, kept } = openChannel(failWith(new Error(message)));
    send(sampleEvent(1));
    const results = deliveries.test();
    await clock.advance(0);
    expect(JSON.stringify([status(), logged, await results, [...kept]])).not.toContain(secret);
    expect(status()?.lastError).toContain(shown);
  });

  it.each([
    [`${'a '.repeat(95)}secret-of-the-log`, `${'a '.repeat(95)}…`],
    [`${'a '.repeat(92)}secret-of-the…`, `${'a '.repeat(92)}secret-of-the…`],
    [`https://hooks.example.com/${'x'.repeat(1960)} ${secret}`, 'https://hooks.example.com'],
    [`https://hooks.example.com/${'x'.repeat(1960)} word ${secret}`, 'https://hooks.example.com word'],
    [`https://hooks.example.com/${'x'.repeat(1969)} word`, 'https://hooks.example.com word'],
    [`wait… ${'a '.repeat(100)}`, `wait… ${'a '.repeat(96)}…`],
    ['x'.repeat(3000), '[redacted]'],
  ])('is not cut within a word: %#', async (message, shown) => {
    const { clock, deliveries } = openChannel(failWith(new Error(message)));
    const results = deliveries.test();
    await clock.advance(0);
    expect(await results).toMatchObject([{ error: shown }]);
  });
});

// The slowest tests run last, for each mutant that the others do not notice.
describe('a full queue', () => {
  it('drops the oldest events, and logs each', () => {
    const { kept, deliveries, status, logged } = openChannel(fail);
    for (const at of numbers(10_003)) deliveries.enqueue(sampleEvent(1, { key: `alert-${at}` }), undefined);
    expect(kept.size).toBe(10_000);
    expect(status()).toMatchObject({ queued: 10_000, dropped: 3 });
    expect(logged).toMatchObject(
      numbers(3).map((at) => ({
        event: 'delivery-dropped',
        facts: { channel: 'pager', alert: `alert-${at}`, reason: 'queue-full' },
      })),
    );
  });

  it('keeps an event that is being delivered, and takes no repeated event', async () => {
    const { kept, send, sendAndWait, deliveries, status } = openChannel(hang);
    await sendAndWait(0, sampleEvent(1));
    expect(deliveries.hasRoom()).toBe(true);
    for (const at of numbers(9998)) send(sampleEvent(1, { key: `alert-${at}` }));
    send(repeated('first'));
    send(repeated('second'));
    expect(status()).toMatchObject({ queued: 10_000, dropped: 0 });
    expect(['first-again', 'second-again'].map((key) => deliveries.knows(key))).toEqual([true, false]);
    send(sampleEvent(1, other));
    const keys = [...kept.values()].map((text): unknown => JSON.parse(text).event.idempotencyKey);
    expect([keys.length, keys.slice(0, 2)]).toEqual([10_000, [`${alertKey}-1`, 'alert-1-1']]);
    expect([deliveries.hasRoom(), deliveries.hasRoom([]), deliveries.hasRoom(['chat'])]).toEqual([false, true, true]);
  });

  it('drops the oldest event that is not in flight', slow, async () => {
    const channel: Channel = { ...createChannel('pager', hang), group: {}, deliverDigest: hang as () => Promise<void> };
    const { clock, kept, send, status } = openDeliveries([channel]);
    for (const at of numbers(10_000)) send(sampleEvent(1, { key: `alert-${at}` }));
    await clock.advance(10_000);
    for (const at of numbers(3)) send(sampleEvent(2, { key: `alert-${at}` }));
    expect(status()).toMatchObject({ queued: 10_000, dropped: 3 });
    const keys = [...kept.values()].map((text): unknown => JSON.parse(text).event.idempotencyKey);
    expect([keys[0], keys[5000], ...keys.slice(-3)]).toEqual([
      'alert-0-1',
      'alert-5003-1',
      'alert-0-2',
      'alert-1-2',
      'alert-2-2',
    ]);
  });

  it('drops the events of a message that has failed before newer events', slow, async () => {
    const channel: Channel = { ...createChannel('pager', fail), group: {}, deliverDigest: fail as () => Promise<void> };
    const { clock, deliveries, kept, send } = openDeliveries([channel]);
    for (const at of numbers(10_000)) send(sampleEvent(1, { key: `alert-${at}` }));
    await clock.advance(10_500);
    for (const at of numbers(2)) send(sampleEvent(2, { key: `alert-${at}` }));
    const keys = [...kept.values()].map((text): unknown => JSON.parse(text).event.idempotencyKey);
    expect([keys.length, keys[0], ...keys.slice(-2)]).toEqual([10_000, 'alert-2-1', 'alert-0-2', 'alert-1-2']);
    // In an outage, events for other channels do not wait for this one.
    expect(deliveries.hasRoom()).toBe(false);
    await clock.advance(60_000);
    expect(deliveries.hasRoom()).toBe(true);
  });
});
