import { describe, expect, it } from 'vitest';
import type { Drift } from '../../../../src/core/api/drift.js';
import { describeDrift } from '../../../../src/apps/cli/render/describe-drift.js';

const drift = (path: string, kind: Drift['kind'], expected = 'int64'): Drift => ({ path, kind, expected });

describe('describeDrift', () => {
  it('says where, what, and what was expected', () => {
    expect(describeDrift([drift('state', 'unknown-value', '("active" | "passive")')])).toBe(
      'the answer departs from the documented API in one place:\n  state: unknown-value, expected ("active" | "passive")',
    );
  });

  it('stays short, however much there is to say', () => {
    const lines = describeDrift(
      Array.from({ length: 100 }, (_, at) => drift(`[${at}].region`, 'missing', 'x'.repeat(500))),
    ).split('\n');
    expect(lines).toHaveLength(7);
    expect(lines[0]).toContain('100 places');
    expect(lines[6]).toContain('95 more');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(120);
  });
});
