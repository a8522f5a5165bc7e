import { describe, expect, it } from 'vitest';
import type { RateLimit } from '../../src/core/polling/token-bucket.js';
import type { Clock } from '../../src/core/shared/clock.js';
import type { Membership, SharingEngine, TurnRequest } from '../../src/sharing/engine.js';

/** A page or a process with its own engine. */
export interface EngineHost {
  readonly engine: SharingEngine;
  /** Ends the members of this host as a crash does, without `leave`. */
  kill(): void | Promise<void>;
  /** Takes the connection from the members of this host. */
  cut(): void | Promise<void>;
  /** Restores the connection. */
  heal(): void | Promise<void>;
}

/** One group of an engine. Each test gets a group of its own. */
export interface EngineGroup {
  readonly clock: Clock;
  /** Lets time pass: a manual clock advances, a real clock waits. */
  advance(ms: number): Promise<void>;
  /** A host whose members belong to this group. */
  createHost(): EngineHost | Promise<EngineHost>;
  /** A host with other options of the engine. Its members belong to another group. */
  createOtherGroup(): EngineHost | Promise<EngineHost>;
  /** Stops the server that all members need. */
  stop?(): void | Promise<void>;
  start?(): void | Promise<void>;
  /** Called after the test, when all members have left. */
  destroy?(): void | Promise<void>;
}

/** The optional abilities of a group. Without an ability, its tests do not run. */
export interface EngineAbilities {
  readonly stop?: boolean;
  /** A scope belongs to one service and account; others are refused. Without it, their groups exist side by side. */
  readonly refuse?: boolean;
  /** The engine takes real time: its tests run side by side, but for those that stop the server. */
  readonly isSlow?: boolean;
}

/** A member with a record of its calls. */
interface TestMember extends Membership {
  readonly host: EngineHost;
  readonly received: { readonly message: unknown; readonly from: string }[];
  readonly changes: () => number;
}

/** The members that a test lets join. Tests name at most the first three. */
type Joined = [TestMember, TestMember, TestMember, ...TestMember[]];

/** The functions that a test of the contract uses. */
interface Bench {
  readonly group: EngineGroup;
  join(options?: JoinOptions): Promise<TestMember>;
  /** Ends the host of a member, which has no other members. */
  kill(member: TestMember): Promise<void>;
  /** Joins that many members and waits until each one is joined and knows all others. */
  joinAll(count: number, options?: JoinOptions): Promise<Joined>;
  /** Lets time pass until the check does not throw. */
  until(check: () => void, withinMs?: number): Promise<void>;
  /** Lets time pass until the promise settles. */
  settled<T>(promise: Promise<T>): Promise<T>;
}

interface JoinOptions {
  readonly host?: EngineHost;
  readonly service?: string;
  readonly account?: string | undefined;
  readonly rate?: RateLimit;
}

/** The death of a member is noticed within this time. */
const TAKEOVER_MS = 3000;
/** A busy machine may need this long for a step whose time the engine does not promise. */
const PATIENCE_MS = 20_000;
const STEP_MS = 10;

/** How long the rate is watched. */
const RATE_MS = 1200;

const KEYS = Array.from({ length: 60 }, (_, at) => `database:${at}`);
const fast: RateLimit = { perSecond: 1000, burst: 100 };

/** An error with a sentence. The error of a frame is no `Error` of this page. */
const refusal = { message: expect.stringMatching(/^\S+ .+\.$/s) as string };

const turns = (options: Partial<TurnRequest> = {}): TurnRequest => ({
  count: 1,
  isUrgent: false,
  after: 0,
  ...options,
});

/** Fails unless exactly one of these members owns each key. */
function expectOneOwner(members: readonly Membership[]): void {
  const others = KEYS.filter((key) => members.filter((member) => member.owns(key)).length !== 1);
  expect(others, 'keys without exactly one owner').toEqual([]);
}

const expectOwnsNothing = (member: Membership): void => expect(KEYS.filter((key) => member.owns(key))).toEqual([]);

/** Fails unless each member is joined and knows exactly the others. */
function expectJoined(members: readonly Membership[]): void {
  for (const member of members) {
    expect(member.status.state).toBe('joined');
    const others = members.filter((other) => other !== member).map(({ id }) => id);
    expect([...member.members].toSorted()).toEqual(others.toSorted());
  }
}

