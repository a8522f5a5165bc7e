import { expect, test } from 'vitest';
import type { Scene } from '../../contract/bindings/binding-under-test.js';
import { describeServerRendering } from '../../contract/bindings/describe-server-rendering.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { renderSceneAsync, renderSceneToString } from './render-scene-to-string.js';

describeServerRendering('Solid', renderSceneToString, { renderAsync: renderSceneAsync });

test('a component that waits renders the fallback in a synchronous render', async () => {
  const { fleet } = createFleetUnderTest();
  const scene: Scene = { fleet, parts: [{ ask: 'awaited', of: 'database', ids: ['a'] }], show: () => 'shown' };
  expect(renderSceneToString(scene)).toContain('waiting');
});
