import { describe, expect, test } from 'vitest';
import { createFailingKeys } from '../../../src/core/polling/failing-keys.js';
import { isOutage, isRefused } from '../../../src/core/polling/verdict.js';

describe('a key counts as failed', () => {
  test('after its last request failed, until an answer', () => {
    const failing = createFailingKeys(isOutage);
    expect(failing.note('a', 'outage')).toBe(false);
    expect(failing.note('b', 'outage')).toBe(false);
    expect(failing.note('a', 'outage')).toBe(true);
    expect(failing.note('a', 'alive')).toBe(true);
    expect(failing.note('a', 'outage')).toBe(false);
  });

  test.each(['unclear', 'cancelled', 'rate-limited'] as const)(
    'also after a request that says nothing about the service (%s)',
    (verdict) => {
      const failing = createFailingKeys(isOutage);
      expect(failing.note('a', verdict)).toBe(false);
      expect(failing.note('a', 'outage')).toBe(false);
      failing.note('a', verdict);
      expect(failing.note('a', 'outage')).toBe(true);
    },
  );

  test('until it is refused, which is an answer', () => {
    const failing = createFailingKeys(isOutage);
    failing.note('a', 'outage');
    failing.note('a', 'forbidden');
    expect(failing.has('a')).toBe(false);
  });

  test('until it is forgotten, or all keys are', () => {
    const failing = createFailingKeys(isOutage);
    for (const key of ['a', 'b', 'c']) failing.note(key, 'outage');
    failing.forget('a');
    expect([failing.has('a'), failing.count]).toEqual([false, 2]);
    failing.clear();
    expect(failing.count).toBe(0);
  });

  test('until 10,000 other keys failed after it', () => {
    const failing = createFailingKeys(isOutage);
    failing.note('a', 'outage');
    for (let other = 1; other < 10_000; other++) failing.note(String(other), 'outage');
    expect(failing.note('a', 'outage')).toBe(true);
    expect(failing.note('10000', 'outage')).toBe(false);
    expect(failing.note('a', 'outage')).toBe(false);
    expect(failing.note('10000', 'outage')).toBe(true);
  });
});

test('a key counts as refused until another answer, which an outage is not', () => {
  const refused = createFailingKeys(isRefused);
  expect(refused.note('a', 'unauthorized')).toBe(false);
  expect(refused.note('a', 'outage')).toBe(true);
  expect(refused.note('a', 'forbidden')).toBe(true);
  expect(refused.note('a', 'alive')).toBe(true);
  expect(refused.note('a', 'forbidden')).toBe(false);
});