const contentsOf = ({ received }: TestMember): unknown[] => received.map(({ message }) => message);

async function expectRule(rule: Rule, group: EngineGroup): Promise<void> {
  const live = new Set<TestMember>();

  async function join({
    host,
    service = 'https://api.example.com',
    account = 'somebody',
    rate = fast,
  }: JoinOptions = {}): Promise<TestMember> {
    const own = host ?? (await group.createHost());
    const received: TestMember['received'] = [];
    let changes = 0;
    const membership = own.engine.join(
      { service, account, rate, clock: group.clock },
      { receive: (message, from) => void received.push({ message, from }), changed: () => void changes++ },
    );
    // The membership itself stays behind it, since its properties are getters.
    const behind = Object.create(membership) as Membership;
    const member: TestMember = Object.assign(behind, { host: own, received, changes: () => changes });
    live.add(member);
    return member;
  }

  async function until(check: () => void, withinMs = PATIENCE_MS): Promise<void> {
    let lastMs = group.clock.monotonic();
    for (let leftMs = withinMs; ;) {
      try {
        return check();
      } catch (error) {
        if (leftMs <= 0) throw error;
      }
      await group.advance(STEP_MS);
      const nowMs = group.clock.monotonic();
      // In a longer step the machine was busy or stopped, and the engine too.
      leftMs -= Math.min(nowMs - lastMs, 2 * STEP_MS);
      lastMs = nowMs;
    }
  }

  async function settled<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const settle = (): void => void (isSettled = true);
    promise.then(settle, settle);
    await until(() => expect(isSettled, 'the promise settles').toBe(true));
    return promise;
  }

  async function joinAll(count: number, options?: JoinOptions): Promise<Joined> {
    const members: TestMember[] = [];
    while (members.length < count) members.push(await join(options));
    await until(() => expectJoined(members));
    await until(() => expectOneOwner(members));
    return members as Joined;
  }

  async function kill(member: TestMember): Promise<void> {
    live.delete(member);
    await member.host.kill();
  }

  try {
    await rule({ group, join, joinAll, kill, until, settled });
  } finally {
    await settled(Promise.all([...live].map((member) => member.leave())));
    await group.destroy?.();
  }
}

/** The guarantees of {@link SharingEngine}. Every engine passes them. */
export function describeSharingEngine(
  name: string,
  createGroup: () => EngineGroup | Promise<EngineGroup>,
  abilities: EngineAbilities,
): void {
  const rules: [title: string, rule: Rule][] = [];
  const add: AddRule = (...rule) => void rules.push(rule);
  addMemberRules(add);
  addScopeRules(add, abilities.refuse === true);
  addMessageRules(add);
  addTurnRules(add);
  addCrashRules(add);
  addCutRules(add);
  const stopRules: typeof rules = [];
  if (abilities.stop === true) addStopRules((...rule) => void stopRules.push(rule));

  describe(`the sharing engine ${name}`, () => {
    const test = abilities.isSlow === true ? it.concurrent : it;
    test.each(rules)('%s', async (_, rule) => expectRule(rule, await createGroup()));
    it.each(stopRules)('%s', async (_, rule) => expectRule(rule, await createGroup()));
  });
}

type Rule = (bench: Bench) => Promise<void>;
type AddRule = (title: string, rule: Rule) => void;

