import { describe, expect, it } from 'vitest';
import { decodeDatabase } from '../../../src/core/records/decode.js';
import { limitUsage, type LimitUsage } from '../../../src/core/limits/limit-usage.js';
import { FleetError } from '../../../src/core/shared/fleet-error.js';
import { unknownEntry, type Entry } from '../../../src/core/store/entry.js';
import type { CheckedRule } from '../../../src/monitor/rules/checked-rule.js';
import { evaluateLimit, type LimitBasedRule } from '../../../src/monitor/rules/evaluate-limit.js';
import { evaluatePolling, evaluateRecord, type RecordRule } from '../../../src/monitor/rules/evaluate-record.js';
import type { AlertSoFar, RecordFacts } from '../../../src/monitor/rules/evaluation.js';
import { parseRules } from '../../../src/monitor/rules/rule-schema.js';
import type { Rule } from '../../../src/monitor/rules/rule.js';
import { sampleDatabase } from '../../support/sample-database.js';

const NOW = Date.UTC(2026, 0, 1, 12);
const HOUR = 3_600_000;

function ruleOf<Kind extends CheckedRule['kind']>(rule: { readonly kind: Kind } & Readonly<Record<string, unknown>>) {
  const [read] = parseRules([{ name: 'x', ...rule } as Rule]);
  return read as CheckedRule & { readonly kind: Kind };
}

function entryOf(fields: object, entry: object = {}): Entry<object> {
  const record = { ...sampleDatabase, ...fields };
  return { id: 'a', record, status: 'fresh', fetching: false, confirmedAt: NOW, changedAt: NOW, ...entry };
}

function evaluate(rule: RecordRule, entry: Entry<object>, facts: Partial<RecordFacts> = {}, alert?: AlertSoFar) {
  const all = { now: NOW, entry, lastTransition: () => undefined, awakeSince: 0, watchedSince: NOW, ...facts };
  return evaluateRecord(rule, all, alert);
}

const STALE = { status: 'stale' };
const MISSING = { status: 'missing' };
const NOT_FOUND = new FleetError('not-found', 'get-database', 'The service has no such database.');

