import { expect, test } from 'vitest';
import { handsOver, PROOF_MS, TICK_MS, watchHolder } from '../../../src/sharing/tabs/decisions.js';
import { groupNames } from '../../../src/sharing/tabs/group-names.js';
import { emptyView, readGroupView } from '../../../src/sharing/tabs/group-view.js';

const group = { scope: 'scope', service: 'https://api.example.com', account: undefined };
const names = groupNames(group);
const lock = (name: string, clientId: string): LockInfo => ({ name, clientId, mode: 'exclusive' });
const withWilling = (...ids: string[]) => ({ ...emptyView, others: new Set(ids), willingOthers: new Set(ids) });

test('a holder hands over to a willing member that has answered', () => {
  const view = withWilling('stopped', 'awake');
  expect(handsOver({ isWilling: false, view }, new Set())).toBe(false);
  expect(handsOver({ isWilling: false, view }, new Set(['unwilling']))).toBe(false);
  expect(handsOver({ isWilling: false, view }, new Set(['awake']))).toBe(true);
  expect(handsOver({ isWilling: true, view }, new Set(['awake']))).toBe(false);
});

test('a holder that leaves two pings without an answer is replaced by a member that needs a holder', () => {
  expect([0, 1, 2, 3].map((pings) => watchHolder(true, pings))).toEqual(['ping', 'ping', 'steal', 'steal']);
  expect([0, 1, 2, 3].map((pings) => watchHolder(false, pings))).toEqual(['rest', 'rest', 'rest', 'rest']);
});

test('a holder relies on its lock for less time than the others wait before they replace it', () => {
  let pings = 0;
  let waitedMs = 0;
  while (watchHolder(true, pings) === 'ping') {
    pings += 1;
    waitedMs += TICK_MS;
  }
  expect(PROOF_MS).toBeLessThan(waitedMs);
});

test('the list of locks shows which members are alive, which are willing and which one holds', () => {
  const held = [
    ...[lock(names.member('me'), '1'), lock(names.member('b'), '2'), lock(names.member('c'), '3')],
    ...[lock(names.willing('me'), '1'), lock(names.willing('c'), '3'), lock(names.willing('gone'), '4')],
    ...[lock(names.holder, '3'), lock(groupNames({ ...group, scope: 'other' }).member('d'), '5'), lock('x', '1')],
  ];
  const others = new Set(['b', 'c']);
  const view = { others, willingOthers: new Set(['c']), hasMe: true, isHolder: false };
  expect(readGroupView({ held }, names, 'me')).toEqual(view);
  expect(readGroupView({ held }, names, 'c')).toMatchObject({ hasMe: true, isHolder: true });
  expect(readGroupView({ held }, names, 'new')).toMatchObject({ hasMe: false, isHolder: false });
  expect(readGroupView({}, names, 'me')).toEqual(emptyView);
});

test('the names of locks of different groups, accounts and formats never begin with each other', () => {
  const all = [
    ...['a', 'a"', 'a","b', 'a\ud800', 'a\ud801', ''].map((scope) => groupNames({ ...group, scope })),
    ...['b"]:member:x', 'b:channel'].map((service) => groupNames({ ...group, service })),
    ...['b"]:member:x', 'null', ''].map((account) => groupNames({ ...group, account })),
    groupNames(group, 2),
    groupNames(group, 12),
  ];
  for (const one of all)
    for (const other of all.filter((each) => each !== one)) {
      expect(one.memberIn(other.member('id'))).toBeUndefined();
      expect(other.willing('id').startsWith(one.willing(''))).toBe(false);
      expect(one.holder).not.toBe(other.holder);
      expect(one.channel).not.toBe(other.channel);
    }
});