function addMemberRules(rule: AddRule): void {
  rule('gives each key one owner among five members that join at the same time', async ({ joinAll }) => {
    const members = await joinAll(5);
    expect(new Set(members.map(({ id }) => id)).size).toBe(5);
    for (const member of members) expect(member.changes()).toBeGreaterThan(0);
  });

  rule('gives the keys of a member that leaves to the others', async ({ joinAll, until }) => {
    const [first, second, third] = await joinAll(3);
    const before = second.changes();
    const leaving = first.leave();
    expectOwnsNothing(first);
    await until(() => expectJoined([second, third]), TAKEOVER_MS);
    await until(() => expectOneOwner([second, third]), TAKEOVER_MS);
    expect(second.changes()).toBeGreaterThan(before);
    await leaving;
    const after = first.changes();
    second.send('a message');
    await until(() => expect(contentsOf(third)).toEqual(['a message']));
    expect(first.received).toEqual([]);
    expect(first.changes()).toBe(after);
    expectOwnsNothing(first);
  });

  rule('lets a member leave twice, and while it is joining', async ({ join, settled }) => {
    const member = await join();
    await settled(Promise.all([member.leave(), member.leave()]));
    expect(member.received).toEqual([]);
    member.send('nothing');
    member.setWilling(false);
    await expect(settled(member.acquire(turns()))).rejects.toMatchObject(refusal);
  });

  rule('gives the keys to willing members, and to any member without a willing one', async ({ joinAll, until }) => {
    const members = await joinAll(3);
    const [first, second, third] = members;
    const expectOwners = (owners: readonly TestMember[]): Promise<void> =>
      until(() => {
        for (const member of members) if (!owners.includes(member)) expectOwnsNothing(member);
        expectOneOwner(owners);
      }, TAKEOVER_MS);
    first.setWilling(false);
    await expectOwners([second, third]);
    second.setWilling(false);
    await expectOwners([third]);
    third.setWilling(false);
    await until(() => expectOneOwner(members), TAKEOVER_MS);
    second.setWilling(true);
    await expectOwners([second]);
  });
}

function addScopeRules(rule: AddRule, refuses: boolean): void {
  rule('exchanges nothing between groups with other options', async ({ group, join, joinAll, until }) => {
    const [first, second] = await joinAll(2);
    const outsider = await join({ host: await group.createOtherGroup(), account: 'somebody else' });
    await until(() => expectOneOwner([outsider]));
    expectJoined([outsider]);
    outsider.send('from another group');
    first.send('from the group');
    await until(() => expect(second.received).toEqual([{ message: 'from the group', from: first.id }]));
    expect(outsider.received).toEqual([]);
  });

  const foreign: readonly [string, JoinOptions][] = [
    ['service', { service: 'https://other.example.com' }],
    ['account', { account: 'somebody else' }],
  ];
  for (const [name, options] of foreign)
    rule(`exchanges nothing with a member of another ${name}`, async ({ join, joinAll, settled, until }) => {
      const members = await joinAll(2);
      const [first, second] = members;
      const other = await join(options);
      await until(() => expect(other.status.state).toBe(refuses ? 'refused' : 'joined'));
      if (refuses) {
        expect(other.status.message).toMatch(/^The scope .*belongs to members .+\.$/);
        expectOwnsNothing(other);
        await expect(settled(other.acquire(turns()))).rejects.toMatchObject(refusal);
      } else await until(() => expectOneOwner([other]));
      expect(other.members.size).toBe(0);
      other.send('from another');
      other.send('from another to one', first.id);
      first.send('from the group to one', other.id);
      first.send('from the group');
      await until(() => expect(second.received).toEqual([{ message: 'from the group', from: first.id }]));
      expect([first.received, other.received]).toEqual([[], []]);
      expectJoined(members);
      await settled(Promise.all(members.map((member) => member.leave())));
      await until(() => expectJoined([other]), TAKEOVER_MS);
      await until(() => expectOneOwner([other]), TAKEOVER_MS);
    });
}

function addMessageRules(rule: AddRule): void {
  rule('delivers a message to one member or to all others, and never to the sender', async ({ joinAll, until }) => {
    const [first, second, third] = await joinAll(3);
    const from = first.id;
    const message = { text: 'ä "\u{1f680}" \u0000 </script>', list: [1.5, null, true, { deep: [[]] }], '': {} };
    first.send('for the third', third.id);
    first.send('for an unknown member', 'nothing');
    first.send(message);
    await until(() => expect(second.received).toEqual([{ message, from }]));
    const both = ['for the third', message].map((each) => ({ message: each, from }));
    await until(() => expect(third.received).toEqual(both));
    expect(first.received).toEqual([]);
  });

  rule('keeps the order of the messages of each member', async ({ joinAll, until }) => {
    const members = await joinAll(3);
    const numbers = Array.from({ length: 200 }, (_, at) => at);
    for (const number of numbers) for (const member of members) member.send(number);
    for (const member of members)
      for (const sender of members.filter((other) => other !== member))
        await until(() => {
          const received = member.received.filter(({ from }) => from === sender.id);
          expect(received.map(({ message }) => message)).toEqual(numbers);
        });
  });

  rule('delivers a message of a megabyte', async ({ joinAll, until }) => {
    const [first, second] = await joinAll(2);
    const message = 'ö'.repeat(1_000_000);
    first.send(message);
    await until(() => expect(second.received).toHaveLength(1));
    expect(second.received[0]?.message === message).toBe(true);
  });
}

