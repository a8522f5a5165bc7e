import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock, type Clock } from '../../../src/core/shared/clock.js';
import type { Membership, SharingGroup } from '../../../src/sharing/engine.js';
import { groupNames } from '../../../src/sharing/tabs/group-names.js';
import { createTabsEngine } from '../../../src/sharing/tabs/tab-member.js';
import { createCountingClock } from '../../support/counting-clock.js';
import { eventually } from '../../support/eventually.js';
import { describeSharingEngine, type EngineGroup, type EngineHost } from '../../sharing/engine-contract.js';
import { openFrame } from '../open-frame.js';
import type { EnginePage } from './engine-page.js';

const service = 'https://api.example.com';
const newScope = (): string => `test:${crypto.randomUUID()}`;

/** A member without the properties that change: their copies would keep the first values. */
interface Joined extends Pick<Membership, 'owns' | 'send' | 'setWilling' | 'acquire' | 'leave'> {
  readonly self: Membership;
  readonly received: unknown[];
  readonly changed: ReturnType<typeof vi.fn<() => void>>;
}

/** Joins a group, and waits until the member is joined. */
async function join(scope: string, options: Partial<SharingGroup> = {}): Promise<Joined> {
  const received: unknown[] = [];
  const changed = vi.fn<() => void>();
  const group = { service, account: undefined, clock: systemClock, rate: { perSecond: 1000, burst: 100 }, ...options };
  const receive = (message: unknown): void => void received.push(message);
  const self = createTabsEngine({ scope }).join(group, { receive, changed });
  onTestFinished(() => self.leave());
  await eventually(() => expect(self.status).toEqual({ state: 'joined' }));
  return { ...self, self, received, changed };
}

/** The names of the locks of a scope, held and pending. */
async function locksOf(scope: string): Promise<string[]> {
  const { held = [], pending = [] } = await navigator.locks.query();
  return [...held, ...pending].flatMap(({ name = '' }) => (name.includes(scope) ? [name] : []));
}

test('a stopped page that continues owns nothing until it knows that it still holds its lock', async () => {
  let stoppedMs = 0;
  const clock: Clock = { ...systemClock, monotonic: () => systemClock.monotonic() + stoppedMs };
  const member = await join(newScope(), { clock });
  await eventually(() => expect(member.owns('a')).toBe(true));
  member.changed.mockClear();
  stoppedMs = 5000;
  expect(member.owns('a')).toBe(false);
  expect(member.changed).not.toHaveBeenCalled();
  await eventually(() => expect(member.owns('a')).toBe(true));
  expect(member.changed).toHaveBeenCalled();
});

test('a member whose lock another program steals waits for the lock, and then owns the keys again', async () => {
  const scope = newScope();
  const member = await join(scope);
  await eventually(() => expect(member.owns('a')).toBe(true));
  const holder = (await locksOf(scope)).find((name) => name.endsWith(':holder')) ?? '';
  let release = (): void => {};
  const stolen = navigator.locks.request(holder, { steal: true }, () => new Promise<void>((end) => (release = end)));
  await eventually(() => expect(member.owns('a')).toBe(false));
  const turns = member.acquire({ count: 1, isUrgent: false, after: 0 });
  release();
  await stolen;
  await eventually(() => expect(member.owns('a')).toBe(true));
  expect(await turns).toHaveLength(1);
});

test('a member whose own locks are stolen takes them again', async () => {
  const scope = newScope();
  const [member, other] = [await join(scope), await join(scope)];
  for (const name of await locksOf(scope))
    if (name.includes(member.self.id)) await navigator.locks.request(name, { steal: true }, () => {});
  await eventually(async () => {
    const held = (await locksOf(scope)).filter((name) => name.includes(member.self.id));
    expect(held).toHaveLength(2);
    expect([...other.self.members]).toEqual([member.self.id]);
  });
});

test('a holder that does not answer is replaced', async () => {
  const scope = newScope();
  const first = await join(scope);
  await eventually(() => expect(first.owns('a')).toBe(true));
  const holder = (await locksOf(scope)).find((name) => name.endsWith(':holder')) ?? '';
  await first.leave();
  // A stopped page of the group holds the lock.
  const stopped = navigator.locks.request(holder, () => new Promise(() => {}));
  const second = await join(scope);
  const turns = second.acquire({ count: 1, isUrgent: true, after: 7 });
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  await eventually(() => expect(second.owns('a')).toBe(true));
  expect((await turns)[0]).toBeGreaterThan(7);
});

