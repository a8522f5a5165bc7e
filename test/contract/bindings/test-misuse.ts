import { expect, test } from 'vitest';
import type { BindingUnderTest, Part } from './binding-under-test.js';
import { expectNoise } from './expect-noise.js';
import { createStage } from './stage.js';

export function testMisuse(binding: BindingUnderTest): void {
  test('a component without a fleet says that there is none', async () => {
    expectNoise();
    const stage = createStage(binding, { isProvided: false });
    await expect(stage.show({ ask: 'database', id: 'a' })).rejects.toThrow(/there is no .*fleet/i);
  });

  test.each<Part>([
    { ask: 'database', id: '..' },
    { ask: 'entry', id: 'a/b' },
    { ask: 'index', id: '..' },
    { ask: 'limits', resource: 'database', id: '..' },
  ])('an id that cannot be one is refused: $ask', async (part) => {
    expectNoise();
    const stage = createStage(binding);
    await expect(stage.show(part)).rejects.toMatchObject({ code: 'invalid-request' });
    await stage.pass();
    expect(stage.service.requests).toEqual([]);
  });

  test('an id that becomes one that cannot be is refused', async () => {
    expectNoise();
    const stage = createStage(binding);
    await stage.show({ ask: 'database', id: 'a' });
    await expect(stage.show({ ask: 'database', id: '..' })).rejects.toMatchObject({ code: 'invalid-request' });
  });
}
