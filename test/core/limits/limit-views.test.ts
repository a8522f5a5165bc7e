import { describe, expect, it } from 'vitest';
import { createLimitsUnderTest } from './limits-under-test.js';

describe('the summary while it has subscribers', () => {
  function watchSummary() {
    const under = createLimitsUnderTest();
    const seen: number[] = [];
    const subscription = under.summary.subscribe(({ databases }) => seen.push(databases));
    return { ...under, seen, subscription };
  }

  it('shows the first change after a quiet second at once, and later ones together after a second, to all readers', async () => {
    const { clock, seen, summary, confirmDatabase } = watchSummary();
    confirmDatabase('a');
    expect(seen).toEqual([0, 1]);
    confirmDatabase('b');
    expect(summary.value.databases).toBe(1);
    const later: number[] = [];
    summary.subscribe(({ databases }) => later.push(databases));
    await clock.advance(500);
    confirmDatabase('c');
    await clock.advance(499);
    expect([seen, later]).toEqual([[0, 1], [1]]);
    await clock.advance(1);
    expect([seen, later, summary.value.databases]).toEqual([[0, 1, 3], [1, 3], 3]);
    await clock.advance(1000);
    confirmDatabase('d');
    expect(seen).toEqual([0, 1, 3, 4]);
  });

  it('needs no timer after its last subscriber has left', async () => {
    const { clock, summary, subscription, confirmDatabase } = watchSummary();
    for (const id of ['a', 'b']) confirmDatabase(id);
    expect(clock.pending).toBeGreaterThan(0);
    subscription.unsubscribe();
    expect(clock.pending).toBe(0);
    expect(summary.value.databases).toBe(2);
    confirmDatabase('c');
    expect(summary.value.databases).toBe(3);
  });
});
