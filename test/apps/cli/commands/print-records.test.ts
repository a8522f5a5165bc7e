import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Drift } from '../../../../src/core/records/drift.js';
import { describeDrift, MASK, maskSecrets } from '../../../../src/apps/cli/actions/print-records.js';

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

describe('maskSecrets', () => {
  it('masks secrets of every length and type in the same way', () => {
    const masked = maskSecrets({
      password: '',
      a_secret: 'x'.repeat(999),
      b_token: 42,
      c_token: { inner: 'd' },
      d_token: ['e'],
    });
    expect(new Set(Object.values(masked))).toEqual(new Set([MASK]));
  });

  it('keeps a secret that is null', () => {
    expect(maskSecrets({ password: null })).toEqual({ password: null });
  });

  it('does not change the record, and keeps a member named __proto__', () => {
    const record = JSON.parse('{"password":"a","__proto__":{"password":"b"}}') as Record<string, unknown>;
    expect(JSON.stringify(maskSecrets(record))).toBe(`{"password":"${MASK}","__proto__":{"password":"${MASK}"}}`);
    expect(record['password']).toBe('a');
  });

  it('masks every secret of every record', { retry: 0 }, () => {
    const canary = 'canary-7d1f';
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.string(),
        fc.integer(),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.string(), tie('tree'), { maxKeys: 3 }),
        fc.record({ password: fc.constant(canary), some_token: fc.constant([canary]), inner: tie('tree') }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        expect(JSON.stringify(maskSecrets({ value }))).not.toContain(canary);
      }),
    );
  });
});
