import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MASK, maskSecrets } from '../../../../src/apps/cli/render/mask-secrets.js';

describe('maskSecrets', () => {
  it('masks credentials at any depth, in objects and lists', () => {
    const record = { id: '1', token: 'a', deep: { list: [{ rest_token: 'b', kept: 'c' }] } };
    expect(maskSecrets(record)).toEqual({ id: '1', token: MASK, deep: { list: [{ rest_token: MASK, kept: 'c' }] } });
  });

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

  it('masks every secret of every record', () => {
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