describe('a state rule', () => {
  const isSuspended = ruleOf({ kind: 'state', in: ['suspended'] });
  const isNotActive = ruleOf({ kind: 'state', notIn: ['active'] });
  const clearsIfActive = ruleOf({ kind: 'state', in: ['suspended'], clearIn: ['active'] });

  it.each([
    [isSuspended, entryOf({ state: 'suspended' }), 'fire'],
    [isSuspended, entryOf({ state: 'active' }), 'clear'],
    [isSuspended, entryOf({ state: 'new-state' }), 'clear'],
    [isNotActive, entryOf({ state: 'new-state' }), 'fire'],
    [isNotActive, entryOf({ state: 'active' }), 'clear'],
    [isNotActive, entryOf({ state: undefined }), 'unknown'],
    [clearsIfActive, entryOf({ state: 'suspended' }), 'fire'],
    [clearsIfActive, entryOf({ state: 'deleted' }), 'between'],
    [clearsIfActive, entryOf({ state: 'active' }), 'clear'],
    [isSuspended, entryOf({ state: 'suspended' }, STALE), 'unknown'],
    [isSuspended, entryOf({ state: 'active' }, STALE), 'unknown'],
    [isSuspended, entryOf({ state: 'active' }, MISSING), 'unknown'],
    [isSuspended, unknownEntry<object>('a'), 'unknown'],
  ])('%j gives entry %# the right verdict', (rule, entry, verdict) => {
    expect(evaluate(rule, entry).verdict).toBe(verdict);
  });

  it('shows a hostile state cut and escaped', () => {
    const evaluation = evaluate(isNotActive, entryOf({ state: `\u001b[2J${'x'.repeat(1000)}` }));
    expect(evaluation).toMatchObject({ summary: expect.stringMatching(/^The state is \\u001b\[2Jx{96}\.$/) as string });
  });
});

describe('a transition rule', () => {
  const stuck = ruleOf({ kind: 'transition', longerThanMs: HOUR });
  const deleting = ruleOf({ kind: 'transition', longerThanMs: HOUR, field: 'state', values: ['deleting'] });

  it.each([
    [stuck, entryOf({ modifying_state: 'updating' }), undefined, 'fire'],
    [stuck, entryOf({ modifying_state: '' }), undefined, 'clear'],
    [stuck, entryOf({ modifying_state: 'updating' }, STALE), undefined, 'unknown'],
    [stuck, entryOf({ modifying_state: 'updating' }), 'updating', 'fire'],
    [stuck, entryOf({ modifying_state: 'creating' }), 'updating', 'clear'],
    [deleting, entryOf({ state: 'deleting' }), undefined, 'fire'],
    [deleting, entryOf({ state: 'active' }), undefined, 'clear'],
    [deleting, entryOf({ state: null }), 'deleting', 'unknown'],
  ])('%# compares the value with the value that began the alert', (rule, entry, subject, verdict) => {
    const alert = subject === undefined ? undefined : { subject, alert: { state: 'firing', startedAt: NOW } as const };
    expect(evaluate(rule, entry, {}, alert).verdict).toBe(verdict);
  });

  it('counts from the last transition to the value, or else from the last change of the record', () => {
    const entry = entryOf({ modifying_state: 'updating' }, { changedAt: NOW - 5 });
    expect(evaluate(stuck, entry)).toMatchObject({ since: NOW - 5, subject: 'updating' });
    const to = (value: string) => ({ lastTransition: () => ({ to: value, at: NOW - HOUR }) });
    expect(evaluate(stuck, entry, to('updating'))).toMatchObject({ since: NOW - HOUR });
    expect(evaluate(stuck, entry, to('creating'))).toMatchObject({ since: NOW - 5 });
  });

  it('says that the value has lasted for too long when it has', () => {
    const entry = entryOf({ modifying_state: 'updating' }, { changedAt: NOW - 5 });
    const begun = (state: 'firing' | 'pending', startedAt: number) => ({
      subject: 'updating',
      alert: { state, startedAt },
    });
    const long = { summary: 'modifying_state has been updating for more than 1 h.' };
    const short = { summary: 'modifying_state is updating.' };
    expect(evaluate(stuck, entry)).toMatchObject(short);
    expect(evaluate(stuck, { ...entry, changedAt: NOW - HOUR })).toMatchObject(long);
    expect(evaluate(stuck, entry, {}, begun('pending', NOW - HOUR + 1))).toMatchObject(short);
    expect(evaluate(stuck, entry, {}, begun('pending', NOW - HOUR))).toMatchObject(long);
    // The clock was set back since.
    expect(evaluate(stuck, entry, {}, begun('firing', NOW))).toMatchObject(long);
  });
});

describe('an age rule', () => {
  const old = ruleOf({ kind: 'age', longerThanMs: HOUR });
  const confirmed = (agoMs: number, status = 'fresh') => entryOf({}, { status, confirmedAt: NOW - agoMs });
  const raised = (agoMs: number, state: 'firing' | 'pending' = 'firing') => ({
    subject: String(NOW - agoMs),
    alert: { state, startedAt: NOW - agoMs },
  });
  const missing = confirmed(HOUR, 'missing');
  const never = unknownEntry<object>('a');
  const awake = (agoMs: number) => ({ awakeSince: NOW - agoMs });
  const young = { verdict: 'clear', nextAt: NOW - 5 + HOUR };
  const fire = { verdict: 'fire' };
  const between = { verdict: 'between' };
  const clear = { verdict: 'clear' };
  const none = undefined;

  it.each<[string, Entry<object>, Partial<RecordFacts>, AlertSoFar | undefined, object]>([
    ['a young record', confirmed(5), {}, none, young],
    ['an old record', confirmed(HOUR), {}, none, { ...fire, value: 3600, subject: String(NOW - HOUR) }],
    ['an old stale record', confirmed(HOUR, 'stale'), {}, none, { ...fire, nextAt: NOW + 0.05 * HOUR }],
    ['a record after sleep', confirmed(9 * HOUR), awake(5), none, young],
    ['a missing database', { ...missing, error: NOT_FOUND }, {}, none, clear],
    ['a database that was missing', missing, {}, none, { verdict: 'unknown' }],
    ['a record that never came', never, { watchedSince: NOW - HOUR }, none, fire],
    ['a raised alert', confirmed(2 * HOUR), {}, raised(2 * HOUR), { ...fire, value: 7200 }],
    ['a pending alert after sleep', confirmed(2 * HOUR), awake(0), raised(2 * HOUR, 'pending'), between],
    ['a raised alert after sleep', confirmed(2 * HOUR), awake(0), raised(2 * HOUR), { ...fire, value: 7200 }],
    ['a confirmation', confirmed(5), {}, raised(2 * HOUR), clear],
    ['a confirmation before a failure', confirmed(5, 'stale'), {}, raised(2 * HOUR), clear],
    ['a confirmation after the clock was set back', confirmed(3 * HOUR), {}, raised(2 * HOUR), clear],
    ['a record that was restored', confirmed(3 * HOUR, 'stale'), awake(0), raised(2 * HOUR), { ...fire, value: 7200 }],
    ['a time in the future', confirmed(-HOUR), awake(5), none, young],
    ['a time in the future for long', confirmed(-HOUR), awake(HOUR), none, { ...fire, value: 3600 }],
  ])('judges %s', (_, entry, facts, alert, evaluation) => {
    expect(evaluate(old, entry, facts, alert)).toMatchObject(evaluation);
  });
});

describe('a drift rule', () => {
  const drifting = ruleOf({ kind: 'drift' });
  /** An entry whose record has an unknown state, and an integer that a number cannot represent. */
  const drifted = (entry: object = {}): Entry<object> => {
    const text = JSON.stringify({ ...sampleDatabase, state: 'odd', db_request_limit: 0 });
    const { record } = decodeDatabase(text.replace('"db_request_limit":0', '"db_request_limit":9007199254740993'));
    return entryOf({}, { record, ...entry });
  };

  it.each([
    [drifted(), { verdict: 'fire', value: 1, summary: expect.stringMatching(/\)\.$/) as string }],
    [
      entryOf({ state: 'odd', port: 'x' }),
      { verdict: 'fire', value: 2, summary: expect.stringMatching(/1 more\.$/) as string },
    ],
    [drifted(STALE), { verdict: 'unknown' }],
    [entryOf({}), { verdict: 'clear' }],
    [unknownEntry<object>('a'), { verdict: 'unknown' }],
  ])('counts the deviations that matter: %#', (entry, evaluation) => {
    expect(evaluate(drifting, entry)).toMatchObject(evaluation);
  });
});

