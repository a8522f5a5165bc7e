import { describe, expect, it } from 'vitest';
import {
  endAlert,
  reviseAlert,
  shiftAlert,
  stepAlert,
  type AlertState,
} from '../../../src/monitor/alerts/step-alert.js';
import { readAlert } from '../../../src/monitor/alerts/alert-texts.js';
import type { CheckedRule } from '../../../src/monitor/rules/checked-rule.js';
import type { Evaluation } from '../../../src/monitor/rules/evaluation.js';
import { parseRules } from '../../../src/monitor/rules/rule-schema.js';

const T = Date.UTC(2026, 0, 1);
const target = { resource: 'database', id: 'a' } as const;
const rule = (fields: object = {}): CheckedRule =>
  parseRules([{ name: 'x', kind: 'state', in: ['down'], ...fields }])[0] as CheckedRule;
const FIRE: Evaluation = { verdict: 'fire', summary: 'It is down.' };

/** Steps through verdicts, such as `0 fire, 9 clear`: each at a number of milliseconds after the start. */
function run(given: CheckedRule, steps: string, fire = FIRE) {
  let state: AlertState | undefined;
  const told: string[] = [];
  let nextAt: number | undefined;
  for (const each of steps.split(', ')) {
    const [atMs, verdict] = each.split(' ') as [string, Evaluation['verdict']];
    const evaluation = verdict === 'fire' ? fire : { verdict };
    const step = stepAlert(state, evaluation, { rule: given, target, now: T + Number(atMs) });
    state = step.state;
    nextAt = step.nextAt;
    if (step.event) told.push(`${step.event.at - T} ${step.event.kind}`);
  }
  return { state, told: told.join(', '), nextInMs: nextAt === undefined ? undefined : nextAt - T };
}

describe('stepAlert', () => {
  const waits = { forMs: 10 };
  const clearsLate = { clearForMs: 10 };

  it.each<[string, object, steps: string, told: string, string | undefined]>([
    ['fires at once without forMs', {}, '0 fire', '0 fired', 'firing'],
    ['is pending for forMs', waits, '0 fire, 9 fire', '', 'pending'],
    ['fires after forMs', waits, '0 fire, 10 fire', '10 fired', 'firing'],
    ['ends a pending alert that clears', waits, '0 fire, 5 clear, 10 fire', '', 'pending'],
    ['ends a pending alert whose condition does not hold', waits, '0 fire, 5 between, 10 fire', '', 'pending'],
    ['keeps a pending alert while nothing is known', waits, '0 fire, 50 unknown', '', 'pending'],
    ['fires after an outage', waits, '0 fire, 5 unknown, 50 fire', '50 fired', 'firing'],
    ['fires once', {}, '0 fire, 1 fire, 2 between, 3 fire, 4 unknown, 5 fire', '0 fired', 'firing'],
    ['clears', {}, '0 fire, 5 clear', '0 fired, 5 cleared', undefined],
    ['clears after clearForMs', clearsLate, '0 fire, 5 clear, 14 clear', '0 fired', 'firing'],
    ['clears once', clearsLate, '0 fire, 5 clear, 15 clear, 20 clear', '0 fired, 15 cleared', undefined],
    ['begins clearForMs again', clearsLate, '0 fire, 5 clear, 8 fire, 16 clear', '0 fired', 'firing'],
    ['begins clearForMs again after between', clearsLate, '0 fire, 5 clear, 8 between, 16 clear', '0 fired', 'firing'],
    ['stays while nothing is known', {}, '0 fire, 1e9 unknown', '0 fired', 'firing'],
    ['does not begin between', {}, '0 between, 1 clear, 2 unknown', '', undefined],
    ['fires again after it has cleared', {}, '0 fire, 1 clear, 2 fire', '0 fired, 1 cleared, 2 fired', 'firing'],
  ])('%s', (_, fields, steps, told, state) => {
    const result = run(rule(fields), steps);
    expect(result.told).toBe(told);
    expect(result.state?.alert.state).toBe(state);
  });

  it('tells when time alone changes the alert', () => {
    expect(run(rule(waits), '0 fire, 4 fire').nextInMs).toBe(10);
    expect(run(rule(clearsLate), '0 fire, 5 clear, 7 clear').nextInMs).toBe(15);
    expect(run(rule(), '0 fire').nextInMs).toBeUndefined();
  });

  it('counts from the time at which the condition began to hold, but never from the future', () => {
    const stuck = parseRules([{ name: 'x', kind: 'transition', longerThanMs: 100, forMs: 10 }])[0] as CheckedRule;
    const heldSince = (since: number) => run(stuck, '0 fire', { ...FIRE, since });
    expect(heldSince(T - 99).nextInMs).toBe(11);
    expect(heldSince(T - 110).told).toBe('0 fired');
    expect(heldSince(T + 1e9).nextInMs).toBe(110);
  });

  it('changes what differs, and keeps the name and the value that are unknown now', () => {
    const labelled = rule({ labels: { database: '{name}' }, clearForMs: 10 });
    const step = (state: AlertState | undefined, evaluation: Evaluation, name?: string) =>
      stepAlert(state, evaluation, { rule: labelled, target, name, now: T + 1 }).state;
    const two: Evaluation = { ...FIRE, value: 2 };
    const first = step(undefined, two);
    expect(step(first, two)).toBe(first);
    expect(step(first, { verdict: 'between' })).toBe(first);
    expect(step(first, FIRE)?.alert).toMatchObject({ value: 2, peak: 2 });
    expect(step(first, { ...FIRE, value: 3 })?.alert).toMatchObject({ value: 3, peak: 3 });
    expect(step(first, { ...FIRE, value: 1 })?.alert).toMatchObject({ value: 1, peak: 2 });
    expect(step(first, { ...two, summary: 'Two.' })?.alert.summary).toBe('Two.');
    const named = step(first, two, 'orders');
    expect(named?.alert).toMatchObject({ name: 'orders', labels: { database: 'orders' } });
    expect(step(named, two)).toBe(named);
    expect(step(named, { ...FIRE, value: 3 })?.alert).toEqual({ ...named?.alert, value: 3, peak: 3 });
    const clearing = step(first, { verdict: 'clear' });
    expect(step(clearing, { verdict: 'clear' })).toBe(clearing);
  });

  it('begins an alert without the members that are unknown', () => {
    const alert = { key: 'x/database/a', rule: 'x', severity: 'warning', state: 'firing', startedAt: T, firedAt: T };
    expect(run(rule(), '0 fire').state).toStrictEqual({
      alert: { ...target, ...alert, summary: 'It is down.' },
      fingerprint: expect.any(String) as string,
    });
  });
});

