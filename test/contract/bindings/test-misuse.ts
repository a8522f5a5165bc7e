import { expect, test } from 'vitest';
import type { BindingUnderTest } from './binding-under-test.js';
import { expectNoise } from './expect-noise.js';
import { createStage } from './stage.js';

export function testMisuse(binding: BindingUnderTest): void {
  test('a component without a fleet throws an error that says so', async () => {
    expectNoise();
    const stage = createStage(binding, { isProvided: false });
    await expect(stage.show({ ask: 'database', id: 'a' })).rejects.toThrow(/there is no .*fleet/i);
  });

  test('an invalid id, such as from a URL, has no record, and its entry has the error', async () => {
    const stage = createStage(binding);
    await stage.show(
      { ask: 'database', id: '..' },
      { ask: 'entry', id: 'a/b' },
      { ask: 'index', id: '..' },
      { ask: 'limits', resource: 'database', id: '..' },
      { ask: 'transitions', id: '..' },
    );
    await stage.pass();
    expect([0, 2, 3, 4].map((at) => stage.on(at))).toEqual([undefined, undefined, [], []]);
    expect(stage.on(1)).toMatchObject({ id: 'a/b', status: 'unknown', error: { code: 'invalid-request' } });
    expect(stage.service.requests).toEqual([]);
  });

  test('an invalid limit is refused, for any id', async () => {
    expectNoise();
    const stage = createStage(binding);
    await expect(stage.show({ ask: 'transitions', id: '..', limit: -1 })).rejects.toMatchObject({
      code: 'invalid-request',
    });
  });
}
