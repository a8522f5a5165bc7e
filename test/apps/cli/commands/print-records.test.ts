import { describe, expect, it } from 'vitest';
import type { Drift } from '../../../../src/core/records/drift.js';
import { describeDrift } from '../../../../src/apps/cli/actions/print-records.js';

const drift = (path: string, kind: Drift['kind'], expected = 'int64'): Drift => ({ path, kind, expected });

describe('describeDrift', () => {
  it('prints the place, the kind and the expected value', () => {
    expect(describeDrift([drift('state', 'unknown-value', '("active" | "passive")')])).toBe(
      'the answer differs from the documented API in one place:\n  state: unknown-value, expected ("active" | "passive")',
    );
  });

  it('prints at most five differences', () => {
    const lines = describeDrift(
      Array.from({ length: 100 }, (_, at) => drift(`[${at}].region`, 'missing', 'x'.repeat(500))),
    ).split('\n');
    expect(lines).toHaveLength(7);
    expect(lines[0]).toContain('100 places');
    expect(lines[6]).toContain('95 more');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(120);
  });
});