describe('an event', () => {
  it('has a key that depends on the rule, the target, the breach and the kind alone', () => {
    const fire = (given: CheckedRule, now: number, id = 'a') =>
      stepAlert(undefined, FIRE, { rule: given, target: { ...target, id }, now });
    const { state, event } = fire(rule(), T);
    const keys = [
      event,
      fire(rule(), T + 1).event,
      fire(rule(), T, 'b').event,
      fire(rule({ in: ['up'] }), T).event,
      endAlert(state as AlertState, 'condition', T + 5),
    ].map((each) => each?.idempotencyKey);
    expect(new Set(keys).size).toBe(5);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(fire(rule(), T).event?.idempotencyKey).toBe(keys[0]);
    expect(endAlert(state as AlertState, 'forgotten', T + 9)?.idempotencyKey).toBe(keys[4]);
  });

  it('tells how long the breach took, until its clear condition began to hold, and is not made for a pending alert', () => {
    const slow = rule({ clearForMs: 10 });
    const { state } = run(slow, '0 fire, 5 clear');
    const { event } = stepAlert(state, { verdict: 'clear' }, { rule: slow, target, now: T + 20 });
    expect(event).toMatchObject({ durationMs: 5, at: T + 20, reason: 'condition' });
    expect(endAlert(state as AlertState, 'forgotten', T - 50)?.durationMs).toBe(5);
    expect(endAlert({ ...(state as AlertState), clearingSince: undefined }, 'forgotten', T - 50)?.durationMs).toBe(0);
    const { state: pending } = run(rule({ forMs: 10 }), '0 fire');
    expect(endAlert(pending as AlertState, 'rule-removed', T)).toBeUndefined();
  });
});

it('shiftAlert moves what waits, and leaves the breach that was raised', () => {
  const { state: pending } = run(rule({ forMs: 10 }), '0 fire');
  expect(shiftAlert(pending as AlertState, 50).alert.startedAt).toBe(T + 50);
  const { state: clearing } = run(rule({ clearForMs: 10 }), '0 fire, 5 clear');
  expect(shiftAlert(clearing as AlertState, -50)).toMatchObject({ clearingSince: T - 45, alert: { startedAt: T } });
  const firing = run(rule(), '0 fire').state as AlertState;
  expect(shiftAlert(firing, 50)).toBe(firing);
  const repeats = { count: 3, nextAt: T + 100 };
  expect(shiftAlert({ ...firing, repeats }, 50)).toStrictEqual({ ...firing, repeats: { count: 3, nextAt: T + 150 } });
});

describe('reviseAlert', () => {
  const firing = run(rule({ channels: ['chat'] }), '0 fire').state as AlertState;
  const revise = (channels?: readonly string[]) =>
    reviseAlert(firing, { rule: rule(channels && { channels }), includes: () => true });

  it('clears an alert at the channel where it fired and at those that the changed rule names, or at all for none', () => {
    expect(revise(['pager'])?.channels).toEqual(['chat', 'pager']);
    expect(revise(['chat', 'pager'])?.channels).toEqual(['chat', 'pager']);
    expect(revise()).toMatchObject({ channels: undefined });
    // Its rule names no other channel.
    expect(revise(['chat'])).toBe(firing);
    const atAll = run(rule(), '0 fire').state as AlertState;
    const changed = rule({ channels: ['chat'], severity: 'critical' });
    expect(reviseAlert(atAll, { rule: changed, includes: () => true })).toMatchObject({ channels: undefined });
  });
});

describe('readAlert', () => {
  const { state } = run(rule({ clearForMs: 10 }), '0 fire, 5 clear', { ...FIRE, subject: 'x', value: 3 });
  const text = JSON.stringify(state);

  it('returns the alert that was written, and does not wait for times in the future', () => {
    expect(readAlert('alert/x/database/a', text, T + 5)).toEqual(state);
    const clearing = readAlert('alert/x/database/a', text, T - 50);
    expect(clearing).toMatchObject({ clearingSince: T - 50, alert: { startedAt: T } });
    const pending = run(rule({ forMs: 10 }), '0 fire').state as AlertState;
    expect(readAlert('alert/x/database/a', JSON.stringify(pending), T - 50)?.alert.startedAt).toBe(T - 50);
  });

  it.each([
    ['no JSON', '{'],
    ['another key', text.replace('"id":"a"', '"id":"b"')],
    ['a firing alert without its time', text.replace(/"firedAt":\d+,?/, '')],
    ['a time that is no date', text.replace(/"startedAt":\d+/, '"startedAt":9e15')],
  ])('refuses %s', (_, damaged) => {
    expect(readAlert('alert/x/database/a', damaged, T)).toBeUndefined();
  });
});
