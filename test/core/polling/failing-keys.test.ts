import { describe, expect, test } from 'vitest';
import { FailingKeys } from '../../../src/core/polling/breaker.js';
import { isOutage, isRefused } from '../../../src/core/polling/verdict.js';

describe('a key counts as failed', () => {
  test('after its last request failed, until an answer', () => {
    const failing = new FailingKeys(isOutage);
    expect(failing.add('a', 'outage')).toBe(false);
    expect(failing.add('b', 'outage')).toBe(false);
    expect(failing.add('a', 'outage')).toBe(true);
    expect(failing.add('a', 'alive')).toBe(true);
    expect(failing.add('a', 'outage')).toBe(false);
  });

  test.each(['unclear', 'cancelled', 'rate-limited'] as const)(
    'also after a request that says nothing about the service (%s)',
    (verdict) => {
      const failing = new FailingKeys(isOutage);
      expect(failing.add('a', verdict)).toBe(false);
      expect(failing.add('a', 'outage')).toBe(false);
      failing.add('a', verdict);
      expect(failing.add('a', 'outage')).toBe(true);
    },
  );

  test('until it is refused, which is an answer', () => {
    const failing = new FailingKeys(isOutage);
    failing.add('a', 'outage');
    failing.add('a', 'forbidden');
    expect(failing.has('a')).toBe(false);
  });

  test('until it is forgotten, or all keys are', () => {
    const failing = new FailingKeys(isOutage);
    for (const key of ['a', 'b', 'c']) failing.add(key, 'outage');
    failing.forget('a');
    const failed = (): string[] => ['a', 'b', 'c'].filter((key) => failing.has(key));
    expect(failed()).toEqual(['b', 'c']);
    failing.clear();
    expect(failed()).toEqual([]);
  });

  test('until 10,000 other keys failed after it', () => {
    const failing = new FailingKeys(isOutage);
    failing.add('a', 'outage');
    for (let other = 1; other < 10_000; other++) failing.add(String(other), 'outage');
    expect(failing.add('a', 'outage')).toBe(true);
    expect(failing.add('10000', 'outage')).toBe(false);
    expect(failing.add('a', 'outage')).toBe(false);
    expect(failing.add('10000', 'outage')).toBe(true);
  });
});

test('a key counts as refused until another answer, which an outage is not', () => {
  const refused = new FailingKeys(isRefused);
  expect(refused.add('a', 'unauthorized')).toBe(false);
  expect(refused.add('a', 'outage')).toBe(true);
  expect(refused.add('a', 'forbidden')).toBe(true);
  expect(refused.add('a', 'alive')).toBe(true);
  expect(refused.add('a', 'forbidden')).toBe(false);
});