test('hostile messages have no effect', async () => {
  const scope = newScope();
  const [first, second] = [await join(scope), await join(scope)];
  const channel = new BroadcastChannel(groupNames({ scope, service, account: undefined }).channel);
  onTestFinished(() => channel.close());
  const failed = vi.fn<() => void>();
  addEventListener('error', failed);
  addEventListener('unhandledrejection', failed);
  const from = 'foreign';
  const good = { kind: 'state', after: 3, isPing: false };
  const requests = [
    { requestId: 1, count: 1e15, isUrgent: true, after: 2 },
    { requestId: 2, count: 0, isUrgent: true, after: 2 },
  ];
  const messages = [
    null,
    { from, content: null },
    { from: 5, content: good },
    { from, content: good },
    { from, content: { kind: 'data', message: 'from another script' } },
    { from: first.self.id, content: { ...good, requests } },
    { from, content: { ...good, requests: requests.slice(0, 1) } },
    { from, content: { ...good, after: Number.MAX_SAFE_INTEGER, requests: [] } },
    { from, content: { ...good, requests: [{ ...requests[0], after: Number.MAX_SAFE_INTEGER }] } },
    { from, content: { ...good, requests: Array.from({ length: 200_000 }, () => requests[0]) } },
    { from, content: { kind: 'give', to: 'foreign', requestId: 1, turns: [Number.MAX_SAFE_INTEGER] } },
    { from, content: { kind: 'give', to: first.self.id, requestId: 1, turns: [5, 4] } },
    { from, content: { kind: 'give', to: first.self.id, requestId: 1, turns: [Number.NaN] } },
  ];
  for (const message of messages) channel.postMessage(message);
  first.send('after them');
  await eventually(() =>
    expect(second.received).toEqual(expect.arrayContaining(['from another script', 'after them'])),
  );
  const members = [first, second];
  await eventually(() => expect(members.filter((member) => member.owns('a'))).toHaveLength(1));
  const after = Number.MAX_SAFE_INTEGER - 1;
  for (const member of members)
    for (const turn of await member.acquire({ count: 1, isUrgent: false, after })) expect(turn).toBeLessThan(after);
  for (const member of members) {
    member.setWilling(false);
    await eventually(() => expect(members.filter((each) => each.owns('a'))).toHaveLength(1));
    for (const each of members) expect(await each.acquire({ count: 1, isUrgent: false, after: 0 })).toHaveLength(1);
  }
  expect([...first.self.members]).toEqual([second.self.id]);
  expect(failed).not.toHaveBeenCalled();
  removeEventListener('error', failed);
  removeEventListener('unhandledrejection', failed);
});

test('a member that leaves ends its locks, timers, listeners and its channel', async () => {
  const scope = newScope();
  using added = vi.spyOn(globalThis, 'addEventListener');
  using removed = vi.spyOn(globalThis, 'removeEventListener');
  using closed = vi.spyOn(BroadcastChannel.prototype, 'close');
  const clock = createCountingClock(systemClock);
  const member = await join(scope, { clock, rate: { perSecond: 0.001, burst: 1 } });
  await member.acquire({ count: 1, isUrgent: false, after: 0 });
  const refused = expect(member.acquire({ count: 1, isUrgent: false, after: 0 })).rejects.toThrow('left its group');
  await member.leave();
  await refused;
  expect(clock.armed).toBe(0);
  expect(await locksOf(scope)).toEqual([]);
  expect(closed).toHaveBeenCalledTimes(1);
  const namesOf = (spy: { mock: { calls: unknown[][] } }) => spy.mock.calls.map(([name]) => name);
  for (const name of ['freeze', 'resume', 'pagehide', 'pageshow']) {
    expect(namesOf(added)).toContain(name);
    expect(namesOf(removed)).toContain(name);
  }
});

async function createHost(scope: string, frames: Set<HTMLIFrameElement>): Promise<EngineHost> {
  const { frame, page, made } = await openFrame('/engine-page.js', ({ createEngine }: EnginePage) => createEngine);
  frames.add(frame);
  const dispatch = (name: string) => () => void page.document.dispatchEvent(new Event(name));
  return { engine: made(scope), kill: () => frame.remove(), cut: dispatch('freeze'), heal: dispatch('resume') };
}

function createGroup(): EngineGroup {
  const scope = newScope();
  const frames = new Set<HTMLIFrameElement>();
  return {
    clock: systemClock,
    advance: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    createHost: () => createHost(scope, frames),
    createOtherGroup: () => createHost(`${scope}:other`, frames),
    async destroy() {
      for (const frame of frames) frame.remove();
      // The browser gives up the locks of a frame a moment after its end.
      await eventually(async () => expect(await locksOf(scope)).toEqual([]));
    },
  };
}

describeSharingEngine('of tabs', createGroup, { isSlow: true });