it.each([
  [entryOf({}), 'clear'],
  [entryOf({}, STALE), 'unknown'],
  [entryOf({}, { ...MISSING, error: NOT_FOUND }), 'fire'],
  [entryOf({}, { ...MISSING, error: new FleetError('unavailable', 'get-database', 'down') }), 'unknown'],
  [entryOf({}, MISSING), 'unknown'],
  [unknownEntry<object>('a'), 'unknown'],
])('a missing rule fires at 404 alone: %#', (entry, verdict) => {
  expect(evaluate(ruleOf({ kind: 'missing' }), entry).verdict).toBe(verdict);
});

it.each([
  [{ kind: 'polling' } as const, 'stopped', 'fire'],
  [{ kind: 'polling' } as const, 'held', 'fire'],
  [{ kind: 'polling' } as const, 'paused', 'clear'],
  [{ kind: 'polling', in: ['paused'] } as const, 'paused', 'fire'],
  [{ kind: 'polling' } as const, 'running', 'clear'],
])('a polling rule %j judges %s: %s', (rule, state, verdict) => {
  const reason = state === 'running' ? undefined : { code: 'requested', message: 'Why.' };
  const evaluation = evaluatePolling(ruleOf(rule), { state, reason } as never);
  expect(evaluation.verdict).toBe(verdict);
  if (verdict === 'fire') expect(evaluation).toMatchObject({ summary: `Polling is ${state}. Why.` });
});