function addTurnRules(rule: AddRule): void {
  rule('gives each turn a number above all that were given before or that its member knows', async (bench) => {
    const { joinAll, settled } = bench;
    const members = await joinAll(3);
    let last = 0;
    for (let round = 0; round < 10; round++)
      for (const member of members) {
        const given = await settled(member.acquire(turns({ count: 3 })));
        expect(given.length).toBeGreaterThanOrEqual(1);
        expect(given.length).toBeLessThanOrEqual(3);
        for (const turn of given) {
          expect(Number.isSafeInteger(turn)).toBe(true);
          expect(turn).toBeGreaterThan(last);
          last = turn;
        }
      }
    const known = 1_000_000_000;
    const [beyond = 0] = await settled(members[0].acquire(turns({ after: known })));
    expect(beyond).toBeGreaterThan(Math.max(known, last));
    const [next = 0] = await settled(members[1].acquire(turns()));
    expect(next).toBeGreaterThan(beyond);
  });

  rule('keeps the rate of the group over all members', async ({ group, joinAll, until }) => {
    const rate = { perSecond: 50, burst: 10 };
    const members = await joinAll(3, { rate });
    const given: number[] = [];
    let isOver = false;
    const start = group.clock.monotonic();
    const loops = members.map(async (member) => {
      while (!isOver) given.push(...(await member.acquire(turns({ count: 4 }))));
    });
    await until(() => expect(group.clock.monotonic() - start).toBeGreaterThan(RATE_MS));
    const expected = rate.burst + (rate.perSecond * (group.clock.monotonic() - start)) / 1000;
    expect(given.length).toBeLessThanOrEqual(expected);
    // A busy page gives its turns late, and a full bucket loses turns.
    expect(given.length).toBeGreaterThan(expected * 0.15);
    expect(new Set(given).size).toBe(given.length);
    isOver = true;
    await Promise.all([...members.map((member) => member.leave()), Promise.allSettled(loops)]);
  });

  rule('keeps the rate and the order of the turns while other members become the owner', async (bench) => {
    const { group, joinAll, until } = bench;
    const rate = { perSecond: 50, burst: 10 };
    const members = await joinAll(3, { rate });
    const given: number[] = [];
    const start = group.clock.monotonic();
    const elapsedMs = (): number => group.clock.monotonic() - start;
    const acquireInTurn = async (): Promise<void> => {
      for (let round = 0; elapsedMs() < RATE_MS; round++)
        given.push(...((await members[round % members.length]?.acquire(turns({ count: 4 }))) ?? []));
    };
    const acquired = acquireInTurn();
    for (let round = 1; round < 8; round++) {
      await until(() => expect(elapsedMs()).toBeGreaterThan((RATE_MS / 8) * round));
      members.forEach((member, at) => member.setWilling(at === round % members.length));
    }
    await bench.settled(acquired);
    const expected = rate.burst + (rate.perSecond * elapsedMs()) / 1000;
    expect(given.length).toBeLessThanOrEqual(expected);
    expect(given.length).toBeGreaterThan(expected * 0.15);
    expect(given).toEqual([...new Set(given)].toSorted((one, other) => one - other));
  });

  rule('gives urgent turns before the turns of scheduled polls', async ({ joinAll, settled }) => {
    const [first, second] = await joinAll(2, { rate: { perSecond: 10, burst: 1 } });
    const order: string[] = [];
    const ask = async (name: string, member: TestMember, isUrgent: boolean): Promise<void> => {
      await member.acquire(turns({ isUrgent }));
      order.push(name);
    };
    const scheduled = Array.from({ length: 10 }, () => ask('scheduled', first, false));
    await settled(Promise.all([...scheduled, ask('urgent', first, true), ask('urgent', second, true)]));
    expect(order).toHaveLength(12);
    expect(order.lastIndexOf('urgent')).toBeLessThan(6);
  });

  rule('refuses the turns that a member waits for when it leaves', async ({ join, until, settled }) => {
    const member = await join({ rate: { perSecond: 0.001, burst: 1 } });
    await until(() => expect(member.status.state).toBe('joined'));
    await settled(member.acquire(turns()));
    const waiting = member.acquire(turns());
    const refused = expect(waiting).rejects.toMatchObject(refusal);
    await settled(member.leave());
    await refused;
    await expect(settled(member.acquire(turns()))).rejects.toMatchObject(refusal);
  });
}

