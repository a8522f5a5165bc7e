import { describe, expect, test } from 'vitest';
import { afterEnding, afterSending, CLOSED, type Breaker, type Ending } from '../../../src/core/polling/breaker.js';
import type { Verdict } from '../../../src/core/polling/verdict.js';

const NOW = 1_000_000;

function end(breaker: Breaker, verdict: Verdict, more: Partial<Ending> = {}): Breaker {
  return afterEnding(breaker, {
    hadFailed: false,
    verdict,
    isProbe: false,
    retryAfterMs: 0,
    nowMs: NOW,
    random: () => 1,
    ...more,
  });
}

const failing = (count: number): Breaker =>
  Array.from({ length: count }).reduce<Breaker>((breaker) => end(breaker, 'outage'), CLOSED);

const OPEN = failing(3);
const PROBING = afterSending(OPEN);

describe('the breaker', () => {
  test('opens when three different ids fail in a row', () => {
    expect(failing(2).state).toBe('closed');
    expect(OPEN).toMatchObject({ state: 'open', cause: 'outage', failures: 1 });
  });

  test('stays closed if the same ids fail again and again', () => {
    let breaker = failing(2);
    for (let failure = 0; failure < 100; failure++) breaker = end(breaker, 'outage', { hadFailed: true });
    expect(breaker.state).toBe('closed');
    expect(end(breaker, 'outage').state).toBe('open');
  });

  test('counts from zero after any answer, also after a refusal', () => {
    expect(end(end(failing(2), 'alive'), 'outage').state).toBe('closed');
  });

  test('does not count failures that say nothing about the service', () => {
    expect(end(failing(2), 'unclear').state).toBe('closed');
    expect(end(end(failing(2), 'unclear'), 'outage').state).toBe('open');
    expect(end(failing(2), 'rate-limited').state).toBe('closed');
  });

  test('lets one probe through, first after 1 s to 2 s and finally after 30 s', () => {
    expect(OPEN).toMatchObject({ probeAtMs: NOW + 2000 });
    let breaker: Breaker = OPEN;
    for (let failure = 2; failure < 20; failure++) {
      breaker = end(afterSending(breaker), 'outage', { isProbe: true });
      expect(breaker).toMatchObject({ state: 'open', failures: failure });
    }
    expect(breaker).toMatchObject({ probeAtMs: NOW + 30_000 });
    expect(end(PROBING, 'outage', { isProbe: true, random: () => 0 })).toMatchObject({ probeAtMs: NOW + 1000 });
  });

  test('is not probed before Retry-After, nor before the backoff', () => {
    const asked = (retryAfterMs: number): Breaker => end(failing(2), 'outage', { retryAfterMs });
    expect(asked(600_000)).toMatchObject({ state: 'open', probeAtMs: NOW + 600_000 });
    expect(asked(1)).toMatchObject({ probeAtMs: NOW + 2000 });
    expect(end(PROBING, 'outage', { isProbe: true, retryAfterMs: 600_000 })).toMatchObject({
      probeAtMs: NOW + 600_000,
    });
  });

  test('closes when the probe gets an answer', () => {
    expect(end(PROBING, 'alive', { isProbe: true })).toBe(CLOSED);
  });

  test('closes when a request in flight gets an answer, which ends the outage', () => {
    expect(end(OPEN, 'alive')).toBe(CLOSED);
    expect(end(PROBING, 'alive')).toBe(CLOSED);
  });

  test('ignores further failures of requests in flight', () => {
    expect(end(OPEN, 'outage', { nowMs: NOW + 500 })).toBe(OPEN);
    expect(end(PROBING, 'outage')).toBe(PROBING);
  });

  test('accepts another probe at once if the probe was aborted', () => {
    expect(end(PROBING, 'unclear', { isProbe: true })).toEqual(OPEN);
  });

  test.each(['unauthorized', 'forbidden'] as const)('opens at one %s failure, and is probed once in 5 min', (cause) => {
    const open = end(CLOSED, cause);
    expect(open).toMatchObject({ state: 'open', cause, probeAtMs: NOW + 300_000 });
    const again = end(afterSending(open), cause, { isProbe: true, nowMs: NOW + 300_000 });
    expect(again).toMatchObject({ state: 'open', cause, probeAtMs: NOW + 600_000 });
  });

  test('stays open for refused credentials if a request in flight gets an answer, or the probe fails otherwise', () => {
    const open = end(CLOSED, 'unauthorized');
    expect(end(open, 'alive')).toBe(open);
    expect(end(afterSending(open), 'outage', { isProbe: true })).toMatchObject({
      state: 'open',
      cause: 'unauthorized',
    });
    expect(end(afterSending(open), 'alive', { isProbe: true })).toBe(CLOSED);
  });

  test('changes from an outage to refused credentials', () => {
    expect(end(OPEN, 'unauthorized')).toMatchObject({ state: 'open', cause: 'unauthorized', probeAtMs: NOW + 300_000 });
  });
});
