import { describe, expect, test } from 'vitest';
import {
  afterEnding,
  afterSending,
  CLOSED,
  probeAtOnce,
  recordVerdict,
  type Breaker,
  type Ending,
} from '../../../src/core/polling/breaker.js';
import { isRefused, type StopCause, type Verdict } from '../../../src/core/polling/verdict.js';

const NOW = 1_000_000;

function end(breaker: Breaker, verdict: Verdict, more: Partial<Ending> = {}): Breaker {
  return afterEnding(breaker, {
    verdict,
    isRepeated: false,
    areAllRefused: false,
    isOutdated: false,
    isProbe: false,
    retryAfterMs: 0,
    startedMs: NOW,
    nowMs: NOW,
    ...more,
  });
}

const ACCEPTED = end(CLOSED, 'alive');

/** The breaker after several keys in a row began to fail. */
const failing = (count: number, verdict: Verdict = 'outage'): Breaker =>
  Array.from({ length: count }).reduce<Breaker>((breaker) => end(breaker, verdict), ACCEPTED);

/** The end of a probe that was sent when it was due. */
function probe(breaker: Breaker, verdict: Verdict, more: Partial<Ending> = {}): Breaker {
  const atMs = breaker.state === 'closed' ? NOW : breaker.probeAtMs;
  return end(afterSending(breaker), verdict, { isProbe: true, startedMs: atMs, nowMs: atMs, ...more });
}

/** The waits between the probes of a breaker whose probes all fail, in seconds. */
function waitsOf(breaker: Breaker, verdict: Verdict, count: number): number[] {
  const waits: number[] = [];
  let [current, beforeMs] = [breaker, NOW];
  for (let nth = 0; nth < count && current.state !== 'closed'; nth++) {
    waits.push((current.probeAtMs - beforeMs) / 1000);
    beforeMs = current.probeAtMs;
    current = probe(current, verdict);
  }
  return waits;
}

const OPEN = failing(3);
const PROBING = afterSending(OPEN);

describe.each(['outage', 'unauthorized', 'forbidden'] as const)('the breaker (%s)', (cause) => {
  test('opens when three different keys fail in a row', () => {
    expect(failing(2, cause).state).toBe('closed');
    expect(failing(3, cause)).toMatchObject({ state: 'open', cause, failures: 1 });
  });

  test('stays closed if the same keys fail again and again', () => {
    let breaker = failing(2, cause);
    for (let failure = 0; failure < 100; failure++) breaker = end(breaker, cause, { isRepeated: true });
    expect(breaker.state).toBe('closed');
    expect(end(breaker, cause).state).toBe('open');
  });

  test('closes when the probe or a request in flight gets an answer', () => {
    expect(probe(failing(3, cause), 'alive')).toBe(ACCEPTED);
    expect(end(failing(3, cause), 'alive')).toBe(ACCEPTED);
  });
});

describe('the breaker of an outage', () => {
  test.each(['alive', 'forbidden'] as const)('counts from zero after any answer (%s)', (answer) => {
    expect(end(end(end(failing(2), answer), 'outage'), 'outage').state).toBe('closed');
  });

  test.each(['unclear', 'cancelled', 'rate-limited'] as const)('does not count %s', (verdict) => {
    expect(end(failing(2), verdict).state).toBe('closed');
    expect(end(end(failing(2), verdict), 'outage').state).toBe('open');
  });

  test('allows one probe after 1 s, 2 s, 4 s and so on, up to 30 s', () => {
    expect(waitsOf(OPEN, 'outage', 8)).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
  });

  test('is not probed before Retry-After, nor before its turn in the series', () => {
    const asked = (retryAfterMs: number): Breaker => end(failing(2), 'outage', { retryAfterMs });
    expect(asked(600_000)).toMatchObject({ state: 'open', probeAtMs: NOW + 600_000 });
    expect(asked(1)).toMatchObject({ probeAtMs: NOW + 1000 });
    expect(probe(OPEN, 'outage', { retryAfterMs: 600_000 })).toMatchObject({ probeAtMs: NOW + 601_000 });
  });

  test('takes a request as the probe only while it is open', () => {
    expect(afterSending(OPEN)).toEqual({ ...OPEN, state: 'probing' });
    for (const breaker of [ACCEPTED, PROBING]) expect(afterSending(breaker)).toBe(breaker);
  });

  test('closes when a request in flight gets any answer, which ends the outage', () => {
    expect(end(PROBING, 'alive')).toBe(ACCEPTED);
    expect(end(OPEN, 'alive', { isOutdated: true })).toBe(ACCEPTED);
  });

  test('closes when a key is refused, and counts this refusal', () => {
    expect(probe(OPEN, 'forbidden')).toMatchObject({ state: 'closed', isAccepted: true, refusedKeys: 1 });
    expect(probe(OPEN, 'forbidden', { areAllRefused: true })).toMatchObject({ state: 'open', cause: 'forbidden' });
  });

  test('ignores further failures of requests in flight', () => {
    expect(end(OPEN, 'outage', { nowMs: NOW + 500 })).toBe(OPEN);
    expect(end(PROBING, 'outage')).toBe(PROBING);
  });
});

