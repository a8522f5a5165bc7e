import { describe, expect, test } from 'vitest';
import { createFailingIds } from '../../../src/core/polling/failing-ids.js';

describe('an id counts as failed', () => {
  test('after its last request failed, until an answer', () => {
    const failing = createFailingIds();
    expect(failing.note('a', 'outage')).toBe(false);
    expect(failing.note('b', 'outage')).toBe(false);
    expect(failing.note('a', 'outage')).toBe(true);
    expect(failing.note('a', 'alive')).toBe(true);
    expect(failing.note('a', 'outage')).toBe(false);
  });

  test.each(['unclear', 'rate-limited', 'unauthorized', 'forbidden'] as const)(
    'also after a failure that says nothing about the service (%s)',
    (verdict) => {
      const failing = createFailingIds();
      expect(failing.note('a', verdict)).toBe(false);
      expect(failing.note('a', 'outage')).toBe(false);
      failing.note('a', verdict);
      expect(failing.note('a', 'outage')).toBe(true);
    },
  );

  test('until 10,000 other ids failed after it', () => {
    const failing = createFailingIds();
    failing.note('a', 'outage');
    for (let other = 1; other < 10_000; other++) failing.note(String(other), 'outage');
    expect(failing.note('a', 'outage')).toBe(true);
    expect(failing.note('10000', 'outage')).toBe(false);
    expect(failing.note('a', 'outage')).toBe(false);
    expect(failing.note('10000', 'outage')).toBe(true);
  });
});
