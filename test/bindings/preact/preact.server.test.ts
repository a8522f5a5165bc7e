import { renderToString, renderToStringAsync } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { Scene } from '../../contract/bindings/binding-under-test.js';
import { describeServerRendering } from '../../contract/bindings/describe-server-rendering.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { pageOf } from './preact-binding.js';

describeServerRendering('Preact', (scene) => renderToString(pageOf(scene)));

test('a component that waits makes an asynchronous render wait for one request, and does not subscribe', async () => {
  const { fleet, service, advance } = createFleetUnderTest({ retainMs: Infinity });
  const scene: Scene = { fleet, parts: [{ ask: 'awaited', of: 'database', ids: ['a'] }], show: () => 'shown' };
  const html = renderToStringAsync(pageOf(scene));
  await advance(0);
  expect(await html).toContain('shown');
  await advance(120_000);
  expect(service.requests).toHaveLength(1);
  expect(fleet.databases.known.value).toEqual([]);
});