describe.each(['unauthorized', 'forbidden'] as const)('the breaker of an account (%s)', (cause) => {
  const other: StopCause = cause === 'forbidden' ? 'unauthorized' : 'forbidden';
  const open = failing(3, cause);

  test('opens when three different keys are refused in any way in a row, or all polled keys', () => {
    expect(failing(2, cause)).toMatchObject({ state: 'closed', refusedKeys: 2 });
    expect(end(end(end(ACCEPTED, other), other), cause)).toMatchObject({ state: 'open', cause });
    expect(end(ACCEPTED, cause, { areAllRefused: true })).toMatchObject({ state: 'open', cause });
    expect(end(ACCEPTED, cause, { areAllRefused: true, isRepeated: true })).toMatchObject({ state: 'open', cause });
  });

  test('counts from zero after any other answer, and only after an answer', () => {
    expect(end(failing(2, cause), 'alive')).toBe(ACCEPTED);
    for (const verdict of ['outage', 'unclear', 'cancelled', 'rate-limited'] as const)
      expect(end(end(failing(2, cause), verdict), cause).state).toBe('open');
  });

  test('allows one probe after 1 s, 2 s, 4 s and so on, up to 5 min', () => {
    const waits = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300];
    expect(waitsOf(open, cause, 11)).toEqual(waits);
    // A probe that meets an outage does not test the credentials.
    expect(waitsOf(open, 'outage', 11)).toEqual(waits);
    expect(probe(open, 'outage')).toMatchObject({ cause });
    expect(waitsOf(open, 'unclear', 11)).toEqual(waits);
  });

  test('shows the cause of the last probe', () => {
    expect(probe(open, other)).toMatchObject({ state: 'open', cause: other, failures: 2 });
  });

  test('ignores answers to earlier credentials, and further refusals of requests in flight', () => {
    expect(end(open, 'alive', { isOutdated: true })).toBe(open);
    for (const verdict of [cause, other, 'outage'] as const) expect(end(open, verdict)).toBe(open);
  });
});

describe('before the first answer to the credentials, the breaker', () => {
  test('opens at one 401, but not at one 403', () => {
    expect(end(CLOSED, 'unauthorized')).toMatchObject({ state: 'open', cause: 'unauthorized', isAccepted: false });
    expect(end(CLOSED, 'forbidden').state).toBe('closed');
    expect(end(end(CLOSED, 'forbidden'), 'unauthorized').state).toBe('open');
  });

  test('is not changed by an answer to earlier credentials', () => {
    expect(end(CLOSED, 'alive', { isOutdated: true })).toBe(CLOSED);
    expect(ACCEPTED.isAccepted).toBe(true);
  });
});

describe('the open breaker', () => {
  test.each(['cancelled', 'rate-limited'] as const)('accepts another probe at once if the probe was %s', (verdict) => {
    expect(probe(OPEN, verdict)).toEqual(OPEN);
  });

  test('keeps the time of the next probe after a probe that a caller sent before', () => {
    const early = { isProbe: true, startedMs: NOW + 500, nowMs: NOW + 600 };
    expect(end(PROBING, 'outage', early)).toEqual(OPEN);
    expect(end(PROBING, 'outage', { ...early, retryAfterMs: 60_000 })).toEqual({ ...OPEN, probeAtMs: NOW + 60_600 });
  });

  test('is probed at once on request, and its series begins again', () => {
    const late = probe(probe(OPEN, 'outage'), 'outage');
    const asked = probeAtOnce(late, NOW);
    expect(asked).toMatchObject({ state: 'open', probeAtMs: NOW });
    expect(waitsOf(probe(asked, 'outage'), 'outage', 3)).toEqual([1, 2, 4]);
    expect(probeAtOnce(ACCEPTED, NOW)).toBe(ACCEPTED);
  });

  test('is probed again at once if a probe was in flight when it was requested', () => {
    const asked = probeAtOnce(PROBING, NOW + 5000);
    expect(end(asked, 'outage', { isProbe: true, startedMs: NOW + 1000, nowMs: NOW + 6000 })).toMatchObject({
      state: 'open',
      probeAtMs: NOW + 6000,
    });
  });
});

const isOutage = (verdict: Verdict): boolean => verdict === 'outage';

/** Records verdicts in the keys whose last answer was a failure of one kind. */
function createRecorder(isFailure: (verdict: Verdict) => boolean): (key: string, verdict: Verdict) => boolean {
  const keys = new Set<string>();
  return (key, verdict) => recordVerdict(keys, key, verdict, isFailure(verdict));
}

describe('a key counts as failed', () => {
  test.each(['alive', 'forbidden'] as const)('after its last request failed, until any answer (%s)', (answer) => {
    const record = createRecorder(isOutage);
    expect(record('a', 'outage')).toBe(false);
    expect(record('b', 'outage')).toBe(false);
    expect(record('a', 'outage')).toBe(true);
    expect(record('a', answer)).toBe(true);
    expect(record('a', 'outage')).toBe(false);
  });

  test.each(['unclear', 'cancelled', 'rate-limited'] as const)(
    'also after a request that says nothing about the service (%s)',
    (verdict) => {
      const record = createRecorder(isOutage);
      expect(record('a', verdict)).toBe(false);
      expect(record('a', 'outage')).toBe(false);
      record('a', verdict);
      expect(record('a', 'outage')).toBe(true);
    },
  );
});

test('a key counts as refused until another answer, which an outage is not', () => {
  const record = createRecorder(isRefused);
  expect(record('a', 'unauthorized')).toBe(false);
  expect(record('a', 'outage')).toBe(true);
  expect(record('a', 'forbidden')).toBe(true);
  expect(record('a', 'alive')).toBe(true);
  expect(record('a', 'forbidden')).toBe(false);
});