function addCrashRules(rule: AddRule): void {
  rule('gives the keys of a member that died to the others', async ({ joinAll, kill, until }) => {
    const members = await joinAll(3);
    for (let count = members.length; count > 1; count--) {
      const owner = members.find((member) => member.owns(KEYS[0] ?? '')) ?? expect.unreachable();
      members.splice(members.indexOf(owner), 1);
      await kill(owner);
      await until(() => expectOneOwner(members), TAKEOVER_MS);
      await until(() => expectJoined(members), TAKEOVER_MS);
    }
  });

  rule('gives turns with greater numbers to a member that waits while another one dies', async (bench) => {
    const { joinAll, kill, until, settled } = bench;
    const members = await joinAll(3, { rate: { perSecond: 20, burst: 2 } });
    let last = 0;
    while (members.length > 1) {
      await until(() => expectOneOwner(members), TAKEOVER_MS);
      const owner = members.find((member) => member.owns(KEYS[0] ?? '')) ?? expect.unreachable();
      for (const turn of await settled(owner.acquire(turns({ count: 2 })))) last = Math.max(last, turn);
      members.splice(members.indexOf(owner), 1);
      const waiting = members.map((member) => member.acquire(turns()));
      await kill(owner);
      for (const [turn = 0] of await settled(Promise.all(waiting))) expect(turn).toBeGreaterThan(last);
    }
  });
}

function addCutRules(rule: AddRule): void {
  rule('takes the keys from a member without connection, until it has the connection again', async (bench) => {
    const { joinAll, until } = bench;
    const members = await joinAll(3);
    const [first, second, third] = members;
    await first.host.cut();
    await until(() => expect(first.status.state).toBe('lost'), TAKEOVER_MS);
    expect(first.status.message).toMatch(/\.$/);
    expectOwnsNothing(first);
    await until(() => expectOneOwner([second, third]), TAKEOVER_MS);
    await until(() => expectJoined([second, third]), TAKEOVER_MS);
    first.send('lost');
    await first.host.heal();
    await until(() => expectJoined(members));
    await until(() => expectOneOwner(members));
    first.send('back');
    await until(() => expect(contentsOf(second)).toEqual(['back']));
  });

  rule('refuses the turns that a member without connection waits for', async ({ joinAll, settled, until }) => {
    const [first, second] = await joinAll(2, { rate: { perSecond: 0.1, burst: 1 } });
    await settled(second.acquire(turns()));
    const refused = expect(first.acquire(turns())).rejects.toMatchObject(refusal);
    await first.host.cut();
    await until(() => expect(first.status.state).toBe('lost'), TAKEOVER_MS);
    await refused;
    await expect(settled(first.acquire(turns()))).rejects.toMatchObject(refusal);
    await first.host.heal();
  });
}

function addStopRules(rule: AddRule): void {
  rule('notifies all members that the connection is lost, and joins them again', async (bench) => {
    const { group, join, joinAll, settled, until } = bench;
    const members = await joinAll(3);
    const [first, second] = members;
    const [before = 0] = await settled(first.acquire(turns()));
    await group.stop?.();
    for (const member of members) {
      await until(() => expect(member.status.state).toBe('lost'), TAKEOVER_MS);
      expectOwnsNothing(member);
      await expect(member.acquire(turns())).rejects.toMatchObject(refusal);
    }
    const late = await join();
    expect(late.status.state).toBe('joining');
    expectOwnsNothing(late);
    await group.start?.();
    await until(() => expectJoined([...members, late]));
    await until(() => expectOneOwner([...members, late]));
    const [after = 0] = await settled(second.acquire(turns({ after: before })));
    expect(after).toBeGreaterThan(before);
    first.send('back');
    await until(() => expect(contentsOf(late)).toEqual(['back']));
  });
}