describe('a limit rule', () => {
  const ninety = ruleOf({ kind: 'limit', ratio: 0.9, clearRatio: 0.8 });
  const critical = ruleOf({ kind: 'limit', status: 'critical' });
  const used = (db_max_clients: number, limit: unknown = 1000): LimitUsage =>
    limitUsage({ ...sampleDatabase, db_max_clients: limit as number }, { db_max_clients })[0] as LimitUsage;
  const unlimited = { id: 'i', max_monthly_bandwidth: -1 } as never;
  const verdictOf = (rule: LimitBasedRule, usage?: LimitUsage) => evaluateLimit(rule, usage as LimitUsage, NOW);

  it.each([
    [ninety, used(900), { verdict: 'fire', value: 0.9, summary: 'Connections: 90 % of the limit is used.' }],
    [ninety, used(9996, 10_000), { verdict: 'fire', summary: 'Connections: 99.9 % of the limit is used.' }],
    [ninety, used(899), { verdict: 'between' }],
    [ninety, used(800), { verdict: 'between' }],
    [ninety, used(799), { verdict: 'clear' }],
    [critical, used(1001), { verdict: 'fire', value: 1.001 }],
    [critical, used(950), { verdict: 'fire' }],
    [critical, used(949), { verdict: 'clear' }],
    [ninety, used(1, 0), { verdict: 'fire', summary: 'Connections: more than all of the limit is used.' }],
    [ninety, used(900, 'x'), { verdict: 'unknown' }],
    [ninety, limitUsage(unlimited, { max_monthly_bandwidth: 1 })[3], { verdict: 'clear' }],
  ])('compares the use: %#', (rule, usage, evaluation) => {
    expect(verdictOf(rule, usage)).toMatchObject(evaluation);
    expect(JSON.parse(JSON.stringify(verdictOf(rule, usage)))).toEqual(verdictOf(rule, usage));
  });

  it('keeps a status that began until the use is below the clear threshold of the fleet', () => {
    const usage = (db: object) => limitUsage({ ...sampleDatabase, db_max_clients: 1000 }, db)[0];
    const held = { db_max_clients: { used: 940, at: NOW, statusBefore: 'critical' } };
    expect(verdictOf(critical, usage(held)).verdict).toBe('fire');
    expect(verdictOf(critical, usage({ db_max_clients: 940 })).verdict).toBe('clear');
  });
});

describe('a forecast rule', () => {
  const soon = ruleOf({ kind: 'forecast', withinMs: 24 * HOUR, clearWithinMs: 48 * HOUR });
  const forecast = (inMs: number | undefined, ratio = 0.5) =>
    ({
      name: 'Memory',
      unit: 'bytes',
      status: 'ok',
      ratio,
      observedAt: NOW,
      exhaustsAt: inMs === undefined ? undefined : NOW + inMs,
    }) as LimitUsage;

  it.each([
    [
      forecast(3 * HOUR),
      { verdict: 'fire', value: 0.5, summary: 'Memory: the limit is forecast to be reached in 3 h, 50 % is used.' },
    ],
    [forecast(1000), { summary: 'Memory: the limit is forecast to be reached in 1 s, 50 % is used.' }],
    [forecast(0), { verdict: 'fire', summary: 'Memory: the limit is forecast to be reached now, 50 % is used.' }],
    [forecast(24 * HOUR), { verdict: 'fire' }],
    [forecast(48 * HOUR), { verdict: 'between', nextAt: NOW + 24 * HOUR }],
    [forecast(30 * HOUR), { verdict: 'between', nextAt: NOW + 6 * HOUR }],
    [forecast(50 * HOUR), { verdict: 'clear', nextAt: NOW + 26 * HOUR }],
    [forecast(undefined), { verdict: 'clear' }],
    [forecast(undefined, 1), { verdict: 'between' }],
  ])('compares the forecast: %#', (usage, evaluation) => {
    expect(evaluateLimit(soon, usage, NOW)).toMatchObject(evaluation);
  });

  it('knows nothing when the last use is older than 3 hours', () => {
    const verdictAfter = (ms: number) => evaluateLimit(soon, forecast(30 * HOUR), NOW + ms).verdict;
    expect([3 * HOUR, 3 * HOUR + 1, 30 * HOUR].map(verdictAfter)).toEqual(['between', 'unknown', 'unknown']);
  });
});
